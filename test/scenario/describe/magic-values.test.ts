import { expect, test } from 'vitest'
import { isPan } from '../../../src/base/redaction/card-number.ts'
import { redactMembers } from '../../../src/base/redaction/redacted.ts'
import { examplePan, exampleText } from '../../../src/scenario/conditions/example-value.ts'
import { describeOutcome } from '../../../src/scenario/describe/describe-rule.ts'
import { magicValues } from '../../../src/scenario/describe/magic-values.ts'
import { defaultScenario } from '../../../src/scenario/library.ts'
import { composeScenario } from '../../../src/scenario/reading/compose.ts'
import type { OutcomeDocument, RuleDocument } from '../../../src/scenario/scenario-document.ts'

function valuesOf(rules: readonly RuleDocument[]) {
  return magicValues([composeScenario({ name: 'own', rules }, () => undefined)])
}

test('each alternative of a rule is a row with a value to send', async () => {
  const rules = [
    {
      name: 'card',
      when: { pan: ['400000?0000000??', '5555*'] },
      outcome: { response_code: 'from-pan' },
    },
    { name: 'bsb', when: { method: 'direct_debit', bsb: '032-05?' }, outcome: { resolves: [] } },
  ] as const
  expect(valuesOf(rules)).toEqual([
    {
      kind: 'card',
      pattern: '400000?0000000??',
      example: '4000000000000051',
      only: '',
      effect: "the bank's code is the card's last two digits",
      operations: [],
      rule: 'own/card',
    },
    {
      kind: 'card',
      pattern: '5555*',
      example: '5555003000000051',
      only: '',
      effect: "the bank's code is the card's last two digits",
      operations: [],
      rule: 'own/card',
    },
    {
      kind: 'bsb',
      pattern: '032-05?',
      example: '032-050',
      only: 'direct debits',
      effect: 'stays pending',
      operations: [],
      rule: 'own/bsb',
    },
  ])
})

const triggers: readonly (readonly [RuleDocument['when'], string, string, string, string])[] = [
  [{ amount: '10000??' }, 'amount', '10000??', '1000000', ''],
  [{ amount: { min: 500 } }, 'amount', 'at least 500', '500', ''],
  [{ amount: { max: 500 } }, 'amount', 'at most 500', '500', ''],
  [{ amount: {} }, 'amount', 'any', '100', ''],
  [{ amount: '?00' }, 'amount', '?00', '100', ''],
  [{ cvv: '9??', merchant: 2 }, 'cvv', '9??', '900', 'merchant 2'],
  [{ account_number: '12*' }, 'account', '12*', '12', ''],
  [{ virtual_pan: '*', pan: '4*' }, 'card', '4*', '4000001000000000', 'with virtual_pan'],
  [{ virtual_pan: '*' }, 'virtual pan', '*', '', ''],
  [{ reference: 'FAIL-*' }, 'reference', 'FAIL-*', 'FAIL-', ''],
  [{ kvp: { RISK: 'high' } }, 'kvp', 'RISK=high', 'RISK=high', ''],
  [{ customer_reference: 'C1' }, 'customer', 'C1', 'C1', ''],
  [{ token_name: 'old' }, 'token', 'old', 'old', ''],
  [{ operation: ['lookup', 'search'] }, 'any request', '', '', 'lookup, search'],
  [{ currency: ['USD', 'NZD'] }, 'any request', '', '', 'currency USD or NZD'],
  [
    {
      operation: [
        'purchase',
        'preauthorisation',
        'completion',
        'refund',
        'standalone_refund',
        'void',
      ],
      method: 'card',
    },
    'any request',
    '',
    '',
    'transactions; cards',
  ],
]

test.each(triggers)('%j is shown as %s %s', async (when, kind, pattern, example, only) => {
  const rows = valuesOf([{ name: 'r', when: when ?? {}, outcome: {} }])
  expect(rows).toMatchObject([
    { kind, pattern, example, only, effect: 'approved, with a normal response', rule: 'own/r' },
  ])
})

