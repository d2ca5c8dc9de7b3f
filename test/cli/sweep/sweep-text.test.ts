import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { sweepBar } from '../../../src/cli/commands/run/sweep.ts'
import { sweepMarkdown, sweepText } from '../../../src/cli/sweep/sweep-text.ts'
import { sweepPage } from '../../../src/dashboard/report/sweep-page.tsx'
import { type SweepCell, sweepCells } from '../../../src/judge/sweep/cells/cell.ts'
import { moments, usualFaults } from '../../../src/judge/sweep/cells/fault.ts'
import type { CellResult } from '../../../src/judge/sweep/cells/result.ts'
import { cellNotRun } from '../../../src/judge/sweep/run/cell-outcome.ts'
import { sweepDocument } from '../../../src/judge/sweep/shown/sweep-document.ts'
import { blocksOf, page } from '../../docs/pages.ts'
import { shownFinding, sweepOf, sweptCell } from '../../judge/support/test-sweep.ts'

const plain = { width: undefined, style: (_tone: string, words: string) => words }

const calls = [
  { name: 'purchase-1', operation: 'purchase', representative: true },
  { name: 'refund-1', operation: 'refund', representative: true },
] as const

const choice = {
  at: moments,
  faults: ['http', 'hang', 'reset', 'truncate'],
  depth: 1,
  calls: 'usual',
} as const

function testBar() {
  let text = ''
  const stderr = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk
      done()
    },
  })
  return { bar: sweepBar(stderr), progress: () => text }
}

/** What the naive shop overlooks besides. */
function overlooked({ fault }: SweepCell) {
  return fault === 'busy' ? [shownFinding('ignored-retry-after', 'warning')] : []
}

/** What the naive shop does in a cell. */
function naive({ at, fault, call }: SweepCell): CellResult {
  if (fault === 'busy' || fault === 'slow') return 'safe'
  if (fault === 'pending') return 'failed_safe'
  if (fault === 'unknown') return 'unresolved'
  if (at === 'before') return 'blind_retry'
  return call.operation === 'refund' ? 'double_refund' : 'double_charge'
}

/** What examples/clients/naive.mjs sells. */
function ordered({ operation }: { readonly operation: string }) {
  return operation === 'refund'
    ? { reference: 'A-1002 refund', amount: 2000, currency: 'AUD' }
    : { reference: 'A-1001', amount: 4995, currency: 'AUD' }
}

test('a sweep is printed as the manual shows it', () => {
  const { bar, progress } = testBar()
  bar.expected({ cells: 28, recovery: 16, jobs: 2 })
  const quick = { ...choice, faults: usualFaults, calls: 'quick' } as const
  const cells = sweepCells(calls, quick).map((cell) => {
    const result = naive(cell)
    const { amount: cents, currency } = ordered(cell.call)
    const overcharged = result.startsWith('double') ? { cents, currency } : null
    return { ...cellNotRun(cell), result, overcharged, findings: overlooked(cell) }
  })
  const not_tried = [
    { what: '1 more call', how: 'leave out --quick', narrows: true },
    { what: 'slow failures during the recovery', how: 'leave out --quick', narrows: false },
    { what: 'the faults delayed, stale', how: 'add --faults delayed,stale', narrows: false },
    { what: 'crashes', how: 'add --crash', narrows: false },
    { what: 'a second start of the command', how: 'add --idempotent', narrows: false },
    {
      what: 'a recovery some time later',
      how: "add --advance 2h --recover '<command>'",
      narrows: false,
    },
    { what: 'your books', how: 'add --books', narrows: false },
    {
      what: 'a second fault after purchase-1/after/reset, refund-1/after/reset, purchase-1/before/reset, refund-1/before/reset, because the first is unsafe already',
      how: 'fix that first',
      narrows: false,
    },
  ]
  const part = { not_tried, calls: calls.map((one) => ({ ...one, ...ordered(one) })) }
  const text = sweepText(sweepOf(cells, part), plain)
  // The page leaves out the example of each mistake.
  const blocks = text
    .split('\n\n')
    .map((block) => (/^(?:DOUBLE|UNRESOLVED|BLIND)/.test(block) ? '…' : block))
    .filter((block, at, all) => block !== '…' || all[at - 1] !== '…')
  const shown = [progress().trimEnd(), ...blocks].join('\n\n')
  expect(`${shown}\n`).toBe(blocksOf(page('docs/start/sweep.md'), 'text')[0]?.code)
})

