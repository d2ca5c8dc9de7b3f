import { expect, test } from 'vitest'
import * as z from 'zod'
import { readYaml, readYamlDocument } from '../../../src/base/documents/yaml-document.ts'

const schema = z.strictObject({
  port: z.int().default(7263),
  host: z.string().optional(),
  users: z.array(z.strictObject({ name: z.string(), token: z.string().nullable() })).optional(),
  limits: z.record(z.string(), z.strictObject({ max: z.number() })).optional(),
  data: z.string().nullish(),
})

test('a sound text becomes a value with its defaults', async () => {
  expect(await readYamlDocument('host: here', 'c.yaml', schema)).toEqual({
    value: { port: 7263, host: 'here' },
    complaints: [],
  })
})

test('faults have their places at any depth, through lists, maps and wrappers', async () => {
  const text = `prot: 1
host: 5
users:
  - { name: a, token: null }
  - name: b
    tokn: x
limits:
  day: { mx: 5, max: "9" }
data:
`
  const { value, complaints } = await readYamlDocument(text, 'c.yaml', schema)
  expect(value).toBeUndefined()
  const seen = complaints.map(({ line, column, path, message }) => [line, column, path, message])
  expect(seen).toEqual([
    [2, 7, ['host'], 'expected a string, found 5; write it in quotes: "5"'],
    [5, 5, ['users', 1, 'token'], 'this key is missing'],
    [6, 5, ['users', 1, 'tokn'], "unknown key 'tokn'. Did you mean 'token'?"],
    [8, 22, ['limits', 'day', 'max'], 'expected a number, found the text "9"'],
    [8, 10, ['limits', 'day', 'mx'], "unknown key 'mx'. Did you mean 'max'?"],
    [1, 1, ['prot'], "unknown key 'prot'. Did you mean 'port'?"],
  ])
})

test('a key without a value is complained of at the key', async () => {
  const { complaints } = await readYamlDocument('port: 1\nhost:\n', 'c.yaml', schema)
  expect(complaints).toEqual([
    {
      file: 'c.yaml',
      line: 2,
      column: 6,
      path: ['host'],
      message: 'expected a string, found nothing',
    },
  ])
})

test('a text that is not YAML is reported with its line', async () => {
  const { value, complaints } = await readYamlDocument('port: 1\n\thost: x\n', 'c.yaml', schema)
  expect(value).toBeUndefined()
  expect(complaints[0]).toMatchObject({ file: 'c.yaml', line: 2 })
})

test('an alias that leads nowhere is reported with its place', async () => {
  const { complaints } = await readYamlDocument('port: 1\nhost: *here\n', 'c.yaml', schema)
  expect(complaints).toMatchObject([
    { line: 2, column: 7, message: expect.stringContaining('Unresolved alias') },
  ])
})

test.each([
  ['lists', `host: ${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['mappings', `host: ${'{a: '.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['dashes', `users: \n${'- '.repeat(50_000)}1`],
])('a text of %s in each other, 50 000 levels deep, is refused', async (_what, text) => {
  const { value, complaints } = await readYamlDocument(text, 'c.yaml', schema)
  expect(value).toBeUndefined()
  expect(new Set(complaints.map(({ message }) => message))).toEqual(
    new Set(['this is nested too deeply to be read']),
  )
})

test('a merge key is refused as what it is', async () => {
  const text = 'limits:\n  day: &day { max: 1 }\n  week: { <<: *day }\n'
  const { complaints } = await readYamlDocument(text, 'c.yaml', schema)
  expect(complaints.map(({ line, message }) => [line, message])).toContainEqual([
    3,
    "YAML's merge key '<<' is not supported; write the fields out",
  ])
})

test('aliases that multiply are refused', async () => {
  const list = (name: string) => `[${Array(9).fill(`*${name}`).join(', ')}]`
  const text = `a: &a [x]\nb: &b ${list('a')}\nc: &c ${list('b')}\nd: &d ${list('c')}\ne: ${list('d')}\n`
  const { value, complaints } = await readYamlDocument(text, 'c.yaml', schema)
  expect(value).toBeUndefined()
  expect(complaints[0]?.message).toContain('Excessive alias count')
})

test('a long list is read as a short one, with aliases and the places of faults', async () => {
  const entry = (i: number) => (i === 700 ? '  - *first\n' : `  - { n: ${i} }\n`)
  const entries = Array.from({ length: 1000 }, (_, i) =>
    i === 0 ? '  - &first { n: 0 }\n' : entry(i),
  )
  const read = await readYaml(`name: long\nlist:\n${entries.join('')}after: 1\n`, 'c.yaml')
  const list = Array.from({ length: 1000 }, (_, i) => ({ n: i === 700 ? 0 : i }))
  expect(read.complaints).toEqual([])
  expect(read.text?.value).toEqual({ name: 'long', list, after: 1 })
  const fault = read.text?.locate({ path: ['list', 900, 'n'], message: 'wrong' })
  expect(fault).toMatchObject({ line: 903, column: 10 })
  entries[800] = '  - { n: 1, n: 2 }\n'
  const twice = await readYaml(`list:\n${entries.join('')}`, 'c.yaml')
  expect(twice.complaints).toMatchObject([
    { line: 802, message: 'this key is there twice; keep one of them' },
  ])
})

test.each([
  ['a: [1, 2\nb: 3\n', "a bracket is not closed: ']' is missing here or above"],
  ['a: {b: 1\n', "a bracket is not closed: '}' is missing here or above"],
  ['{"a":{"b":1}', "a bracket is not closed: '}' is missing here or above"],
  ['a:\n\t- b\n', 'this line is indented with a tab; use spaces'],
  ['a: b: c\n', 'two keys on one line; put text with a colon in quotes'],
  ['a: @x\n', 'a string cannot begin with this character; put it in quotes'],
  ['rules\nname: x\n', 'a key must be on one line; is a colon or a quote missing?'],
  [
    'a:\n  - b: 1\n   c: 2\n',
    "an entry of a list begins with '- '; is this line indented as the entry above it?",
  ],
])('broken YAML %j is explained in plain words', async (text, message) => {
  const { complaints } = await readYamlDocument(text, 'c.yaml', schema)
  expect(complaints.map((one) => one.message)).toContain(message)
})