test('how often a rule holds is part of its effect', async () => {
  const values = valuesOf([
    { name: 'a', times: 1, outcome: { drift: true } },
    { name: 'b', skip: 2, times: 3, outcome: { drift: true } },
    { name: 'c', skip: 1, outcome: { drift: true } },
    { name: 'd', every: 3, outcome: { drift: true } },
    { name: 'e', chance: '20%', outcome: { drift: true } },
    { name: 'f', times: 1, per: 'reference', outcome: { drift: true } },
    { name: 'g', skip: 2, every: 11, per: 'merchant', outcome: { drift: true } },
  ])
  const effects = values.map(({ effect }) => effect)
  expect(effects).toEqual([
    'a valid response with undocumented values, once',
    'a valid response with undocumented values, after the first 2, at most 3 times',
    'a valid response with undocumented values, after the first',
    'a valid response with undocumented values, every 3rd',
    'a valid response with undocumented values, 20% of the time',
    'a valid response with undocumented values, once per reference',
    'a valid response with undocumented values, after the first 2, every 11th, per merchant',
  ])
})

test.each<[OutcomeDocument, string]>([
  [{ response_code: '05' }, 'declined 05 (Do not honour)'],
  [{ response_code: '00' }, 'approved 00 (Approved)'],
  [{ status: 'declined', response_code: '6' }, 'declined 6 (Refer to customer)'],
  [
    { status: 'approved', response_code: 'from-amount' },
    "approved with the amount's last two digits as its code",
  ],
  [{ status: 'error', gateway_status_code: 20 }, 'error, gateway status 20 (Acquirer unreachable)'],
  [{ response_message: 'No' }, 'message "No"'],
  [{ kvps: redactMembers({ A: 'x', B: 'y' }) }, 'KVPs A, B'],
  [{ delay: '2000ms', expires: 'at-once' }, 'approved, expires at once, response after 2s'],
  [
    { resolves: [{ after: '2 banking days', status: 'error' }] },
    'pending, then error after 2 banking days',
  ],
  [{ fault: { at: 'after', garbage: true } }, 'processed, then a response that is not JSON'],
  [{ fault: { at: 'before', hang: '5000ms' } }, 'no response for 5s; not processed'],
  [{ fault: { at: 'after', dribble: '500ms' } }, 'processed, then response spread over 500ms'],
])('%j reads: %s', (outcome, words) => {
  expect(describeOutcome(outcome)).toBe(words)
})

test.each([
  ['4*', '4000001000000000'],
  ['37*', '370000200000000'],
  ['36*', '36000040000000'],
  ['*1111', '4000003000001111'],
  ['4111111111111111', '4111111111111111'],
  ['*', '4000001000000000'],
])('the pattern %s has the valid example %s', (glob, example) => {
  expect(examplePan(glob)).toBe(example)
  expect(isPan(example)).toBe(true)
})

test('a number that no wildcard can fix has no example', () => {
  expect(examplePan('4111111111111112')).toBeUndefined()
})

test('an example text is never empty', () => {
  expect(exampleText('*')).toBe('1')
})

test('every card of the default scenario has a valid example, and a rule is listed once', async () => {
  const scenario = composeScenario(defaultScenario, () => undefined)
  const rows = magicValues([scenario, scenario])
  const cards = rows.filter(({ kind }) => kind === 'card')
  expect(cards.every(({ example }) => isPan(example))).toBe(true)
  expect(cards.map(({ example }) => example)).toContain('4000000000000051')
  expect(rows).toEqual(magicValues([scenario]))
})

test.each([
  [{}, []],
  [{ operation: ['purchase'] }, ['purchase']],
  [{ operation: ['lookup', 'search'] }, ['lookup', 'search']],
  [
    { not: { operation: ['purchase'] } },
    ['preauthorisation', 'standalone_refund', 'completion', 'refund', 'void'],
  ],
  [{ not: { operation: ['purchase'], merchant: [2] } }, []],
] as const)('a value of a rule with %j is for %j', (when, operations) => {
  const [value] = valuesOf([
    { name: 'card', when: { ...when, reference: 'A' }, outcome: { headers: { a: 'b' } } },
  ])
  expect(value?.operations).toEqual(operations)
})
