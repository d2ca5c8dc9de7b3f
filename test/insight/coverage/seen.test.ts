import { expect, test } from 'vitest'
import type { TransactionKind } from '../../../src/domain/transaction/transaction.ts'
import {
  coverageOf,
  percentOf,
  plannedCoverage,
  tallyOf,
} from '../../../src/insight/coverage/coverage.ts'
import type { Exchange, Made } from '../../../src/insight/exchange.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

/** Tells of a call after changing what it made, and anything else. */
function tell(
  told: ToldChapter,
  call: Told,
  made: Partial<Made> = {},
  changes: Partial<Exchange> = {},
): number {
  const other = new ToldChapter()
  const audit = other.pay(call)
  const [exchange] = other.history.entries()
  if (exchange === undefined) throw new Error('it is not in the journal')
  const facts = {
    ...exchange.facts,
    made: exchange.facts.made && { ...exchange.facts.made, ...made },
  }
  told.history.ended({ ...exchange, facts, ...changes })
  return audit
}

const paid = { made: 'approved' } as const
const drifting = { isDrifting: true }

const debit = { rail: 'direct_debit', made: 'pending' } as const

/** What a client did, and all that it covers. */
test.each<[string, (told: ToldChapter) => void, readonly string[]]>([
  ['an approval', (told) => told.pay(paid), ['approved-visa']],
  ['one on another card', (told) => tell(told, paid, { cardType: 'jcb' }), ['approved-jcb']],
  ['one on no known card', (told) => tell(told, paid, { cardType: '' }), []],
  ['a refund of nothing we know', (told) => told.pay({ ...paid, operation: 'refund' }), []],
  [
    'a decline',
    (told) => told.pay({ made: 'declined', code: '05' }),
    ['declined-visa', 'declined-05'],
  ],
  [
    'a decline with another code',
    (told) => tell(told, { made: 'declined', code: '43' }, { cardType: 'amex' }),
    ['declined-amex', 'declined-lost-or-stolen'],
  ],
  ['an error of the bank', (told) => told.pay({ made: 'error', code: '05' }), ['error-by-bank']],
  [
    'an error of the gateway',
    (told) => tell(told, { made: 'error' }, { gatewayStatusCode: 21 }),
    ['error-by-gateway'],
  ],
  ['an undecided payment', (told) => told.pay({ made: 'unknown' }), []],
  [
    'an undecided payment that was decided',
    (told) => told.moved(told.pay({ made: 'unknown' }), 'approved'),
    ['undecided-then-resolved'],
  ],
  ['a strange answer', (told) => tell(told, { made: 'pending' }, drifting), ['drift']],
  [
    'a strange answer to a look',
    (told) => {
      const shown = { audit: 1, status: 'approved', ...drifting } as const
      const facts = { waitedMs: 1, shown }
      tell(told, {}, {}, { operation: 'lookup', facts })
    },
    ['drift'],
  ],
  ['a look', (told) => told.lookup(1, 'approved'), []],
  ['a refusal', (told) => told.pay({ status: 422 }), ['invalid-request']],
  ['a conflict', (told) => told.pay({ status: 409 }), ['duplicate-correlation-id']],
  [
    'a conflict that a rule made up',
    (told) => told.pay({ status: 409, fault: { at: 'before', kind: 'http', status: 409 } }),
    [],
  ],
  ['a debit', (told) => told.pay(debit), []],
  ['a debit that cleared', (told) => told.moved(told.pay(debit), 'approved'), ['debit-cleared']],
  [
    'a debit that was undecided at first',
    (told) => told.moved(told.pay({ ...debit, made: 'unknown' }), 'approved'),
    ['undecided-then-resolved'],
  ],
  [
    'a debit that was returned',
    (told) => told.moved(told.pay(debit), 'declined'),
    ['debit-returned'],
  ],
  [
    'a card payment that was pending',
    (told) => told.moved(told.pay({ made: 'pending' }), 'approved'),
    [],
  ],
  [
    'a hold that cleared like a debit',
    (told) => told.moved(told.pay({ ...debit, operation: 'preauthorisation' }), 'approved'),
    [],
  ],
  [
    'payments an hour apart, and at once',
    (told) => {
      for (const later of [0, 0, 3_600_000]) told.pay({ made: 'declined', later })
    },
    ['declined-visa'],
  ],
  [
    'payments on both sides of the end of daylight saving',
    (told) => {
      told.pay({ made: 'declined' })
      told.moveClock(40 * 24 * 3_600_000)
      told.pay({ made: 'declined' })
    },
    ['declined-visa', 'daylight-saving-change'],
  ],
  [
    'an answer of the vault',
    (told) => tell(told, {}, {}, { operation: 'token_delete', facts: { waitedMs: 1 } }),
    ['token-deleted'],
  ],
  [
    'a redirection of the vault',
    (told) => {
      const answer = { status: 300, body: undefined }
      tell(told, {}, {}, { operation: 'token_delete', answer, facts: { waitedMs: 1 } })
    },
    [],
  ],
])('%s covers what it shows and nothing else', (_what, play, covered) => {
  const told = new ToldChapter()
  play(told)
  expect([...told.part.tally.covered]).toEqual(covered)
})

