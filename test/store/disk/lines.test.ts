import { expect, test } from 'vitest'
import { checksum, hex, WholeLines } from '../../../src/store/disk/lines.ts'

function cut(...chunks: readonly string[]): { blocks: string[][]; rest: string } {
  const lines = new WholeLines()
  const blocks = chunks.map((chunk) =>
    lines.push(Buffer.from(chunk)).map((block) => block.toString()),
  )
  return { blocks, rest: lines.rest().toString() }
}

test.each([
  ['whole lines are one block', ['a\nb\n'], [['a\nb\n']], ''],
  ['what follows the last line waits', ['a\nb\nc'], [['a\nb\n']], 'c'],
  ['a line of two chunks', ['a\nb', 'c\nd\n'], [['a\n'], ['bc\n', 'd\n']], ''],
  ['a line that ends a chunk', ['ab', 'c\n', 'd\ne\n'], [[], ['abc\n'], ['d\ne\n']], ''],
  ['a line of three chunks', ['a', 'b', 'c\n'], [[], [], ['abc\n']], ''],
  ['no line at all', ['a', 'b'], [[], []], 'ab'],
  ['an empty line', ['\n', '\n'], [['\n'], ['\n']], ''],
  ['nothing', [''], [[]], ''],
])('%s', (_, chunks, blocks, rest) => {
  expect(cut(...chunks)).toEqual({ blocks, rest })
})

test('what waits for its end does not change with the chunk that it came in', () => {
  const lines = new WholeLines()
  const chunk = Buffer.from('ab')
  lines.push(chunk)
  chunk.fill('x')
  expect(lines.push(Buffer.from('c\n')).map(String)).toEqual(['abc\n'])
})

test('a checksum has eight digits, and can be made in parts', () => {
  expect(hex(checksum('123456789'))).toBe('cbf43926')
  expect(hex(checksum('6789', checksum('12345')))).toBe('cbf43926')
  expect(hex(0x1a)).toBe('0000001a')
})
