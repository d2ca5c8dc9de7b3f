import { describe, expect, test } from 'vitest'
import { assumptionsWith } from '../../../../src/domain/assumptions/assumptions.ts'
import { unlistedMerchant } from '../../../../src/domain/merchant.ts'
import { redactMembers, redactText } from '../../../../src/domain/redaction/redacted.ts'
import { DAY } from '../../../../src/domain/time/instant.ts'
import type { TransactionKind } from '../../../../src/domain/transaction/transaction.ts'
import type { TransactionRequest } from '../../../../src/world/commands/transactions/transaction-request.ts'
import { ask, bareWorld, make } from '../../../support/bare-world.ts'
import { useRules } from '../../../support/rules.ts'
import { NOON, refusalOf } from '../../../support/transaction.ts'
import { advance } from '../../../support/world-time.ts'

const declining = { assumptions: assumptionsWith({ rule_refusals: 'decline' }) }

describe('by direct debit', () => {
  const bsb = '062-000'

  test.each<[TransactionKind, string, string | undefined]>([
    ['purchase', 'AUD', undefined],
    ['purchase', 'USD', 'currency_not_supported'],
    ['standalone_refund', 'USD', 'currency_not_supported'],
    ['preauthorisation', 'AUD', 'rail_not_supported'],
  ])('a %s in %s is refused as %s', (operation, currency, refusal) => {
    const { world } = bareWorld(NOON)
    expect(refusalOf(() => ask(world, { operation, bsb }, { currency }))).toBe(refusal)
  })

  test('the refusal names the currencies that there are', () => {
    const { world } = bareWorld(NOON)
    expect(() => ask(world, { bsb }, { currency: 'USD' })).toThrow('A direct debit must be in AUD')
  })

  test('what acts on a debit is held to the currency of that debit only', () => {
    const { world } = bareWorld(NOON)
    const { audit } = make(world, { bsb })
    advance(world, NOON + 10 * DAY)
    const asked = { operation: 'refund', target: audit } as const
    expect(refusalOf(() => ask(world, asked, { currency: 'USD' }))).toBe('currency_mismatch')
    const whole = { amount: undefined, currency: undefined }
    const { audit: other } = make(world, { bsb })
    expect(refusalOf(() => ask(world, { operation: 'void', target: other }, whole))).toBeUndefined()
  })
})

test('a refund of a debit in another currency is declined where that is assumed', () => {
  const { world } = bareWorld(NOON, 'frozen', undefined, declining)
  const { audit: target } = make(world, { bsb: '062-000' })
  advance(world, NOON + 10 * DAY)
  const { transaction } = ask(world, { operation: 'refund', target }, { currency: 'USD' })
  expect(transaction).toMatchObject({ status: 'declined', currency: 'USD' })
})

test('a card may pay in any currency, and be held', () => {
  const { world } = bareWorld(NOON)
  expect(refusalOf(() => ask(world, {}, { currency: 'USD' }))).toBeUndefined()
  expect(refusalOf(() => ask(world, { operation: 'preauthorisation' }))).toBeUndefined()
})

describe('a surcharge', () => {
  const surcharging = { ...unlistedMerchant(1), surcharge: { default: '1' } }
  const key = 'SURCHARGE.PERCENT'

  test.each<[string, Partial<TransactionRequest>, string | undefined]>([
    ['fits into ten digits', { amount: 9_900_990_098 }, undefined],
    ['makes more than ten digits', { amount: 9_999_999_999 }, 'invalid_amount'],
    ['has its key taken', { kvps: { [key]: '5' } }, 'duplicate_kvp'],
    [
      'is none, so that its key is free',
      { kvps: { [key]: '5' }, merchant: unlistedMerchant(1) },
      undefined,
    ],
    [
      'is none, so that the largest amount fits',
      { amount: 9_999_999_999, merchant: unlistedMerchant(1) },
      undefined,
    ],
  ])('that %s', (_what, changes, refusal) => {
    const { world } = bareWorld(NOON)
    const [correlationKey, reference] = [redactText('c-1'), redactText('order 1')]
    const kept = { correlationKey, reference, kvps: redactMembers(changes.kvps ?? {}) }
    const whole = { merchant: surcharging, kept, ...changes }
    expect(refusalOf(() => ask(world, {}, whole))).toBe(refusal)
  })
})

