import { expect, test } from 'vitest'
import { markdownReport } from '../../src/cli/report/report-format.ts'
import { blocksText } from '../../src/cli/terminal/blocks-text.ts'
import { reportBlocks } from '../../src/judge/report/report-blocks.ts'
import { lostAfter, SimulatedTest } from '../judge/support/test-chapter.ts'
import { reportFrom } from '../judge/support/test-report.ts'

function paidTwice(id = 'corr-1') {
  const told = new SimulatedTest({}, 'checkout survives a timeout')
  told.pay({ ...lostAfter, id })
  told.pay({ made: 'approved', id: 'corr-2' })
  return reportFrom(told)
}

test('a comment draws a payment once, says what to do once, and has coverage in one line', () => {
  const text = markdownReport(paidTwice())
  expect(text.match(/^#/gm)).toHaveLength(1)
  const [, drawn = ''] = /```mermaid\n(.*?)\n```/s.exec(text) ?? []
  expect(drawn.split('\n').map((line) => line.trim())).toEqual([
    'sequenceDiagram',
    'participant C as client',
    'participant G as gateway',
    expect.stringMatching(/^Note over C,G: \d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^C->>G: \d\d:\d\d:\d\d\.\d{3} purchase corr-1$/),
    'G--xC: the response was lost after the money moved (connection reset)',
    expect.stringMatching(/^Note right of G: audit \d+, paid AUD 49\.95$/),
    expect.stringMatching(/purchase corr-2$/),
    'G-->>C: approved, with no lookup in between',
    expect.stringMatching(/^Note right of G: audit \d+, paid AUD 99\.90 🟥$/),
  ])
  expect(text).not.toContain('```text')
  expect(text.match(/\*\*Instead:\*\*/g)).toHaveLength(1)
  expect(text).toMatch(/\n\nCoverage: [\d.]+% \(\d+ of \d+ cases\)\.\s*$/)
})

test('a correlation id cannot write into the diagram of a comment', () => {
  const text = markdownReport(paidTwice('a;end#<b>'))
  expect(/```mermaid\n.*?\n```/s.exec(text)?.[0]).not.toMatch(/[;#<]/)
})

test('the steps in a terminal have what was paid by then, red from the second charge', () => {
  const style = (tone: string, text: string) => (tone === 'bad' ? `[${text}]` : text)
  const text = blocksText(reportBlocks(paidTwice()), { width: undefined, style })
  expect(text).toMatch(/ 1\. .* request 1 {2}paid AUD 49\.95 {2}the response was lost/)
  expect(text).toMatch(/ 2\. .* request 2 {2}\[paid AUD 99\.90\] {2}approved/)
})
