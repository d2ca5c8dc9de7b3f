import { expect, test } from 'vitest'
import { progressLines } from '../../../src/cli/terminal/progress-bar.ts'

test('where there is no terminal, a line every half minute says how far the work is', () => {
  let now = 0
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const lines = progressLines('Sweep', { write }, () => now)
  for (let second = 0; second < 70; second += 5) {
    now = second * 1000
    lines.update(second, 100, `${second} of 100 cells`)
  }
  lines.end()
  expect(written).toBe('Sweep: 30 of 100 cells\nSweep: 60 of 100 cells\n')
})
