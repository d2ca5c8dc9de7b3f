import * as z from 'zod'
import { forms, moments, type SweptCall, sweptOperations } from './cell.ts'
import { cellResults } from './result.ts'
import { type CellOutcome, countsOf, repeatLine, type Swept, sweepVerdict } from './swept.ts'

const step = z.object({ call: z.string(), at: z.enum(moments), form: z.enum(forms) })

const cellSchema = z.object({
  name: z.string(),
  ...step.shape,
  recovery: step.nullable(),
  result: z.enum([...cellResults, 'not run']),
  /** Both results, if a second run of the cell ended otherwise. */
  flaky: z.tuple([z.enum(cellResults), z.enum(cellResults)]).nullable(),
  exit_code: z.number().nullable(),
  duration_ms: z.number().nullable(),
  findings: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['error', 'warning', 'note']),
      text: z.string(),
      excess: z.object({ cents: z.number(), currency: z.string() }).optional(),
    }),
  ),
  /** The codes of warnings that the clean run does not have. */
  warnings: z.array(z.string()),
  requests: z.array(
    z.object({
      operation: z.string(),
      about: z.string(),
      answer: z.string(),
      took_ms: z.number(),
    }),
  ),
  repeat: z.string(),
})

/** A sweep as JSON. */
export const sweepSchema = z.object({
  verdict: z.enum(['unsafe', 'safe', 'untested', 'lost-sale', 'duplicates']),
  version: z.string(),
  command: z.string(),
  options: z.string(),
  strict: z.boolean(),
  clean_ms: z.number(),
  calls: z.array(z.object({ name: z.string(), operation: z.enum(sweptOperations) })),
  counts: z.record(z.string(), z.number()),
  cells: z.array(cellSchema),
  control: z
    .object({
      naive: z.object({ cells: z.number(), found: z.number() }),
      careful: z.object({ cells: z.number(), blamed: z.number() }),
    })
    .nullable(),
  /** The shards that it is made of, counted from 1, and how many cells each shard began with. */
  shards: z
    .object({ of: z.number(), given: z.array(z.number()), sizes: z.array(z.number()) })
    .nullable(),
  not_tried: z.array(z.object({ what: z.string(), how: z.string() })),
})

export type SweepDocument = z.infer<typeof sweepSchema>

type CellDocument = z.infer<typeof cellSchema>

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
    shards: swept.shards
      ? { ...swept.shards, given: [...swept.shards.given], sizes: [...swept.shards.sizes] }
      : null,
    not_tried: [...(swept.notTried ?? [])],
  }
}

function cellDocument(swept: Swept, outcome: CellOutcome): CellDocument {
  const { cell, result, flaky, exitCode, durationMs, findings, requests = [] } = outcome
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  return {
    name: cell.name,
    call: cell.call.name,
    at: cell.at,
    form: cell.form,
    recovery: cell.recovery ?? null,
    result: result ?? 'not run',
    flaky: flaky ? [...flaky] : null,
    exit_code: exitCode ?? null,
    duration_ms: durationMs === undefined ? null : Math.round(durationMs),
    findings: [...findings],
    warnings: [...new Set(warnings.map(({ code }) => code))],
    requests: [...requests],
    repeat: repeatLine(swept, outcome),
  }
}

/** The sweep that a document describes. */
export function sweptIn(document: SweepDocument): Swept {
  const { version, command, options, strict, clean_ms, calls, control, not_tried, shards } =
    document
  return {
    version,
    command,
    options,
    isStrict: strict,
    cleanMs: clean_ms,
    calls,
    outcomes: document.cells.map((cell) => outcomeIn(cell, calls)),
    control: control ?? undefined,
    shards: shards ?? undefined,
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
    result: result === 'not run' ? undefined : result,
    flaky: cell.flaky ?? undefined,
    exitCode: exit_code ?? undefined,
    durationMs: duration_ms ?? undefined,
    findings: cell.findings,
    requests,
  }
}
