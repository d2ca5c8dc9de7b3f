import { expect, test } from 'vitest'
import { sweepText } from '../../../src/cli/sweep/sweep-text.ts'
import { flow } from '../../../src/cli/terminal/flow.ts'
import {
  moments,
  recoveryCells,
  type SweepCell,
  sweepCells,
} from '../../../src/insight/sweep/cell.ts'
import type { CellResult } from '../../../src/insight/sweep/result.ts'
import { blocksOf, page } from '../../docs/pages.ts'

const calls = [
  { name: 'purchase-1', operation: 'purchase' },
  { name: 'refund-1', operation: 'refund' },
] as const

function naive({ at, call }: SweepCell): CellResult {
  if (at === 'before') return 'BLIND RETRY'
  return call.operation === 'refund' ? 'DOUBLE REFUND' : 'DOUBLE CHARGE'
}

const choice = {
  at: moments,
  forms: ['http', 'hang', 'reset', 'truncate'],
  depth: 1,
  calls: 'usual',
} as const

test('a sweep is printed as the manual shows it', () => {
  const cells = sweepCells(calls, choice)
  const outcomes = cells.map((cell) => ({ cell, result: naive(cell), findings: [] }))
  const control = { naive: { cells: 6, found: 6 }, careful: { cells: 6, blamed: 0 } }
  const notTried = [{ what: 'crashes', how: '--crash' }]
  const told = { version: '1', command: 'npm test', isStrict: false, cleanMs: 1 }
  const parts = { ...told, control, notTried }
  const text = sweepText(
    { ...parts, calls, outcomes },
    { width: undefined, style: (_tone, words) => words },
  )
  const shown = text.split('\n\n').filter((part) => !/^(To repeat one|BLIND RETRY):/.test(part))
  expect(`${shown.join('\n\n')}\n`).toBe(blocksOf(page('docs/start/sweep.md'), '')[0]?.code)
})

test('in a terminal, calls, stories and commands wrap between words', () => {
  const [first] = calls
  const base = { name: 'purchase-1/after/reset', call: first, at: 'after', form: 'reset' } as const
  const after = { ...choice, at: ['after'] } as const
  const cells = [...sweepCells([first], after), ...recoveryCells(base, 'retry-1', after)]
  const story =
    'ERROR  double-charge  order A-1\n  Charged twice: AUD 2.00 for an order of AUD 1.00.'
  const findings = [{ code: 'double-charge', severity: 'error', text: story }] as const
  const outcomes = cells.map((cell) => {
    const isDouble = cell.form === 'http'
    const result = isDouble ? ('DOUBLE CHARGE' as const) : ('failed safe' as const)
    return { cell, result, findings: isDouble ? findings : [] }
  })
  const command = "npx vitest run -t 'pays once for an order'"
  const parts = { version: '1', command, isStrict: false, cleanMs: 1, calls }
  const layout = { width: 48, style: (_tone: string, words: string) => words }
  const text = flow(sweepText({ ...parts, outcomes }, layout), layout.width)
  expect(text).toMatchInlineSnapshot(`
    "Faults after the money moved
    purchase-1  DOUBLE CHARGE: http; failed safe:
                hang, reset, truncate

    Faults in the recovery too
    purchase-1/after/reset+retry-1/after
        failed safe: http, hang, reset, truncate

    purchase-1/after/http: DOUBLE CHARGE
    ERROR  double-charge  order A-1
      Charged twice: AUD 2.00 for an order of AUD
        1.00.

    To repeat one:
      npx sandgate sweep --only \\
        purchase-1/after/http -- npx vitest run -t \\
        'pays once for an order'

    failed safe: your command failed, but no money
      moved wrongly; --keep <folder> keeps what it
      printed

    Unsafe: 8 cells: 1 DOUBLE CHARGE, 7 failed safe"
  `)
})

function shown(result: CellResult): string {
  const [cell] = sweepCells([calls[0]], { ...choice, at: ['before'], forms: ['hang'] })
  if (cell === undefined) throw new Error('there is no cell')
  const findings = [{ code: 'lost-sale', severity: 'warning', text: 'THE STORY' } as const]
  const parts = { version: '1', command: 'npm test', isStrict: false, cleanMs: 1200 }
  const swept = { ...parts, calls, outcomes: [{ cell, result, findings }] }
  return sweepText(swept, { width: undefined, style: (_tone, words) => words })
}

test('a cell that hung says what that means and what to do', () => {
  expect(shown('hung')).toContain(
    'hung: your client waited longer than 12 s for an answer that never comes; give it a time-out',
  )
  expect(shown('safe')).not.toContain('hung')
})

test('a lost sale has its story and its repeat line, though it is no reason to fail', () => {
  const text = shown('LOST SALE')
  expect(text).toContain('THE STORY')
  expect(text).toContain('npx sandgate sweep --only purchase-1/before/hang -- npm test')
  expect(text).toContain('Sales lost: 1 cell: 1 LOST SALE')
})
