import type { SweepCell, SweepForm, SweepMoment, SweptCall, SweptOperation } from './cell.ts'
import type { CellRequest } from './cell-request.ts'
import type { CellResult } from './result.ts'
import {
  type CellFinding,
  type CellOutcome,
  countsOf,
  type NotTried,
  repeatLine,
  type ShownResult,
  type SweepControl,
  type SweepVerdict,
  type Swept,
  sweepVerdict,
} from './swept.ts'

/** A sweep as JSON. */
export interface SweepDocument {
  readonly verdict: SweepVerdict
  readonly version: string
  readonly command: string
  readonly options: string
  readonly strict: boolean
  readonly clean_ms: number
  readonly calls: readonly { readonly name: string; readonly operation: string }[]
  readonly counts: Readonly<Record<string, number>>
  readonly cells: readonly CellDocument[]
  readonly control: SweepControl | null
  readonly not_tried: readonly NotTried[]
}

interface CellDocument {
  readonly name: string
  readonly call: string
  readonly at: SweepMoment
  readonly form: SweepForm
  readonly recovery: SweepCell['recovery'] | null
  readonly result: ShownResult
  readonly exit_code: number | null
  readonly duration_ms: number | null
  readonly findings: readonly Pick<CellFinding, 'code' | 'severity' | 'text'>[]
  /** The codes of warnings that the clean run does not have. */
  readonly warnings: readonly string[]
  readonly requests: readonly CellRequest[]
  readonly repeat: string
}

export function sweepDocument(swept: Swept): SweepDocument {
  return {
    verdict: sweepVerdict(swept),
    version: swept.version,
    command: swept.command,
    options: swept.options ?? '',
    strict: swept.isStrict,
    clean_ms: Math.round(swept.cleanMs),
    calls: swept.calls.map(({ name, operation }) => ({ name, operation })),
    counts: Object.fromEntries(countsOf(swept)),
    cells: swept.outcomes.map((outcome) => cellDocument(swept, outcome)),
    control: swept.control ?? null,
    not_tried: swept.notTried ?? [],
  }
}

function cellDocument(swept: Swept, outcome: CellOutcome): CellDocument {
  const { cell, result, exitCode, durationMs, findings, requests = [] } = outcome
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  return {
    name: cell.name,
    call: cell.call.name,
    at: cell.at,
    form: cell.form,
    recovery: cell.recovery ?? null,
    result: result ?? 'not run',
    exit_code: exitCode ?? null,
    duration_ms: durationMs === undefined ? null : Math.round(durationMs),
    findings: findings.map(({ code, severity, text }) => ({ code, severity, text })),
    warnings: [...new Set(warnings.map(({ code }) => code))],
    requests,
    repeat: repeatLine(swept, outcome),
  }
}

/** The sweep that a document describes. */
export function sweptIn(document: SweepDocument): Swept {
  const calls = document.calls.map(
    ({ name, operation }): SweptCall => ({ name, operation: operation as SweptOperation }),
  )
  const { version, command, options, strict, clean_ms, control, not_tried } = document
  return {
    ...{ version, command, options, isStrict: strict, cleanMs: clean_ms, calls },
    outcomes: document.cells.map((cell) => outcomeIn(cell, calls)),
    control: control ?? undefined,
    notTried: not_tried,
  }
}

function outcomeIn(cell: CellDocument, calls: readonly SweptCall[]): CellOutcome {
  const { name, at, form, recovery, result, exit_code, duration_ms, requests } = cell
  const call = calls.find((one) => one.name === cell.call) ?? {
    name: cell.call,
    operation: 'purchase',
  }
  return {
    cell: { name, call, at, form, recovery: recovery ?? undefined },
    result: result === 'not run' ? undefined : (result satisfies CellResult),
    exitCode: exit_code ?? undefined,
    durationMs: duration_ms ?? undefined,
    findings: cell.findings.map((finding) => ({ ...finding, isShort: false })),
    requests,
  }
}
