import { expect, test } from 'vitest'
import * as z from 'zod'
import { complaintText, excerpt } from '../../../src/base/documents/complaint.ts'
import { readYamlDocument } from '../../../src/base/documents/yaml-document.ts'

const schema = z.strictObject({ kind: z.enum(['a', 'b']).optional(), name: z.string().optional() })

async function complaints(text: string): Promise<readonly string[]> {
  const read = await readYamlDocument(text, 'c.yaml', schema)
  return read.complaints.map(complaintText)
}

const long = 'x'.repeat(5000)

test.each([
  [
    'a text in place of a map',
    long,
    /^c\.yaml:1:1: expected a map of keys, found the text "x{80}…"$/,
  ],
  ['a key', `${'x'.repeat(1000)}: 1`, /x…: unknown key 'x{80}…'; known: kind, name$/],
  ['a word', `kind: ${long}`, /: 'x{80}…' is not one of a, b$/],
  ['a number', `name: ${'7'.repeat(5000)}`, /^.{0,300}$/],
  ['an alias', `name: *${long}`, /x…$/],
  ['a tag', `name: !${long} y`, /x…$/],
])('%s that is very long is not told whole', async (_what, text, message) => {
  const [first = ''] = await complaints(text)
  expect(first).toMatch(message)
  expect(first.length).toBeLessThan(400)
})

test('binary data is reported as such, and none of it is shown', async () => {
  expect(await complaints('\u007fELF\u0002\u0001\n\0\0\0>\0name: x')).toEqual([
    'c.yaml:2:1: this is binary data, not text; pass a YAML or JSON file',
  ])
})

test('what a terminal would obey is escaped', () => {
  expect(excerpt('a\u001b[2Jb\nc\u202e')).toBe('a\\u{1b}[2Jb\\nc\\u{202e}')
})

test('a card number at the cut is masked, not halved', () => {
  const shown = excerpt(`${'x'.repeat(68)} 4111111111111111 ${long}`)
  expect(shown).toBe(`${'x'.repeat(68)} 411111xxxxx…`)
})
