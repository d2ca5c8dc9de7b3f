import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import yaml from 'yaml'
import type { Path } from '../../src/document/complaint.ts'
import { atOnce } from '../../src/document/steps.ts'
import { parsePieces, parseWhole } from '../../src/document/yaml-parse.ts'
import { piecesOf } from '../../src/document/yaml-pieces.ts'

const folder = new URL('../../scenarios/', import.meta.url)
const shipped = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)
  .filter(([, text]) => !text.includes('&'))

const written: readonly (readonly [string, string])[] = [
  ['entries at the margin', 'name: a\nrules:\n- name: x\n  outcome: {}\n-\n  outcome: {}\n'],
  [
    'comments in between',
    'rules: # all\n  # one\n  - name: x # here\n# two\n    when: {}\n\n  - 1\n',
  ],
  [
    'keys behind the list',
    'rules:\n  - a: 1\n  - b: [1,\n      2]\nname: last\nextends: [default]\n',
  ],
  [
    'texts of several lines',
    'rules:\n  - body: |\n      - no entry\n      # no comment\n  - b: "x\n      - y"\n',
  ],
  ['Windows line ends', 'name: a\r\nrules:\r\n  - name: x\r\n    times: 2\r\n  - y\r\n'],
  ['a mark at the beginning', '---\nname: a\nrules:\n  - name: x\n'],
  ['a key given twice', 'rules:\n  - a: 1\n    a: 2\n  - b: 1\nname: x\nname: y\n'],
  ['a second document', 'rules:\n  - a: 1\n---\nname: x\n'],
  ['an anchor within an entry', 'rules:\n  - a: &x 1\n    b: *x\n'],
]

test.each([...shipped, ...written])('%s reads alike as a whole and in pieces', (_name, text) => {
  const pieces = piecesOf(text, 'rules')
  if (pieces === undefined) throw new Error('It is not divided')
  const [whole, divided] = [parseWhole(yaml, text), atOnce(parsePieces(yaml, pieces, 'rules'))]
  expect(divided?.value).toEqual(whole.value)
  expect(divided?.broken).toEqual(whole.broken)
  for (const path of pathsIn(whole.value)) {
    const isNamed = typeof path.at(-1) === 'string'
    for (const fault of [{ path }, ...(isNamed ? [{ path, atKey: true as const }] : [])]) {
      expect([fault, divided?.spotOf(fault)]).toEqual([fault, whole.spotOf(fault)])
    }
  }
})

test.each([
  ['a list in brackets', 'rules: [{ outcome: {} }]\n'],
  ['a list in brackets on the next line', 'rules:\n  [{ outcome: {} }]\n'],
  ['no such list', 'name: a\n'],
  ['tabs', 'rules:\n\t- a: 1\n'],
])('%s is not divided', (_name, text) => {
  expect(piecesOf(text, 'rules')).toBeUndefined()
})

test('entries that lean on each other are not read one by one', () => {
  const pieces = piecesOf('rules:\n  - a: &x 1\n  - b: *x\n', 'rules')
  if (pieces === undefined) throw new Error('It is not divided')
  expect(atOnce(parsePieces(yaml, pieces, 'rules'))).toBeUndefined()
})

/** Every place in a value, and one in each map and list that is not there. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, one]) =>
    pathsIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return [path, ...below, [...path, Array.isArray(value) ? 999 : 'missing']]
}
