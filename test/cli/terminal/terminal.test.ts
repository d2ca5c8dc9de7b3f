import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { afterEach, expect, test, vi } from 'vitest'
import { progressBar } from '../../../src/cli/terminal/progress-bar.ts'
import { styleFor } from '../../../src/cli/terminal/style.ts'

/** What a command writes to, as a terminal or as a pipe. */
function streamFor(isTTY: boolean): { stream: NodeJS.WriteStream; written: () => string } {
  const { getColorDepth } = WriteStream.prototype
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80, getColorDepth })
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    written: () => String(stream.read() ?? ''),
  }
}

afterEach(() => vi.unstubAllEnvs())

test('a terminal gets colours, a pipe and NO_COLOR none', () => {
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('NODE_DISABLE_COLORS', undefined)
  // Node takes an unknown CI machine for one without colours.
  vi.stubEnv('CI', undefined)
  vi.stubEnv('TERM', 'xterm-256color')
  expect(styleFor(streamFor(true).stream)('bad', 'no')).toBe('\u001b[31mno\u001b[39m')
  expect(styleFor(streamFor(false).stream)('bad', 'no')).toBe('no')
  vi.stubEnv('NO_COLOR', '1')
  expect(styleFor(streamFor(true).stream)('bad', 'no')).toBe('no')
})

test('a progress bar is drawn over itself on a terminal and taken away at the end', () => {
  const { stream, written } = streamFor(true)
  const bar = progressBar('Sweep', stream)
  bar.update(25, 100)
  expect(written()).toBe('\rSweep [######------------------] 25%\u001b[K')
  bar.end()
  expect(written()).toBe('\r\u001b[K')
})

test('a progress bar is never longer than the terminal', () => {
  const { stream, written } = streamFor(true)
  progressBar('Sweep', stream).update(
    25,
    100,
    '16 of 93 cells, 16 unsafe, 1 min 56 s left, and more',
  )
  expect(written().replace('\r', '').replace('\u001b[K', '')).toHaveLength(79)
})

test('a pipe sees nothing of a progress bar', () => {
  const { stream, written } = streamFor(false)
  const bar = progressBar('Sweep', stream)
  bar.update(25, 100)
  bar.end()
  expect(written()).toBe('')
})
