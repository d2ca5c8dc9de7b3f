import { expect, test } from 'vitest'
import { openingOf } from '../../src/record/exchange.ts'
import { lostAfter, SimulatedTest } from './support/test-chapter.ts'

const refused = (reason: string, status = 422) => ({
  status,
  facts: { refusals: [{ code: reason }] },
})

test.each([
  ['completion', 'already_completed'],
  ['refund', 'refund_exceeds_original'],
  ['void', 'not_voidable'],
] as const)(
  'a %s that was lost and sent again is blind though it was refused',
  (operation, reason) => {
    const told = new SimulatedTest()
    const target = told.pay({ made: 'approved' })
    told.pay({ ...lostAfter, operation, target })
    told.pay({ operation, target, ...refused(reason) })
    expect(told.findings()).toMatchObject([
      {
        code: 'blind-retry',
        message: `Sent again 1.0 s later, without asking whether the ${operation} with correlation id corr-2 had gone through. The gateway refused it only because the first one had gone through.`,
        steps: [
          { kind: operation },
          { kind: operation, text: `refused: 422 ${reason}, with no lookup in between` },
        ],
      },
    ])
  },
)

test('who searches first is not blind, whatever the search returns', () => {
  const told = new SimulatedTest()
  const target = told.pay({ operation: 'preauthorisation', made: 'approved' })
  const completion = { operation: 'completion', target } as const
  told.pay({ ...lostAfter, ...completion, id: 'a' })
  told.search('a', null)
  told.pay({ ...completion, ...refused('already_completed') })
  expect(told.codes()).toEqual(['search-too-late'])
})

test('a search only after the retry comes too late for it', () => {
  const told = new SimulatedTest()
  const target = told.pay({ operation: 'preauthorisation', made: 'approved' })
  const completion = { operation: 'completion', target } as const
  const audit = told.pay({ ...lostAfter, ...completion, id: 'a' })
  told.pay({ ...completion, ...refused('already_completed') })
  told.search('a', { audit, status: 'approved' })
  expect(told.codes()).toEqual(['blind-retry'])
})

test.each([
  ['the same id', { id: 'a', ...refused('duplicate_correlation_id', 409) }],
  ['another amount', { amount: 1000, ...refused('already_completed') }],
  ['a mistake in it', refused('invalid_amount')],
  ['no right to it', refused('forbidden_merchant', 403)],
])('what comes again with %s is no retry; the lost one is unresolved', (_what, second) => {
  const told = new SimulatedTest()
  const target = told.pay({ operation: 'preauthorisation', made: 'approved' })
  const completion = { operation: 'completion', target } as const
  told.pay({ ...lostAfter, ...completion, id: 'a' })
  told.pay({ ...completion, ...second })
  expect(told.codes()).toEqual(['unresolved'])
})

test('what was refused after a clear response is another try, not a retry', () => {
  const told = new SimulatedTest()
  const target = told.pay({ operation: 'preauthorisation', made: 'approved' })
  told.pay({ operation: 'completion', target, made: 'approved' })
  told.pay({ operation: 'completion', target, ...refused('already_completed') })
  expect(told.codes()).toEqual([])
})

test.each([
  [200, false],
  [400, true],
  [408, false],
  [499, true],
  [500, false],
])('a response with status %i that made nothing is a refusal: %s', (status, isRefused) => {
  const told = new SimulatedTest()
  told.pay({ status })
  const [exchange] = told.history.entries()
  expect(exchange && openingOf(exchange)?.isRefused).toBe(isRefused)
})
