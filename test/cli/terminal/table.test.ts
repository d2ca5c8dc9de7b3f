import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '../../../src/cli/terminal/table.ts'

const plain = (_tone: string, text: string) => text
const columns = [{ title: 'id', align: 'right' }, { title: 'name' }, { title: 'note' }] as const

test('columns are as wide as their longest value, and numbers are aligned to the right', () => {
  const text = table(
    columns,
    [
      [7, 'Ann', 'first'],
      [1000, 'Bo', ''],
    ],
    {
      width: undefined,
      style: plain,
    },
  )
  expect(text).toBe(['  id  name  note', '   7  Ann   first', '1000  Bo'].join('\n'))
})

test('a pipe gets one line for each row, whatever its length', () => {
  const note = 'word '.repeat(100).trim()
  const lines = table(columns, [[1, 'x', note]], { width: undefined, style: plain }).split('\n')
  expect(lines).toEqual(['id  name  note', ` 1  x     ${note}`])
})

test('what a terminal would obey is not printed', () => {
  const text = table([{ title: 'name' }], [['\u001b[31mred\u0007\u202e']], {
    width: undefined,
    style: plain,
  })
  expect(text).toBe('name\n?[31mred??')
})

test('no line is wider than the terminal, and no letter is lost', () => {
  const word = fc.stringMatching(/^[a-z]{1,30}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((list) => list.join(' '))
  fc.assert(
    fc.property(words, words, fc.integer({ min: 40, max: 120 }), (name, note, width) => {
      const lines = table(columns, [[1, name, note]], { width, style: plain }).split('\n')
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
      const letters = (text: string) => [...text.replaceAll(/[^a-z]/g, '')].sort().join('')
      expect(letters(lines.slice(1).join(''))).toBe(letters(name + note))
    }),
  )
})
