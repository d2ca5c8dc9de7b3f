import { expect, test } from 'vitest'
import { didYouMean, nearestWord } from '../../../src/base/text/nearest-word.ts'

const words = ['operation', 'merchant', 'method', 'amount', 'response_code', 'reference', 'kvp']

test.each([
  ['opeartion', 'operation'],
  ['operatoin', 'operation'],
  ['operations', 'operation'],
  ['Amount', 'amount'],
  ['ammount', 'amount'],
  ['responseCode', 'response_code'],
  ['response-code', 'response_code'],
  ['refernce', 'reference'],
  ['kvps', 'kvp'],
  ['metod', 'method'],
])('%s was meant to be %s', (word, meant) => {
  expect(nearestWord(word, words)).toBe(meant)
})

test.each([['colour'], ['x'], [''], ['when']])('%j is near to none', (word) => {
  expect(nearestWord(word, words)).toBeUndefined()
})

test('a word that is a part of only one name means this name, unless another is a letter away', () => {
  const keys = [
    'account_number',
    'amount',
    'response_code',
    'gateway_status_code',
    'cards',
    'card_type',
  ]
  expect(nearestWord('account', keys)).toBe('account_number')
  expect(nearestWord('code', keys)).toBeUndefined()
  expect(nearestWord('card', keys)).toBe('cards')
})

test('of two equally near words the first is proposed', () => {
  expect(nearestWord('cat', ['car', 'cap'])).toBe('car')
})

test('a proposal is a half sentence, and nothing where there is none', () => {
  expect(didYouMean('opeartion', words)).toBe(". Did you mean 'operation'?")
  expect(didYouMean('colour', words)).toBe('')
})
