import { expect, test } from 'vitest'
import * as z from 'zod'
import { noted } from '../../../src/http/contract/note.ts'
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts'
import { examplesOf, requestSchemas } from '../../../src/http/openapi/request-schemas.ts'

const like = (example: unknown) => ({ type: 'string', examples: [example] })
const only = (name: string, example: unknown) => ({ properties: { [name]: like(example) } })

test.each<[string, JsonSchema, object]>([
  ['of a value', like('Ann'), { example: 'Ann' }],
  ['of none but the default', { default: 7 }, { example: 7 }],
  [
    'of each member',
    { properties: { a: like(1), b: { default: 2 } } },
    { example: { a: 1, b: 2 } },
  ],
  [
    'for each alternative',
    { oneOf: [only('card', 1), only('bank', 2)] },
    { card: { card: 1 }, bank: { bank: 2 } },
  ],
  [
    'for each alternative of a member, with the same other members',
    { properties: { name: like('Ann'), method: { oneOf: [only('card', 1), only('bank', 2)] } } },
    { card: { name: 'Ann', method: { card: 1 } }, bank: { name: 'Ann', method: { bank: 2 } } },
  ],
])('examples %s', (_what, schema, expected) => {
  expect(examplesOf(schema)).toEqual(expected)
})

test('a contract without a body has no schema of one', () => {
  const [header, path, query] = [z.object({}), z.object({}), z.object({ a: z.string() })]
  const bare = requestSchemas(z.object({ header, path, query, body: z.undefined() }))
  expect(bare.body).toBeUndefined()
  expect(bare.query).toMatchObject({ properties: { a: { type: 'string' } }, required: ['a'] })
  const body = noted(z.object({ b: z.string() }), { description: 'It.' })
  expect(requestSchemas(z.object({ header, path, query, body })).body).toMatchObject({
    description: 'It.',
  })
})