test('standalone refunds need a merchant that is enabled for them, and nothing else does', () => {
  const { world } = bareWorld(NOON)
  const merchant = { ...unlistedMerchant(1), standaloneRefunds: false }
  const operation = 'standalone_refund'
  expect(refusalOf(() => ask(world, { operation }, { merchant }))).toBe('not_refundable')
  expect(refusalOf(() => ask(world, {}, { merchant }))).toBeUndefined()
  expect(refusalOf(() => ask(world, { operation }))).toBeUndefined()
})

describe('what the rules forbid', () => {
  const tooMuch = { operation: 'refund', amount: 1001 } as const

  test('is refused', () => {
    const { world } = bareWorld(NOON)
    const { audit: target } = make(world)
    expect(refusalOf(() => ask(world, { ...tooMuch, target }))).toBe('refund_exceeds_original')
    expect(world.records.size('transactions')).toBe(1)
  })

  test('is declined instead where that is assumed, and what they allow is approved', () => {
    const { world } = bareWorld(NOON, 'frozen', undefined, declining)
    const { audit: target } = make(world)
    expect(make(world, { ...tooMuch, target })).toMatchObject({
      status: 'declined',
      responseCode: '12',
    })
    expect(world.records.transaction(target)?.refunded).toBe(0)
    expect(make(world, { ...tooMuch, target, amount: 1000 }).status).toBe('approved')
  })

  test('does not use up a rule for the answer of the bank, which is not asked', () => {
    const { world } = bareWorld(NOON, 'frozen', undefined, declining)
    const { audit: target } = make(world)
    useRules(world, { when: {}, times: 1, outcome: { responseCode: '51' } })
    expect(make(world, { ...tooMuch, target }).responseCode).toBe('12')
    expect(make(world, { ...tooMuch, target, amount: 1 }).responseCode).toBe('51')
  })
})

describe('a hold', () => {
  const rule = {
    when: { operation: ['completion'] },
    times: 1,
    outcome: { responseCode: '08' },
  } as const

  test('is completed as a rule says until it expires', () => {
    const { world } = bareWorld(NOON)
    const { audit: target } = make(world, { operation: 'preauthorisation' })
    useRules(world, rule)
    advance(world, NOON + 7 * DAY - 1)
    expect(make(world, { operation: 'completion', target }).responseCode).toBe('08')
  })

  test('that has expired is not on record, whatever a rule says, and uses no rule up', () => {
    const { world } = bareWorld(NOON)
    const { audit: target } = make(world, { operation: 'preauthorisation' })
    useRules(world, rule)
    advance(world, NOON + 7 * DAY)
    expect(make(world, { operation: 'completion', target })).toMatchObject({
      status: 'declined',
      responseCode: '25',
    })
    expect(world.rules.countOf('test/rule-1')).toBeUndefined()
  })

  test('that has expired cannot be voided, which is declined where that is assumed', () => {
    const { world } = bareWorld(NOON, 'frozen', undefined, declining)
    const { audit: target } = make(world, { operation: 'preauthorisation' })
    advance(world, NOON + 7 * DAY)
    expect(make(world, { operation: 'void', target }).responseCode).toBe('12')
    expect(make(world, { operation: 'completion', target }).responseCode).toBe('25')
  })
})

test('a transaction of unknown course is decided two seconds after its answer', () => {
  const { world } = bareWorld(NOON)
  const { transaction, decide } = ask(world, {}, {}, 'unknown')
  expect([transaction?.status, decide]).toEqual(['unknown', undefined])
  expect(transaction?.due).toMatchObject([{ at: NOON + 2000, outcome: { status: 'approved' } }])
  advance(world, NOON + 1999)
  expect(world.records.transaction(1_000_001)?.status).toBe('unknown')
  advance(world, NOON + 2000)
  expect(world.records.transaction(1_000_001)?.status).toBe('approved')
})

test('a transaction of late course waits for its decision', () => {
  const { world } = bareWorld(NOON)
  const { transaction, decide } = ask(world, {}, {}, 'late')
  expect(transaction?.status).toBe('unknown')
  expect(decide?.().transaction.status).toBe('approved')
})
