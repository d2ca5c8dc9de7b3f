import { expect, test } from 'vitest'
import { ConsideredRules } from '../../../src/scenario/describe/considered-rules.ts'
import { type MatchContext, matchRules } from '../../../src/scenario/matching/match.ts'
import type { RuleBook } from '../../../src/scenario/matching/rule-book.ts'
import type { Facts } from '../../../src/scenario/rule.ts'
import { bookOf, debit, fingerprint, purchase, ruleBook } from '../book-of.ts'

const outcome = { status: 'declined' } as const
const afresh = { countOf: () => undefined, seed: 1, fingerprint }

/** Why each rule that was tried has no say. */
async function reasons(book: RuleBook, facts: Facts, by: MatchContext = afresh) {
  const { rules, considered } = matchRules(book, facts, by)
  const { tried } = new ConsideredRules(considered, facts)
  return { rule: rules[0], tried: tried.map(({ id, reason }) => ({ id, reason })) }
}

test('each rule tried says the first condition that failed', async () => {
  const book = bookOf([
    { name: 'operation', when: { operation: ['void', 'refund'] }, outcome },
    { name: 'merchant', when: { merchant: 2, amount: '1' }, outcome },
    { name: 'method', when: { method: 'direct_debit' }, outcome },
    { name: 'amount', when: { amount: '10000??' }, outcome },
    { name: 'range', when: { amount: { min: 5001, max: 9000 } }, outcome },
    { name: 'least', when: { amount: { min: 5001 } }, outcome },
    { name: 'most', when: { amount: { max: 4999 } }, outcome },
    { name: 'pan', when: { pan: ['5*', '4000*'] }, outcome },
    { name: 'cvv', when: { cvv: '911' }, outcome },
    { name: 'bsb', when: { bsb: '032-05?' }, outcome },
    { name: 'kvp', when: { kvp: { SHOP: 'south' } }, outcome },
    { name: 'card_type', when: { card_type: '' }, outcome },
    { name: 'hit', when: { reference: 'ORDER-*' }, outcome },
    { name: 'behind', outcome },
  ])
  const { rule, tried } = await reasons(book, purchase)
  expect(rule?.id).toBe('own/hit')
  expect(tried).toEqual([
    { id: 'own/operation', reason: 'operation is purchase, not void or refund' },
    { id: 'own/merchant', reason: 'merchant is 1, not 2' },
    { id: 'own/method', reason: 'method is card, not direct_debit' },
    { id: 'own/amount', reason: 'amount is 5000, not 10000??' },
    { id: 'own/range', reason: 'amount is 5000, not 5001 to 9000' },
    { id: 'own/least', reason: 'amount is 5000, not at least 5001' },
    { id: 'own/most', reason: 'amount is 5000, not at most 4999' },
    { id: 'own/pan', reason: 'pan is 411111xxxxxx1111, not 5* or 4000*' },
    { id: 'own/cvv', reason: 'cvv is xxx, not 911' },
    { id: 'own/bsb', reason: 'the request has no bsb; wanted 032-05?' },
    { id: 'own/kvp', reason: 'kvp SHOP is north, not south' },
    { id: 'own/card_type', reason: 'card_type is visa, not ""' },
    { id: 'own/behind', reason: 'earlier rules decide all its layers' },
  ])
})

test('a rule that holds may be used up or still waiting', async () => {
  const book = bookOf([
    { name: 'used', times: 2, outcome },
    { name: 'waiting', skip: 3, outcome },
  ])
  const counts = new Map([
    ['own/used', { seen: 2, hits: 2 }],
    ['own/waiting', { seen: 0, hits: 0 }],
  ])
  expect(
    await reasons(book, purchase, { countOf: (id) => counts.get(id), seed: 1, fingerprint }),
  ).toEqual({
    rule: undefined,
    tried: [
      { id: 'own/used', reason: 'used up (2 of 2)' },
      { id: 'own/waiting', reason: 'skipped (1 of 3)' },
    ],
  })
})

test('a rule that counts separately says for which value, unless that is a fingerprint', async () => {
  const book = bookOf([
    { name: 'order', times: 1, per: 'reference', outcome },
    { name: 'merchant', skip: 2, per: 'merchant', outcome },
    { name: 'card', times: 1, per: 'card', outcome },
  ])
  const countOf = () => ({ seen: 1, hits: 1 })
  const facts: Facts = { ...purchase, reference: 'lose-B' }
  expect(
    (await reasons(book, facts, { countOf, seed: 1, fingerprint: () => 'f' })).tried.map(
      ({ reason }) => reason,
    ),
  ).toEqual([
    'used up (1 of 1) for reference lose-B',
    'skipped (2 of 2) for merchant 1',
    'used up (1 of 1) for this card',
  ])
})

test('a rule for every nth request says which one this is', async () => {
  const book = bookOf([{ name: 'third', skip: 1, every: 3, outcome }])
  const told = async (seen: number) =>
    (await reasons(book, purchase, { countOf: () => ({ seen, hits: 0 }), seed: 1, fingerprint }))
      .tried[0]?.reason
  expect(await told(1)).toBe('not its turn (every 3rd; this is the 1st)')
  expect(await told(2)).toBe('not its turn (every 3rd; this is the 2nd)')
  expect(await told(3)).toBeUndefined()
})

test('an explanation masks account numbers and shows an empty text', async () => {
  const book = bookOf([
    { name: 'account', when: { account_number: '99' }, outcome },
    { name: 'reference', when: { reference: 'x' }, outcome },
  ])
  const facts: Facts = { ...debit, reference: '' }
  expect((await reasons(book, facts)).tried.map(({ reason }) => reason)).toEqual([
    'account_number is xxxxx678, not 99',
    'reference is "", not x',
  ])
})

test('a rule whose conditions hold says why its outcome cannot affect the request', async () => {
  const book = bookOf([
    { name: 'decline', outcome },
    { name: 'expire', outcome: { expires: 'at-once' } },
    { name: 'cents', outcome: { response_code: 'from-amount' } },
    { name: 'digits', outcome: { response_code: 'from-pan' } },
    { name: 'slow', outcome: { delay: '1s' } },
  ])
  const lookup: Facts = { operation: 'lookup', merchant: 1 }
  const made = 'its outcome cannot affect lookup: no transaction is made'
  const seen = await reasons(book, lookup)
  expect(seen.rule?.id).toBe('own/slow')
  expect(seen.tried.map(({ reason }) => reason)).toEqual([made, made, made, made])
  const others = book.entries.slice(1).map(({ rule }) => rule)
  const rest = ruleBook([], others)
  const voided: Facts = { operation: 'void', merchant: 1, method: 'direct_debit', bsb: '032-051' }
  expect((await reasons(rest, voided)).tried.map(({ reason }) => reason)).toEqual([
    'its outcome cannot affect void: only a preauthorisation expires',
    'its outcome cannot affect void: there is no amount to take the code from',
    'the request has no pan to take the code from',
  ])
})
