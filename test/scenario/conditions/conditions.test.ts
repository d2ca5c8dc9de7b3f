import { expect, test } from 'vitest'
import { compileNumber } from '../../../src/scenario/conditions/sealed-number.ts'
import { allConditions, conditions, conditionsIn } from '../../../src/scenario/conditions/table.ts'
import {
  exactTexts,
  globTests,
  textCheck,
  textCovers,
} from '../../../src/scenario/conditions/text-condition.ts'
import { parseRuleValue } from '../../../src/scenario/reading/read.ts'
import { purchase } from '../book-of.ts'

test('the conditions of a rule are checked in the order of the table, without those left out', () => {
  const when = { amount: '5', not: { merchant: 1 }, merchant: undefined, operation: 'purchase' }
  const asked = conditionsIn(when as unknown as Parameters<typeof conditionsIn>[0])
  expect(asked.map(({ condition, value }) => [condition.name, value])).toEqual([
    ['operation', 'purchase'],
    ['amount', '5'],
  ])
  expect(allConditions.map(({ order }) => order)).toEqual(allConditions.map((_one, i) => i))
})

function check(globs: readonly string[]) {
  return textCheck('reference', (facts) => facts.reference, globTests(globs))
}

test.each<[readonly string[], string | undefined, boolean]>([
  [['A-1'], 'A-1', true],
  [['A-1'], 'A-2', false],
  [['A-1', 'B*'], 'B-2', true],
  [['A-1', 'B*'], 'C-2', false],
  [['*'], undefined, false],
  [[''], '', true],
])('one of %j matches %s: %s', (globs, reference, isMet) => {
  const view = { facts: { ...purchase, reference }, cents: 5000 }
  expect(check(globs).holds(view)).toBe(isMet)
})

test('what is wanted is told, also that a text is empty', () => {
  expect(check(['A-1', '', 'B*']).wanted).toBe('A-1 or "" or B*')
})

test('rules are found by exact texts only if all of theirs are exact', () => {
  expect(exactTexts(['A', 'B'])).toEqual(['A', 'B'])
  expect(exactTexts(['A', 'B*'])).toBeUndefined()
})

test.each<[readonly string[], readonly string[] | undefined, boolean]>([
  [['A*', 'B*'], ['A1', 'B1'], true],
  [['A*'], ['A1', 'B1'], false],
  [['A*', 'B*'], ['C1'], false],
  [['*'], undefined, false],
])('%j covers all of %j: %s', (wide, narrow, isCovered) => {
  expect(textCovers(wide, narrow)).toBe(isCovered)
  expect(conditions.reference.covers(wide, narrow)).toBe(isCovered)
})

const seal = (secret: string) => `f-${secret.slice(-4)}`

test.each([
  ['4539148803436467', true],
  ['453914xxxxxx6467', true],
  ['4539140000096467', true],
  ['4539148803436475', false],
  ['453914xxxxxxx6467', false],
  ['453914xxxxx6467', false],
  ['453915xxxxxx6467', false],
])('a sealed number may be %s: %s', (text, isMet) => {
  expect(compileNumber('453914xxxxxx6467#f-6467', seal)(text)).toBe(isMet)
})

function refusal(name: keyof typeof conditions, text: string): string | undefined {
  return allConditions.find((one) => one.name === name)?.fact?.refuse(text)?.[0]
}

test.each<[keyof typeof conditions, string, string | undefined]>([
  ['merchant', '1', undefined],
  ['merchant', '2147483647', undefined],
  ['merchant', '2147483648', 'out_of_range'],
  ['merchant', '0', 'out_of_range'],
  ['merchant', '01', 'out_of_range'],
  ['merchant', 'one', 'out_of_range'],
  ['token_name', 'x', undefined],
  ['token_name', 'x'.repeat(50), undefined],
  ['token_name', 'x'.repeat(51), 'invalid_length'],
  ['user', '', 'invalid_length'],
  ['user', '😀'.repeat(255), undefined],
  ['user', '😀'.repeat(256), 'invalid_length'],
  ['reference', 'caf\u00e9', 'invalid_characters'],
  ['pan', '4111111111111111', undefined],
  ['pan', '4111111111111112', 'invalid_pan'],
  ['pan', '9000000000000001', undefined],
  ['pan', '411111111111', 'invalid_pan'],
  ['virtual_pan', '9000000000000001', undefined],
  ['virtual_pan', '4111111111111111', 'invalid_pan'],
  ['virtual_pan', '900000000000', 'invalid_pan'],
  ['virtual_pan', 'card', 'invalid_pan'],
])('a request with %s %s is refused for %s', (name, text, code) => {
  expect(refusal(name, text)).toBe(code)
})

test.each([
  [{ user: '😀'.repeat(255) }, []],
  [{ user: '😀'.repeat(256) }, ['when.user: expected at most 255 characters']],
  [{ amount: { min: 5, max: 5 } }, []],
  [{ amount: '1234567890' }, []],
  [{ cvv: '123' }, []],
  [{ cvv: '1*' }, []],
])('a rule for %j is judged by what a request can have', async (when, messages) => {
  const { errors } = await parseRuleValue({ when, outcome: {} })
  expect(errors.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(messages)
})

test('an expiry is an example of itself, unless it is a glob', () => {
  const { example } = allConditions.find(({ name }) => name === 'expiry')?.trigger ?? {}
  expect([example?.('1227', '51', ['1227']), example?.('12*', '51', ['12*'])]).toEqual(['1227', ''])
})
