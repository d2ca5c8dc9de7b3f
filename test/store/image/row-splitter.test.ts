import { expect, test } from 'vitest'
import { RowSplitter } from '../../../src/store/image/row-splitter.ts'

function split(...texts: readonly string[]) {
  const splitter = new RowSplitter()
  const rows = texts.flatMap((text) => [...splitter.push(text)])
  return { rows, rest: splitter.end() }
}

test('rows are taken out of their tables, wherever the text is cut', () => {
  const text = `{"a":[{}], "tokens": [\n{ "id": {"b": [1]} },\n{}], "meta" :[{"x":"\\"]}"}], "b": {"c":[{}]}}`
  const expected = {
    rows: [
      { table: 'tokens', line: 2, text: '{"id":{"b":[1]}}' },
      { table: 'tokens', line: 3, text: '{}' },
      { table: 'meta', line: 3, text: String.raw`{"x":"\"]}"}` },
    ],
    rest: `{"a":[{}], "tokens": [\n0,\n0], "meta" :[0], "b": {"c":[{}]}}`,
  }
  expect(split(text)).toEqual(expected)
  for (let at = 1; at < text.length; at++) {
    expect(split(text.slice(0, at), text.slice(at))).toEqual(expected)
  }
  expect(split(...text)).toEqual(expected)
})

test('a text that breaks off in a row, or between rows, is told by its line', () => {
  expect(() => split('{"tokens":[\n{}\n')).toThrow('It breaks off at line 2')
  expect(() => split('{"tokens":[\n{},')).toThrow('It breaks off at line 2')
  expect(() => split('{"tokens":[\n{},\n{"id":')).toThrow('Line 3: Not JSON: ')
  expect(split('{"format":').rest).toBe('{"format":')
})

const MEGABYTE = 1024 * 1024

function rowOf(table: string, length: number): string {
  return `{"${table}":[{"x":"${'y'.repeat(length - '{"x":""}'.length)}"}]}`
}

test.each(['tokens', 'meta'])('a row of %s may have a megabyte', (table) => {
  const { rows } = split(rowOf(table, MEGABYTE))
  expect(rows[0]?.text).toHaveLength(MEGABYTE)
})

test('a longer row is refused', () => {
  const longer = rowOf('tokens', MEGABYTE + 1)
  expect(() => split(longer)).toThrow('A row of tokens is longer than 1 MB')
})

test('a longer row of settings is not: it may hold all rules', () => {
  expect(split(rowOf('meta', MEGABYTE + 1)).rows).toHaveLength(1)
})

test('what is no row may have 64 KB, and 64 characters more for each row', () => {
  const tooMuch = 'Not a state document: too much of it is no row'
  const most = 64 * 1024
  expect(split(' '.repeat(most)).rest).toHaveLength(most)
  expect(() => split(' '.repeat(most + 1))).toThrow(tooMuch)
  const between = (spaces: number) => `{"tokens":[${`{},${' '.repeat(spaces)}`.repeat(2000)}{}]}`
  expect(split(between(62)).rows).toHaveLength(2001)
  expect(() => split(between(120))).toThrow(tooMuch)
})

test('a list may have 20,000 entries, and more only in a short row', () => {
  const list = (entries: number, one: string) => `[${Array(entries).fill(one).join()}]`
  const row = (text: string) => split(`{"tokens":[{"a":null,"b":[{"c":${text}}]}]}`).rows.length
  expect(row(list(20_000, '12345'))).toBe(1)
  expect(() => row(list(20_001, '12345'))).toThrow('A list has 20001 entries, more than 20000')
  expect(row(list(20_001, '0'))).toBe(1)
  const padded = (length: number) => {
    const inner = `{"a":${list(20_001, '0')},"b":""}`
    return `{"tokens":[${inner.slice(0, -2)}${'x'.repeat(length - inner.length)}"}]}`
  }
  expect(split(padded(64 * 1024)).rows).toHaveLength(1)
  expect(() => split(padded(64 * 1024 + 1))).toThrow('A list has 20001 entries')
})
