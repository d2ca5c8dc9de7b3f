import { readdir, readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { scenarioJsonSchema } from '../../../src/scenario/reading/schema/schema.ts'

const folder = new URL('../../../scenarios/', import.meta.url)
const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'))
const validate = new Ajv({ strict: false }).compile(scenarioJsonSchema())

test.each(files)('an editor finds no fault in %s', async (file) => {
  validate(parse(await readFile(new URL(file, folder), 'utf8')))
  expect(validate.errors).toBeNull()
})

test.each([
  [{}],
  [{ name: 'a', rule: [] }],
  [{ name: 'a', rules: [{ when: { operation: 'pay' }, outcome: {} }] }],
  [{ name: 'a', rules: [{ outcome: { response_code: 5 } }] }],
  [{ name: 'a', rules: [{ outcome: { fault: { at: 'before', reset: true, hang: true } } }] }],
])('an editor refuses %j', (document) => {
  expect(validate(document)).toBe(false)
})

test('an editor proposes the card types', () => {
  const whens = JSON.stringify(scenarioJsonSchema())
  const words = '"enum":["visa","mastercard","amex","diners","jcb","unionpay","discover",""]'
  // Alone and in a list, in `when` and in `not`.
  expect(whens.split(words)).toHaveLength(5)
})

test('an editor can explain every key', () => {
  const undescribed = keysWithout(scenarioJsonSchema(), '')
  expect(undescribed).toEqual([])
})

function keysWithout(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object.entries((schema as { properties?: object }).properties ?? {}).filter(
    ([, member]) => !('description' in member),
  )
  const inner = Object.entries(schema).flatMap(([key, part]) => keysWithout(part, `${path}/${key}`))
  return [...own.map(([key]) => `${path}/${key}`), ...inner]
}
