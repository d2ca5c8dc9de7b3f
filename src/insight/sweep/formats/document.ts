import { type CellOutcome, countsOf, repeatLine, type Swept, sweepVerdict } from '../swept.ts'

/** A sweep for machines. */
export function sweepDocument(swept: Swept) {
  return {
    verdict: sweepVerdict(swept),
    command: swept.command,
    clean_ms: Math.round(swept.cleanMs),
    calls: swept.calls.map(({ name, operation }) => ({ name, operation })),
    counts: Object.fromEntries(countsOf(swept)),
    cells: swept.outcomes.map((outcome) => cellDocument(swept, outcome)),
  }
}

function cellDocument(swept: Swept, outcome: CellOutcome) {
  const { cell, result, exitCode, durationMs, findings } = outcome
  return {
    cell: cell.name,
    call: cell.call.name,
    at: cell.at,
    form: cell.form,
    result: result ?? 'not run',
    exit_code: exitCode ?? null,
    duration_ms: durationMs === undefined ? null : Math.round(durationMs),
    findings: findings.map(({ code, text }) => ({ code, text })),
    repeat: repeatLine(swept, outcome),
  }
}