/** Operations on a payment with a surcharge: 1000 cents, 1015 with it. */
test.each<[string, TransactionKind, TransactionKind, number, readonly string[]]>([
  ['a refund of the whole sum', 'purchase', 'refund', 1015, ['refund-in-full']],
  ['a refund without the surcharge', 'purchase', 'refund', 1000, []],
  [
    'a completion of the whole hold',
    'preauthorisation',
    'completion',
    1000,
    ['hold-completed-in-full'],
  ],
  ['a completion of less', 'preauthorisation', 'completion', 999, ['hold-completed-in-part']],
  ['a completion of more', 'preauthorisation', 'completion', 1015, []],
])('with a surcharge, %s is told by the right sum', (_what, first, operation, amount, covered) => {
  const told = new ToldChapter()
  const target = told.pay({ ...paid, operation: first, amount: 1000, total: 1015 })
  told.pay({ ...paid, operation, amount, target })
  const all = [...told.part.tally.covered].filter((name) => name !== 'approved-visa')
  expect(all).toEqual(covered)
})

test('refunds of two payments are no parts, nor is anything else that was done with one', () => {
  const told = new ToldChapter()
  const hold = told.pay({ ...paid, operation: 'preauthorisation', amount: 1000 })
  const complete = () => told.pay({ ...paid, operation: 'completion', target: hold, amount: 400 })
  const refund = (target: number) => told.pay({ ...paid, operation: 'refund', target, amount: 100 })
  const isInParts = () => told.part.tally.covered.has('refund-in-parts')
  const [one, other] = [complete(), complete()]
  refund(one)
  refund(other)
  told.pay({ ...paid, operation: 'void', target: one })
  refund(999)
  expect(isInParts()).toBe(false)
  told.pay({ ...lostBefore, operation: 'refund', target: one, amount: 200 })
  expect(isInParts()).toBe(false)
  told.pay({ ...paid, operation: 'refund', target: one, amount: 300 })
  expect(isInParts()).toBe(true)
})

const found = (told: ToldChapter, audit: number, status: 'approved' | 'declined' | 'pending') =>
  told.search('a', { audit, status })

test.each<[string, Told, readonly string[]]>([
  ['the lowest 5XX before', { status: 500 }, ['error-before-processing']],
  ['a 5XX after', { ...paid, status: 503 }, ['error-after-processing']],
  ['a time-out answered with 408', { status: 408 }, []],
  [
    'a reset before',
    { ...lostBefore, status: undefined, fault: { at: 'before', kind: 'reset' } },
    ['reset-before-processing'],
  ],
  ['a reset after', lostAfter, ['reset-after-processing']],
  [
    'a client that left',
    { ...paid, status: undefined, facts: { hasLeft: true } },
    ['no-answer-after-processing'],
  ],
  ['an answer that was there', { status: 422 }, ['invalid-request']],
])('a lost answer and the search for it: %s', (_what, call, covered) => {
  const told = new ToldChapter()
  const audit = told.pay({ ...call, id: 'a' })
  const before = new Set(told.part.tally.covered)
  if (audit === 0) told.search('a', null)
  else found(told, audit, 'approved')
  const isOwn = (name: string) => !/^approved-|recovered/.test(name)
  const all = [...told.part.tally.covered].filter(isOwn)
  expect(all).toEqual(covered)
  // Nothing of it was covered before the search.
  if (covered[0] !== 'invalid-request') expect([...before].filter(isOwn)).toEqual([])
})

const recovered = 'recovered-without-duplicate'

