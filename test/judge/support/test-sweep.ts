import { usualFaults } from '../../../src/judge/sweep/cells/fault.ts'
import type {
  CellFinding,
  CellOutcome,
  Swept,
} from '../../../src/judge/sweep/document/sweep-schema.ts'

/** A cell as a sweep writes it, by its name: `purchase-1/after/http`. */
export function sweptCell(
  name: string,
  result: CellOutcome['result'],
  part: Partial<CellOutcome> = {},
): CellOutcome {
  const call = name.slice(0, name.indexOf('/'))
  return {
    ...{ name, call, at: 'after', fault: 'http', recovery: null, result, flaky: null },
    ...{ exit_code: 0, duration_ms: 10, overcharged: null, accepted: null },
    sale_lost: result === 'lost_sale',
    findings: [shownFinding('double-charge', 'error')],
    requests: [
      {
        ...{ operation: 'purchase', method: 'POST', path: '/v1/transactions/purchase' },
        ...{ reference: 'A-1', status: 503, fault: null, outcome: null, found: null },
        duration_ms: 3,
      },
    ],
    ...part,
  }
}

/** A finding of a cell, told by its message. */
export function shownFinding(
  code: string,
  severity: CellFinding['severity'],
  part: Partial<CellFinding> = {},
): CellFinding {
  const told = { subject: 'order A-1, AUD 1.00', message: 'THE STORY', advice: 'Ask first.' }
  return { code, severity, ...told, cause: code, steps: [], ...part }
}

/** The options of a sweep without any. */
const usualOptions: Swept['options'] = {
  at: ['before', 'after'],
  faults: [...usualFaults],
  depth: '2',
}

/** A sweep in JSON. */
export function sweepOf(cells: readonly CellOutcome[], part: Partial<Swept> = {}): Swept {
  const calls = [...new Set(cells.map(({ call }) => call))]
  return {
    ...{ version: '1', command: 'npm test', options: usualOptions, strict: false },
    ...{ baseline: { duration_ms: 10, findings: [] }, cells: [...cells] },
    calls: calls.map((name) => ({ name, operation: 'purchase' })),
    shards: null,
    not_tried: [{ what: 'crashes', how: '--crash', narrows: false }],
    ...part,
  }
}
