import { expect, test } from 'vitest'
import { creating } from '../../../src/scenario/conditions/carriers.ts'
import { whenText } from '../../../src/scenario/describe/describe-rule.ts'

const numbers = (count: number) => Array.from({ length: count }, (_none, i) => i + 1)
const twenty = numbers(20).join(' or ')

test.each<[object, string]>([
  [{}, 'always'],
  [{ operation: ['purchase'] }, 'purchase'],
  [{ operation: 'purchase' }, 'operation purchase'],
  [{ operation: ['purchase', 'void'] }, 'purchase or void'],
  [{ operation: creating }, 'transactions'],
  [{ operation: [...creating, 'lookup'] }, 'transactions'],
  [{ merchant: [1, 2] }, 'merchant 1 or 2'],
  [{ pan: '*' }, 'any pan'],
  [{ pan: '4*', amount: '5000' }, 'pan 4*, amount 5000'],
  [{ amount: { min: 5 } }, 'amount from 5'],
  [{ amount: { min: 5, max: 90 } }, 'amount from 5 to 90'],
  [
    { not: { amount: { max: 90 }, currency: ['AUD', 'NZD'] } },
    'not amount to 90, not currency AUD or NZD',
  ],
  [{ kvp: { SHOP: ['north', 'south'], TILL: '4' } }, 'kvp SHOP=north or south TILL=4'],
  [{ kvp: { min: '5', constructor: 'x' } }, 'kvp min=5 constructor=x'],
  [{ per: null }, 'per null'],
  [{ merchant: numbers(20) }, `merchant ${twenty}`],
  [{ merchant: numbers(22) }, `merchant ${twenty} or 2 others`],
  [{ merchant: numbers(25) }, `merchant ${twenty} or 5 others`],
])('%j is shown as %s', (when, text) => {
  expect(whenText(when)).toBe(text)
})
