import { expect, test } from 'vitest'
import { composeScenario } from '../../../src/scenario/reading/compose.ts'
import type { Facts, Scenario } from '../../../src/scenario/rule.ts'
import type { WhenDocument } from '../../../src/scenario/scenario-document.ts'
import { Asker, bookOf, debit, purchase, ruleBook } from '../book-of.ts'

const outcome = { status: 'declined' } as const
const token: Facts = {
  ...purchase,
  pan: '400000xxxxxx0051',
  virtual_pan: '9000000000000001',
  token_name: 'work card',
  customer_reference: 'C-9',
}
const { amount: _amount, currency: _currency, ...bare } = purchase
const voided: Facts = { ...bare, operation: 'void', pan: '411111xxxxxx1111' }

const met: readonly (readonly [WhenDocument, Facts])[] = [
  [{}, purchase],
  [{ operation: ['void', 'purchase'] }, purchase],
  [{ merchant: 1 }, purchase],
  [{ amount: 5000 }, purchase],
  [{ amount: ['1', 5000] }, purchase],
  [{ amount: {} }, purchase],
  [{ pan: '4111111111111111' }, voided],
  [{ pan: '400000?0000000??' }, token],
  [{ card_type: '' }, { ...purchase, card_type: '' }],
  [{ bsb: '062001' }, debit],
  [{ bsb: '062-00?' }, { ...debit, bsb: '062001' }],
  [{ account_number: '12345678' }, { ...debit, account_number: 'xxxxx678' }],
  [{ kvp: { SHOP: ['south', 'n*'], TILL: '?' } }, purchase],
]

test.each(met)('%j holds', (when, facts) => {
  const match = new Asker(bookOf([{ name: 'r', when, outcome }])).ask(facts)
  expect(match.rules.map(({ id }) => id)).toEqual(['own/r'])
  expect(match.counts).toEqual([{ key: 'own/r', count: { seen: 1, hits: 1 } }])
})

test('of two rules with one id the first stays', () => {
  const base = { name: 'base', rules: [{ name: 'r', outcome }] }
  const find = () => base
  const one = composeScenario({ name: 'one', extends: ['base'] }, find)
  const two = composeScenario({ name: 'two', extends: ['base'] }, find)
  expect(ruleBook([one, two], []).entries).toHaveLength(1)
})

test('a copy does what the scenario that wrote it says now, behind the rules of all that are loaded', () => {
  const base = (response_code: string) => ({
    name: 'base',
    rules: [{ name: 'r', outcome: { response_code } }],
  })
  const [before, now] = [base('51'), base('54')]
  const top = composeScenario({ name: 'top', extends: ['base'] }, () => before)
  const other = composeScenario({ name: 'other', rules: [{ name: 'r', outcome }] }, () => undefined)
  const codes = (scenarios: readonly Scenario[]) =>
    ruleBook(scenarios, []).entries.map(({ rule }) => [rule.id, rule.rule.outcome.response_code])
  const written = composeScenario(now, () => undefined)
  expect(codes([top, other, written])).toEqual([
    ['other/r', undefined],
    ['base/r', '54'],
  ])
  expect(codes([top, other])).toEqual([
    ['other/r', undefined],
    ['base/r', '51'],
  ])
})

test.each<[string, (i: number) => WhenDocument]>([
  ['another amount', (i) => ({ amount: String(100_000 + i) })],
  ['other references', (i) => ({ reference: [`x${i}`, `y${i}`], merchant: 1 })],
  ['amounts that begin otherwise', (i) => ({ amount: `1000${i}?` })],
  ['cards that begin otherwise', (i) => ({ pan: `4${String(i).padStart(5, '0')}*`, amount: '*' })],
  ['another CVV', (i) => ({ cvv: String(1000 + i) })],
  ['another BSB', (i) => ({ bsb: `032-${String(i).padStart(3, '0')}` })],
  ['another call', () => ({ operation: 'refund' })],
  ['every other call', () => ({ not: { operation: 'purchase' } })],
])('of a thousand rules for %s, none is looked at', (_title, when) => {
  const rules = Array.from({ length: 1000 }, (_, i) => ({
    name: `rule ${i}`,
    when: when(i),
    outcome: { response_code: '51' },
  }))
  expect(bookOf(rules).candidates(purchase)).toEqual([])
})
