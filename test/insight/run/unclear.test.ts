import { expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { isSettledBy, isUnsure, withoutBodies } from '../../../src/insight/run/unclear.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

/** Calls as they stand in the journal. */
class Calls {
  readonly #told = new ToldChapter()

  pay(told: Told): Exchange {
    this.#told.pay(told)
    return this.#last
  }

  search(id: string, shown: Parameters<ToldChapter['search']>[1], merchant?: number): Exchange {
    this.#told.search(id, shown, merchant)
    return this.#last
  }

  lookup(audit: number, status: Parameters<ToldChapter['lookup']>[1]): Exchange {
    this.#told.lookup(audit, status)
    return this.#last
  }

  get #last(): Exchange {
    const last = this.#told.history.entries().at(-1)
    if (last === undefined) throw new Error('it is not in the journal')
    return last
  }
}

test.each<[string, Told, boolean]>([
  ['an answer that was lost', lostAfter, true],
  ['a failure', lostBefore, true],
  ['an undecided payment', { made: 'unknown' }, true],
  ['a refusal after the money moved', { made: 'approved', status: 422 }, true],
  ['a refusal', { status: 422 }, false],
  ['an approval', { made: 'approved' }, false],
  ['a pending debit', { made: 'pending' }, false],
  [
    'a lost request that could not be read',
    { ...lostBefore, facts: { requested: undefined } },
    false,
  ],
])('a client is unsure or not: %s', (_what, call, expected) => {
  const exchange = new Calls().pay(call)
  expect(isUnsure(exchange)).toBe(expected)
  // Nobody waits for an answer that the dashboard lost.
  expect(isUnsure({ ...exchange, sender: 'dashboard' })).toBe(false)
})

const DAY = 24 * 3_600_000
const same = { id: 'b', made: 'approved' } as const

test.each<[string, Told, Told, boolean]>([
  ['the same again', lostAfter, same, true],
  ['the same, pending', lostAfter, { ...same, made: 'pending' }, true],
  ['the same, declined', lostAfter, { ...same, made: 'declined' }, false],
  ['the same, failed', lostAfter, { ...same, made: 'error' }, false],
  ['the same, undecided', lostAfter, { ...same, made: 'unknown' }, false],
  ['the same, lost again', lostAfter, { ...lostAfter, id: 'b' }, false],
  ['the same, refused', lostAfter, { id: 'b', status: 422 }, false],
  ['with another card', lostAfter, { ...same, card: 'card-2' }, false],
  ['of another amount', lostAfter, { ...same, amount: 1 }, false],
  ['of another order', lostAfter, { ...same, reference: 'B' }, false],
  ['of another merchant', lostAfter, { ...same, merchant: 2 }, false],
  ['what cannot be read', lostAfter, { ...same, facts: { requested: undefined } }, false],
  ['just before six days have passed', lostAfter, { ...same, later: 6 * DAY - 1011 }, true],
  ['when six days have passed', lostAfter, { ...same, later: 6 * DAY - 1010 }, false],
])('a later request settles a lost one or not: %s', (_what, first, next, expected) => {
  const calls = new Calls()
  const lost = calls.pay({ id: 'a', ...first })
  expect(isSettledBy(lost, calls.pay(next))).toBe(expected)
})

test('a request that could not be read is settled by none', () => {
  const calls = new Calls()
  const lost = calls.pay({ ...lostBefore, facts: { requested: undefined } })
  expect(isSettledBy(lost, calls.pay({ made: 'approved' }))).toBe(false)
  expect(isSettledBy(lost, calls.pay({ made: 'approved', facts: { requested: undefined } }))).toBe(
    false,
  )
})

test.each(['approved', 'declined', 'pending', 'error', 'voided'] as const)(
  'a look that shows it %s settles it',
  (status) => {
    const calls = new Calls()
    const lost = calls.pay({ ...lostAfter, id: 'a' })
    const audit = lost.audit ?? 0
    expect(isSettledBy(lost, calls.lookup(audit, status))).toBe(true)
    expect(isSettledBy(lost, calls.search('a', { audit, status }))).toBe(true)
    expect(isSettledBy(lost, calls.lookup(audit + 1, status))).toBe(false)
  },
)

test('a look that does not say what became of it settles nothing', () => {
  const calls = new Calls()
  const lost = calls.pay({ ...lostAfter, id: 'a' })
  const audit = lost.audit ?? 0
  expect(isSettledBy(lost, calls.lookup(audit, 'unknown'))).toBe(false)
  const look = calls.lookup(audit, 'approved')
  const failed = { status: 503, body: undefined }
  expect(isSettledBy(lost, { ...look, answer: failed })).toBe(false)
  expect(isSettledBy(lost, { ...look, facts: { ...look.facts, shown: undefined } })).toBe(false)
})

test('an empty search settles a request that made nothing, if it asked for that', () => {
  const calls = new Calls()
  const nothing = calls.pay({ ...lostBefore, id: 'a' })
  expect(isSettledBy(nothing, calls.search('a', null))).toBe(true)
  expect(isSettledBy(nothing, calls.search('b', null))).toBe(false)
  expect(isSettledBy(nothing, calls.search('a', null, 2))).toBe(false)
  const search = calls.search('a', null)
  expect(isSettledBy(nothing, { ...search, answer: { status: 503, body: undefined } })).toBe(false)
  // The gateway has forgotten the id of a payment that it made.
  const made = calls.pay({ ...lostAfter, id: 'a' })
  expect(isSettledBy(made, calls.search('a', null))).toBe(false)
})

test('a look at the payment settles a lost void of it', () => {
  const calls = new Calls()
  const target = calls.pay({ made: 'approved' }).audit ?? 0
  const voided = calls.pay({ ...lostAfter, operation: 'void', target })
  const refunded = calls.pay({ ...lostAfter, operation: 'refund', target })
  const look = calls.lookup(target, 'voided')
  expect([isSettledBy(voided, look), isSettledBy(refunded, look)]).toEqual([true, false])
})

test('what is kept of a call for a restart has no bodies', () => {
  const text = redactText('text')
  const call = new Calls().pay(lostAfter)
  const whole: Exchange = {
    ...call,
    request: { ...call.request, body: text, unknownMembers: [text] },
    answer: { status: undefined, body: text, undelivered: { status: 200, body: text } },
  }
  expect(withoutBodies(whole)).toEqual({
    ...whole,
    id: 0,
    request: { ...whole.request, body: undefined, unknownMembers: [] },
    answer: { status: undefined, body: undefined, undelivered: undefined },
  })
})
