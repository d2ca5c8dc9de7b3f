import { describe, expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { DAY } from '../../../src/domain/time/instant.ts'
import {
  checkCompletion,
  expiredAt,
  isCompletable,
  isPastExpiry,
} from '../../../src/domain/transaction/acting-on-target.ts'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import { hold, NOON, refusalOf, transaction } from '../../support/transaction.ts'

const completed = { completions: 1, completed: 400 }
const inAud = { amount: 1000, currency: 'AUD' }

function refusal(target: Transaction, requested = inAud, perPreauthorisation = 1) {
  const assumptions = {
    ...defaultAssumptions,
    completions_per_preauthorisation: perPreauthorisation,
  }
  return refusalOf(() => checkCompletion(target, requested, assumptions))
}

test.each([
  ['a hold', hold(), undefined],
  ['a declined one', hold({ status: 'declined' }), 'not_completable'],
  ['one that failed', hold({ status: 'error' }), 'not_completable'],
  ['an undecided one', hold({ status: 'unknown' }), 'not_completable'],
  ['a voided one', hold({ status: 'voided' }), 'not_completable'],
  ['one whose void is under way', hold({ voiding: true }), 'not_completable'],
  ['a completed one', hold(completed), 'already_completed'],
  [
    'a completed one that was voided',
    hold({ ...completed, status: 'voided' }),
    'already_completed',
  ],
  ['a purchase', transaction(), 'not_completable'],
  ['a completion', transaction({ kind: 'completion' }), 'not_completable'],
  ['a refund', transaction({ kind: 'refund' }), 'not_completable'],
  ['a void', transaction({ kind: 'void' }), 'not_completable'],
])('completing %s', (_what, target, expected) => {
  expect(refusal(target)).toBe(expected)
  expect(isCompletable(target, NOON, defaultAssumptions)).toBe(expected === undefined)
})

test.each([
  [1, 'AUD', undefined],
  [1000, 'AUD', undefined],
  [1001, 'AUD', 'amount_exceeds_preauthorisation'],
  [1000, 'NZD', 'currency_mismatch'],
  [1001, 'NZD', 'currency_mismatch'],
])('completing a hold of 1000 AUD with %i %s', (amount, currency, expected) => {
  expect(refusal(hold(), { amount, currency })).toBe(expected)
})

test('the amount is compared before surcharge, not with the total', () => {
  const surcharged = hold({ amount: 1000, total: 1015 })
  expect(refusal(surcharged, { amount: 1001, currency: 'AUD' })).toBe(
    'amount_exceeds_preauthorisation',
  )
})

describe('where several completions are assumed', () => {
  test.each([
    ['the rest', hold(completed), 600, undefined],
    ['more than the rest', hold(completed), 601, 'amount_exceeds_preauthorisation'],
    ['nothing left', hold({ completions: 1, completed: 1000 }), 1, 'already_completed'],
    ['too many', hold({ completions: 2, completed: 2 }), 1, 'already_completed'],
  ])('%s', (_what, target, amount, expected) => {
    expect(refusal(target, { amount, currency: 'AUD' }, 2)).toBe(expected)
  })
})

describe('an expired hold', () => {
  const target = hold()
  const end = NOON + 7 * DAY

  test.each([
    [end - 1, false],
    [end, true],
    [end + 1, true],
  ])('at %i: expired %s', (now, expected) => {
    expect(isPastExpiry(target, now)).toBe(expected)
    expect(isCompletable(target, now, defaultAssumptions)).toBe(!expected)
  })

  test.each([
    ['before its end', target, end - 1, undefined],
    ['that nobody completed', target, end, end],
    ['long ago', target, end + DAY, end],
    ['that is completed', hold(completed), end, undefined],
    ['that was declined', hold({ status: 'declined' }), end, undefined],
    ['whose void is under way', hold({ voiding: true }), end, undefined],
  ])('%s: when it could no longer be completed', (_what, one, now, expected) => {
    expect(expiredAt(one, now, defaultAssumptions)).toBe(expected)
  })
})