test.each([
  [140, /^purchase-1 {2}A-1001 of a long name, AUD 49\.95 +D /m],
  [80, /^purchase-1 {2}A-1001 of a long name +D +U +✓/m],
  [60, /^ +http hang reset trunc late unkn confl pend$\npurchase-1 +D +U +✓/m],
  [44, /^ +htt han res tru lat unk con pen$\npurchase-1 +D +U +✓/m],
  [36, /^purchase-1 {2}A-1001 of a long name,\n.*49\.95\n +D +U +✓/m],
])('in %i columns, a row is %s', (width, row) => {
  const results = { http: 'double_charge', hang: 'unresolved', reset: 'safe' } as const
  const faults = [...Object.keys(results), 'truncate', 'late', 'unknown', 'conflict', 'pending']
  const cells = faults.map((fault) =>
    sweptCell(`purchase-1/after/${fault}`, results[fault as 'http'] ?? 'safe', {
      fault: fault as 'http',
    }),
  )
  const paid = { reference: 'A-1001 of a long name', amount: 4995, currency: 'AUD' }
  const swept = sweepOf(cells, { calls: [{ name: 'purchase-1', operation: 'purchase', ...paid }] })
  const text = sweepText(swept, { ...plain, width })
  expect(text).toMatch(row)
  const [grid = ''] = text.split('\n\n')
  expect(Math.max(...grid.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width)
})

test('cells with one cause are one example, and three causes are three', () => {
  const causes = ['Ask first.', 'Wait until it is decided.', 'Keep the id.']
  const step = {
    at: '2026-03-10T01:00:00.000Z',
    kind: 'purchase',
    result: 'lost',
    text: 'lost',
  } as const
  const cells = causes.flatMap((cause, i) =>
    ['a', 'b'].map((id) => {
      const steps = [{ ...step, correlation_id: id }]
      const advice = `${cause} Search for ${id}.`
      const findings = [shownFinding('unresolved', 'error', { steps, advice, cause })]
      return sweptCell(`purchase-${i + 1}${id}/after/http`, 'unresolved', { findings })
    }),
  )
  const swept = sweepOf(cells)
  const text = sweepText(swept, plain)
  expect(text.match(/npx sandgate sweep --only/g)).toHaveLength(3)
  for (const one of [text, sweepMarkdown(swept), sweepPage(swept)]) {
    for (const cause of causes) expect(one.toLowerCase()).toContain(cause.toLowerCase())
    expect(one).toContain('The same in 1 more cell: purchase-3b/after/http')
  }
  expect(sweepDocument(swept).examples).toEqual(
    [1, 2, 3].map((nth) => ({
      cell: `purchase-${nth}a/after/http`,
      like: [`purchase-${nth}b/after/http`],
    })),
  )
})

test('a baseline run that does not end is named, with the option that ends it', () => {
  vi.useFakeTimers()
  const { bar, progress } = testBar()
  bar.clean(1)
  vi.advanceTimersByTime(59_000)
  expect(progress()).toBe('')
  vi.advanceTimersByTime(2000)
  expect(progress()).toBe(
    'Sweep: your command is still running in baseline run 1, without any fault, after 1 min; sweep waits until it ends. Ctrl-C stops it, --time-limit 10m sets a limit\n',
  )
  bar.clean(2)
  bar.end()
  vi.advanceTimersByTime(120_000)
  expect(progress().match(/still running/g)).toHaveLength(1)
  vi.useRealTimers()
})

function shown(result: CellResult): string {
  const findings = [shownFinding('lost-sale', 'warning')]
  const part = { at: 'before', fault: 'hang', findings } as const
  const cells = [sweptCell('purchase-1/before/hang', result, part)]
  return sweepText(sweepOf(cells, { baseline: { duration_ms: 1200, findings: [] } }), plain)
}

test('a cell that hung says what that means and what to do', () => {
  expect(shown('hung')).toContain(
    'hung: your client waited longer than 12 s for a response that never comes; give it a timeout',
  )
  expect(shown('safe')).not.toContain('hung')
})

test('a lost sale has its steps and its repeat line, though it is no reason to fail', () => {
  const text = shown('lost_sale')
  expect(text).toContain('THE STORY')
  expect(text).toContain('npx sandgate sweep --only purchase-1/before/hang -- npm test')
  expect(text).toContain('Warnings: safe by giving up: 1 sale lost; 1 cell. 1 lost sale')
})

test('an example is about the broken call, not about the payment of another test', () => {
  const about = (subject: string) =>
    shownFinding('double-charge', 'error', { subject, message: `STORY OF ${subject}` })
  const others = [about('order DEBIT-7, AUD 20.00')]
  const shown = (findings: typeof others) =>
    sweepText(sweepOf([sweptCell('purchase-1/after/http', 'double_charge', { findings })]), plain)
  expect(shown([...others, about('order A-1, AUD 1.00')])).toContain('STORY OF order A-1')
  const none = shown(others)
  expect(none).not.toContain('DEBIT-7')
  expect(none).toMatch(/purchase +A-1 +503/)
})
