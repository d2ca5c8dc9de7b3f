import { expect, test } from 'vitest'
import { checksum, hex } from '../../../src/store/disk/lines.ts'
import {
  hasHole,
  hexNumber,
  hidesWhole,
  isWhole,
  replayLine,
} from '../../../src/store/log/log-replay.ts'

const lineOf = (covered: string) => `${hex(checksum(covered))} ${covered}`

test.each([
  ['a line with its checksum', lineOf('abc'), true],
  ['a line with another checksum', `00000000 abc`, false],
  ['a line without a space', `${hex(checksum('abc'))}xabc`, false],
  ['a checksum alone', lineOf(''), false],
  ['less', '0000', false],
])('%s: whole is %#', (_, line, expected) => {
  // Wherever in its block it is.
  for (const before of ['', 'another line\n']) {
    const bytes = Buffer.from(`${before}${line}\nmore`)
    expect(isWhole(bytes, before.length, before.length + line.length)).toBe(expected)
  }
})

test('a hole is a zero in the line itself', () => {
  const bytes = Buffer.from('\0a\nbc\nd\0\n\0')
  expect(hasHole(bytes, 0, 2)).toBe(true)
  expect(hasHole(bytes, 3, 5)).toBe(false)
  expect(hasHole(bytes, 6, 8)).toBe(true)
  expect(hasHole(Buffer.from('a\n\0'), 0, 1)).toBe(false)
  expect(hasHole(Buffer.from('ab\0'), 0, 2)).toBe(false)
  expect(hasHole(Buffer.from('ab\n'), 0, 2)).toBe(false)
})

test('an intact line is found behind garbled bytes, and only there', () => {
  const whole = lineOf('abc d')
  const hides = (text: string, start = 0) => hidesWhole(Buffer.from(text), start, text.length)
  expect(hides(`garbled \0${whole}`)).toBe(true)
  expect(hides(`gar bled \0 ${whole}`)).toBe(true)
  expect(hides(`first\ngarbled \0${whole}`, 6)).toBe(true)
  expect(hides('garbled \0 and nothing else')).toBe(false)
  expect(hides(`garbled \0${whole}!`)).toBe(false)
  expect(hides('garbled')).toBe(false)
})

test.each(['0123abcd', '00000000', 'ffffffff', '89abcdef'])('%s is a number', (text) => {
  expect(hexNumber(Buffer.from(`x${text}`), 1)).toBe(Number.parseInt(text, 16))
})

test.each(['0000000g', '0000000G', '0000000A', '0000000:', '0000000/', '0000000`', '0000000'])(
  '%s is none, as we write them',
  (text) => {
    expect(hexNumber(Buffer.from(text), 0)).toBeNaN()
  },
)

function replayed(payload: string): unknown[] {
  const changes: unknown[] = []
  // What follows is another line.
  replayLine(Buffer.from(`start ${payload}\n[["+meta",2,{}]]`), 6, 6 + payload.length, {
    load: (table, line) => changes.push(['+', table, line]),
    remove: (table, key) => changes.push(['-', table, key]),
  })
  return changes
}

test('the changes of a line come in their order', () => {
  expect(replayed('[]')).toEqual([])
  expect(replayed('[["+meta",2,{}]]')).toEqual([['+', 'meta', '{}']])
  expect(replayed('[["-meta",1,7],["+tokens",12,{"id":"][,"}],["-rules",3,"a"]]')).toEqual([
    ['-', 'meta', 7],
    ['+', 'tokens', '{"id":"][,"}'],
    ['-', 'rules', 'a'],
  ])
})

test.each(['[1]', '[]]', '[1', '[["+meta",2,{}]] '])('%s is no list of changes', (payload) => {
  expect(() => replayed(payload)).toThrow('it is not a list of changes')
})

test('a table that there is not is named', () => {
  expect(() => replayed('[["+things",2,{}]]')).toThrow('there is no table things')
})
