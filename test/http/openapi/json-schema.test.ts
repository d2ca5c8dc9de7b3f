import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type Note, noted } from '../../../src/http/contract/note.ts'
import {
  type Components,
  everySchema,
  jsonSchemaOf,
  withReferences,
} from '../../../src/http/openapi/json-schema.ts'

const textual = { type: 'string' } as const

test.each<[string, z.ZodType, Note, object]>([
  [
    'words, an example and error codes',
    z.string(),
    { description: 'A name.', example: 'Ann', errors: ['invalid_type'] },
    {
      ...textual,
      description: 'A name.',
      examples: ['Ann'],
      'x-error-codes': ['invalid_type'],
    },
  ],
  ['nothing', z.string(), {}, textual],
  [
    'the name of a component',
    z.string(),
    { component: 'Name' },
    { ...textual, 'x-component': 'Name' },
  ],
  ['further rules', z.string(), { rules: { maxLength: 3 } }, { ...textual, maxLength: 3 }],
  ['a schema in place of its own', z.string(), { whole: { type: 'integer' } }, { type: 'integer' }],
  [
    'values that may become more',
    z.enum(['a', 'b']),
    { grows: true, description: 'One of them.' },
    { anyOf: [{ ...textual, enum: ['a', 'b'] }, textual], description: 'One of them.' },
  ],
  [
    'exactly one of two members',
    z.object({ a: z.string().optional(), b: z.string().optional() }),
    { exactlyOne: ['a', 'b'] },
    {
      oneOf: [
        { type: 'object', properties: { a: textual }, required: ['a'] },
        { type: 'object', properties: { b: textual }, required: ['b'] },
      ],
    },
  ],
  [
    'exactly one of a single member',
    z.object({ a: z.string().optional() }),
    { exactlyOne: ['a'] },
    { type: 'object', properties: { a: textual }, required: ['a'] },
  ],
])('a schema with a note of %s', (_what, schema, note, expected) => {
  expect(jsonSchemaOf(noted(schema, note))).toEqual(expected)
})

const members = { type: 'object', additionalProperties: textual }

test.each<[string, z.ZodType, object]>([
  ['the pattern of a format', z.email(), { ...textual, format: 'email' }],
  ['a pattern without a format', z.string().regex(/^a$/), { ...textual, pattern: '^a$' }],
  ['that keys are strings', z.record(z.string(), z.string()), members],
  [
    'the rules of keys',
    z.record(z.string().max(3), z.string()),
    { ...members, propertyNames: { ...textual, maxLength: 3 } },
  ],
  ['an empty default', z.record(z.string(), z.string()).default({}), members],
  ['a default', z.string().default('a'), { ...textual, default: 'a' }],
])('%s is said only if it tells something', (_what, schema, expected) => {
  expect(jsonSchemaOf(schema)).toEqual(expected)
})

test('every schema inside a schema is found, and nothing else', () => {
  const inner = { type: 'integer', default: null }
  const properties = { a: inner }
  const outer = { properties, required: ['a'] }
  expect(everySchema(outer)).toEqual([outer, properties, inner, ['a']])
  expect(everySchema(undefined)).toEqual([])
  expect(everySchema(null)).toEqual([])
  expect(everySchema('text')).toEqual([])
})

describe('a named part', () => {
  const named = { ...textual, 'x-component': 'Name' }
  const reference = { $ref: '#/components/schemas/Name' }

  test('is referred to wherever it stands, and kept once', () => {
    const components: Components = new Map()
    const schema = { properties: { a: named }, oneOf: [named, textual], default: null, maximum: 3 }
    expect(withReferences(schema, components)).toEqual({
      properties: { a: reference },
      oneOf: [reference, textual],
      default: null,
      maximum: 3,
    })
    expect([...components]).toEqual([['Name', textual]])
  })

  test('is refused if another one has its name', () => {
    const components: Components = new Map()
    withReferences(named, components)
    expect(withReferences(named, components)).toEqual(reference)
    expect(() => withReferences({ ...named, maxLength: 3 }, components)).toThrow(
      'Two schemas of the contract are called Name',
    )
  })
})
