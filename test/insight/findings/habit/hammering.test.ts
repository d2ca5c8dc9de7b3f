import { expect, test } from 'vitest'
import { type ToldCall, ToldCalls } from './told-calls.ts'

const lookup: ToldCall = { operation: 'lookup', path: '/v1/transactions/1000001' }

/** Six calls, the last one so much later. */
const six = (last: ToldCall) => [...[0, 1, 2, 3, 4].map((ms) => ({ ...lookup, ms })), last]

const row = (from: number, count: number, each = 10) =>
  Array.from({ length: count }, (_none, i): ToldCall => ({ ...lookup, ms: from + i * each }))

const made = (count: number, seconds: string) =>
  `The same lookup was made ${count} times within ${seconds} s.`

function foundIn(calls: readonly Partial<ToldCall>[]) {
  const told = new ToldCalls()
  for (const call of calls) told.call({ ...lookup, ...call })
  return told.found('hammering')
}

test.each<[string, readonly Partial<ToldCall>[], string | undefined]>([
  ['six within a second', six({ ...lookup, ms: 990 }), made(6, '0.99')],
  ['six in a second', six({ ...lookup, ms: 1000 }), undefined],
  ['five', row(0, 5), undefined],
  ['six, the clock moved on a little', six({ ...lookup, ms: 5, ahead: 994 }), made(6, '0.01')],
  ['six, the clock moved on by a second', six({ ...lookup, ms: 5, ahead: 995 }), undefined],
  ['twelve in a row', row(0, 12), made(12, '0.11')],
  ['many, more than a second in all', row(0, 30, 100), made(30, '2.90')],
  ['many, with a pause between any two', row(0, 30, 200), undefined],
  ['six of two payments', row(0, 6).map((one, i) => ({ ...one, path: `/${i % 2}` })), undefined],
  ['six of two merchants', row(0, 6).map((one, i) => ({ ...one, merchant: i % 2 })), undefined],
  ['six lists', row(0, 6).map((one) => ({ ...one, operation: 'token_list' as const })), undefined],
])('%s', (_name, calls, message) => {
  expect(foundIn(calls).map((one) => one.message)).toEqual(message === undefined ? [] : [message])
})

test('of several rows the longest is told, the latest of equal ones, with how many there were', () => {
  expect(foundIn([...row(0, 8), ...row(5000, 6)])).toMatchObject([
    { message: made(8, '0.07'), times: 2 },
  ])
  expect(foundIn([...row(0, 6), ...row(5000, 6, 20), ...row(9000, 5)])).toMatchObject([
    { message: made(6, '0.10'), times: 2, requests: [8, 9, 10, 11, 12, 13] },
  ])
})

test('a search is told by its correlation id, and two ids are two searches', () => {
  const search = (id: string, ms: number): ToldCall => ({
    ...{ operation: 'search', path: '/v1/transactions', ms },
    ...{ query: { correlation_id_lookup: id }, facts: { about: { correlationKey: id as never } } },
  })
  const calls = row(0, 6).map((_one, i) => search('corr-1', i))
  expect(foundIn(calls)).toMatchObject([{ subject: 'search corr-1' }])
  expect(foundIn(calls.map((_one, i) => search(`corr-${i % 2}`, i)))).toEqual([])
})