test.each<[string, (told: ToldChapter) => void, boolean]>([
  [
    'that a search found',
    (told) => found(told, told.pay({ ...lostAfter, id: 'a' }), 'approved'),
    true,
  ],
  [
    'that is still pending',
    (told) => found(told, told.pay({ ...lostAfter, ...debit, id: 'a' }), 'pending'),
    false,
  ],
  [
    'that was declined',
    (told) => found(told, told.pay({ ...lostAfter, made: 'declined', id: 'a' }), 'declined'),
    false,
  ],
  ['that nobody looked for', (told) => told.pay(lostAfter), false],
  ['that was not lost', (told) => found(told, told.pay({ ...paid, id: 'a' }), 'approved'), false],
  [
    'that was found and then refunded',
    (told) => {
      const target = told.pay({ ...lostAfter, id: 'a' })
      found(told, target, 'approved')
      told.pay({ ...paid, operation: 'refund', target })
    },
    true,
  ],
  [
    'that was paid again under another reference',
    (told) => {
      const audit = told.pay({ ...lostAfter, id: 'a' })
      told.pay({ ...paid, id: 'b', reference: 'A-1001-2' })
      found(told, audit, 'approved')
    },
    false,
  ],
  [
    'that was to be paid again under another reference, which was declined at first',
    (told) => {
      const audit = told.pay({ ...lostAfter, id: 'a' })
      const again = { reference: 'A-1001-2' }
      told.pay({ ...again, ...lostAfter, made: 'declined', id: 'b' })
      told.pay({ ...again, ...paid, id: 'c' })
      found(told, audit, 'approved')
    },
    false,
  ],
])('a payment %s was recovered without a duplicate: %#', (_what, play, isCovered) => {
  const told = new ToldChapter()
  play(told)
  expect(told.part.tally.covered.has(recovered)).toBe(isCovered)
})

test('a payment of the dashboard that was lost and found is no recovery', () => {
  const told = new ToldChapter()
  const audit = tell(told, { ...lostAfter, id: 'a' }, {}, { sender: 'dashboard' })
  found(told, audit, 'approved')
  expect(told.stories()).toHaveLength(1)
  expect(told.part.tally.covered.has(recovered)).toBe(false)
})

const cases = (...all: readonly (readonly [covered: boolean, not_counted: string | null])[]) =>
  all.map(([covered, not_counted]) => ({ covered, not_counted }))

test.each([
  ['none', [], { shown: 0, possible: 0 }, 100],
  ['one that does not count', cases([true, 'x']), { shown: 0, possible: 0 }, 100],
  ['one that is open', cases([false, null]), { shown: 0, possible: 1 }, 0],
  ['all', cases([true, null], [true, null]), { shown: 2, possible: 2 }, 100],
  [
    'one of three',
    cases([true, null], [false, null], [false, null], [false, 'x']),
    { shown: 1, possible: 3 },
    33.3,
  ],
  [
    'two of three',
    cases([true, null], [true, null], [false, null]),
    { shown: 2, possible: 3 },
    66.7,
  ],
])('of the cases that count, a share is covered: %s', (_what, some, tally, percent) => {
  expect(tallyOf(some)).toEqual(tally)
  expect(percentOf(some)).toBe(percent)
})

test('a case that the configuration does not allow does not count, unless it happened', () => {
  const why = (...given: Parameters<typeof coverageOf>) =>
    coverageOf(...given)
      .cases.filter(({ not_counted }) => not_counted !== null)
      .map(({ name, not_counted }) => [name, not_counted])
  expect(why(new Set(), new Set())).toEqual([
    ['surcharge', 'needs a merchant with a surcharge in the config'],
    ['unauthenticated', 'needs auth: required in the config'],
    ['forbidden', 'needs users or merchants in the config'],
  ])
  expect(why(new Set(['forbidden']), new Set(['auth']))).toEqual([
    ['surcharge', 'needs a merchant with a surcharge in the config'],
  ])
})

test('a plan names its cases, gives reasons and leaves some out', () => {
  const { cases: all } = coverageOf(new Set(['void']), new Set())
  const entry = { why: undefined, notApplicable: undefined }
  const planned = plannedCoverage(all, [
    { ...entry, name: 'void', why: 'we void' },
    { ...entry, name: 'unheard-of' },
    { ...entry, name: 'surcharge', notApplicable: 'no surcharges here' },
    { ...entry, name: 'forbidden' },
  ])
  expect(planned.percent).toBe(50)
  expect(
    planned.cases.map(({ name, covered, why, not_counted }) => [name, covered, why, not_counted]),
  ).toEqual([
    ['void', true, 'we void', null],
    ['surcharge', false, null, 'no surcharges here'],
    ['forbidden', false, null, null],
  ])
})
