import { expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { weightOf } from '../../../src/insight/run/fact.ts'
import { History } from '../../../src/insight/run/history.ts'
import { collectGarbage } from '../support/garbage.ts'
import { ToldChapter } from '../support/told-chapter.ts'

const MEBIBYTE = 1024 * 1024

/** One text for all of them: the test itself needs little memory. */
const long = redactText('x'.repeat(2 * MEBIBYTE))

/** A call that takes exactly so much memory. */
function heavy(told: ToldChapter, bytes: number, reference = 'A-1001'): Exchange {
  const call = told.exchange({ reference }, undefined)
  const body = long.slice(0, bytes - weightOf(call)) as typeof long
  return { ...call, answer: { ...call.answer, body } }
}

const idsIn = (history: History) => history.entries().map(({ id }) => id)

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('calls are numbered from 1', () => {
  const history = new History(10)
  expect([history.nextId(), history.nextId(), history.nextId()]).toEqual([1, 2, 3])
})

test.each([
  [1, 3, 1],
  [3, 3, 3],
  [4, 3, 3],
  [100, 3, 3],
  [21, 20, 20],
  [22, 20, 20],
  [23, 20, 20],
])('of %i calls, a journal of %i shows the latest %i', (calls, limit, shown) => {
  const told = new ToldChapter()
  const history = new History(limit)
  for (let n = 1; n <= calls; n += 1) history.ended(told.exchange({}, undefined))
  expect(idsIn(history)).toEqual(numbers(calls - shown + 1, calls))
  expect(history.find(calls)?.id).toBe(calls)
  expect(history.find(calls - shown)).toBeUndefined()
})

test('a journal of heavy calls shows the latest 64 MiB of them', () => {
  const told = new ToldChapter()
  const history = new History(1000)
  for (let n = 1; n <= 64; n += 1) history.ended(heavy(told, MEBIBYTE))
  expect(idsIn(history)).toEqual(numbers(1, 64))
  history.ended(heavy(told, MEBIBYTE))
  expect(idsIn(history)).toEqual(numbers(2, 65))
  history.ended(heavy(told, 1500))
  expect(idsIn(history)).toEqual(numbers(3, 66))
  // Once it is emptied, there is room for as many again.
  history.clear()
  expect(idsIn(history)).toEqual([])
  for (let n = 67; n <= 130; n += 1) history.ended(heavy(told, MEBIBYTE))
  expect(idsIn(history)).toEqual(numbers(67, 130))
})

test.each([
  ['many', 20, 1500, 22],
  ['heavy', 1000, MEBIBYTE, 64],
])(
  '%s calls that a journal has no room for take no memory, even if nobody reads it',
  async (_which, limit, bytes, most) => {
    const told = new ToldChapter()
    const history = new History(limit)
    const calls = numbers(1, 100).map(() => {
      const call = heavy(told, bytes)
      history.ended(call)
      return new WeakRef(call)
    })
    await collectGarbage()
    expect(calls.filter((one) => one.deref()).length).toBeLessThanOrEqual(most)
  },
)

test('the latest call is shown, however heavy it is', () => {
  const told = new ToldChapter()
  const history = new History(1000)
  history.ended(heavy(told, 1500))
  const call = told.exchange({}, undefined)
  const query = Object.fromEntries(numbers(1, 33).map((n) => [`a${n}`, long]))
  history.ended({ ...call, request: { ...call.request, query } })
  expect(idsIn(history)).toEqual([2])
  history.ended(heavy(told, 1500))
  expect(idsIn(history)).toEqual([3])
})

/** How many payments have found their place without anybody reading them. */
function placed({ chapter }: ToldChapter): number {
  return [...chapter.book.stories].length
}

test('calls wait for their place in a story until somebody reads, or 500 of them wait', () => {
  const told = new ToldChapter()
  const pay = (n: number) => told.pay({ made: 'approved', reference: `P-${n}` })
  for (let n = 1; n <= 499; n += 1) pay(n)
  expect(placed(told)).toBe(0)
  pay(500)
  expect(placed(told)).toBe(500)
  pay(501)
  expect(placed(told)).toBe(500)
  expect(told.stories()).toHaveLength(501)
  expect(placed(told)).toBe(501)
})

test('heavy calls wait until there are 8 MiB of them', () => {
  const told = new ToldChapter()
  const pay = (n: number, bytes = MEBIBYTE) => told.history.ended(heavy(told, bytes, `P-${n}`))
  for (let n = 1; n <= 7; n += 1) pay(n)
  pay(8, MEBIBYTE - 1500)
  expect(placed(told)).toBe(0)
  pay(9, 1500)
  expect(placed(told)).toBe(9)
  // Then others may wait again.
  pay(10)
  expect(placed(told)).toBe(9)
})

test('calls that were not placed yet belong to the chapter in which they were made', () => {
  const told = new ToldChapter()
  told.pay({ made: 'approved' })
  const next = told.run.begin('other')
  told.history.turnTo(next)
  told.pay({ made: 'approved' })
  told.pay({ made: 'approved' })
  expect(told.chapter.soFar().tally.requests).toBe(1)
  expect(next.soFar().tally.requests).toBe(2)
})

test('without a chapter, a history is a journal alone', () => {
  const told = new ToldChapter()
  const history = new History(10)
  for (const n of [1, 2]) history.ended({ ...told.exchange({}, undefined), id: n })
  expect(history.chapter).toBeUndefined()
  history.turnTo(told.chapter)
  expect(told.chapter.soFar().tally.requests).toBe(0)
  expect(idsIn(history)).toEqual([1, 2])
})

test('a request may be a retry if one of its operation was refused', () => {
  const told = new ToldChapter()
  told.pay({ made: 'approved' })
  expect(told.history.mayBeRetry('purchase')).toBe(false)
  told.pay({ status: 422, facts: { refusals: ['invalid_pan'] } })
  expect(told.history.mayBeRetry('purchase')).toBe(true)
  expect(told.history.mayBeRetry('refund')).toBe(false)
})
