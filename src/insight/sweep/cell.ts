import type { TransactionKind } from '../../domain/transaction/transaction.ts'
import type { WireFault } from '../../scenario/faults/wire-fault.ts'

/** When a fault strikes: before or after the request is processed. */
export const moments = ['before', 'after'] as const
export type SweepMoment = (typeof moments)[number]

/** How the answer fails. */
export const forms = ['http', 'hang', 'reset', 'truncate'] as const
export type SweepForm = (typeof forms)[number]

/** A call that made a transaction in a clean run. */
export interface SweptCall {
  /** `purchase-3`, after its chapter's label, or after its world unless that is the default one. */
  readonly name: string
  readonly operation: TransactionKind
}

/** One fault at one call. */
export interface SweepCell {
  /** `purchase-3/after/reset`. */
  readonly name: string
  readonly call: SweptCall
  readonly at: SweepMoment
  readonly form: SweepForm
}

/** The fault to perform on the wire. */
export function wireFault({ at, form }: Pick<SweepCell, 'at' | 'form'>): WireFault {
  return form === 'http' ? { at, kind: 'http', status: 503 } : { at, kind: form }
}

/** Which faults to try. */
export interface SweepChoice {
  readonly at: readonly SweepMoment[]
  readonly forms: readonly SweepForm[]
}

/** All cells, ordered by how much they reveal for their time. */
export function sweepCells(calls: readonly SweptCall[], choice: SweepChoice): readonly SweepCell[] {
  const cells = choice.at.flatMap((at) =>
    choice.forms.flatMap((form) =>
      calls.map((call) => ({ name: `${call.name}/${at}/${form}`, call, at, form })),
    ),
  )
  // The sort is stable, so equal cells stay in the order of the calls.
  return cells.sort((one, other) => rank(one) - rank(other))
}

/** Without an answer a client waits for its time-out, so those cells come last. */
const cost: Readonly<Record<SweepForm, number>> = { http: 0, reset: 1, truncate: 2, hang: 3 }

function rank({ at, form, call }: SweepCell): number {
  const isLater = Number(at === 'before')
  const isOther = Number(call.operation !== 'purchase')
  return 100 * isLater + 10 * isOther + cost[form]
}

/** Whether `purchase-3`, `purchase-3/after` or a whole name selects this cell. */
export function isMeantBy(cell: SweepCell, wanted: string): boolean {
  return cell.name === wanted || cell.name.startsWith(`${wanted}/`)
}

/** The possible results of a cell, worst first. */
export const cellResults = [
  'DOUBLE CHARGE',
  'DOUBLE REFUND',
  'UNRESOLVED',
  'LOST SALE',
  'hung',
  'not reached',
  'failed safe',
  'safe',
] as const

export type CellResult = (typeof cellResults)[number]

/** One run of the command with one fault. */
export interface CellRun {
  readonly at: SweepMoment
  /** Whether any request met the fault. */
  readonly isReached: boolean
  readonly isHung: boolean
  readonly hasPassed: boolean
  /** Codes of findings that the clean runs do not have. */
  readonly findings: ReadonlySet<string>
  /** Whether something was retried and still done less often than in the clean runs. */
  readonly isShort: boolean
}

export function cellResult(run: CellRun): CellResult {
  const { isReached, isHung, hasPassed, findings } = run
  if (!isReached) return 'not reached'
  if (findings.has('double-charge')) return 'DOUBLE CHARGE'
  if (findings.has('double-refund')) return 'DOUBLE REFUND'
  // A command that was stopped had no chance to look, so this is not held against it.
  if (isHung) return 'hung'
  if (findings.has('unresolved')) return 'UNRESOLVED'
  if (findings.has('blind-retry') && hasLostTrack(run)) return 'UNRESOLVED'
  if (findings.has('lost-sale')) return 'LOST SALE'
  return hasPassed ? 'safe' : 'failed safe'
}

/** Whether a blind retry shows that the client does not know about the first attempt. */
function hasLostTrack({ at, hasPassed, isShort }: CellRun): boolean {
  return at === 'after' || (hasPassed && isShort)
}

const wrong: readonly CellResult[] = ['DOUBLE CHARGE', 'DOUBLE REFUND', 'UNRESOLVED']
const doubtful: readonly CellResult[] = ['LOST SALE', 'hung', 'not reached']

/** Whether a result fails the sweep. */
export function isUnsafe(result: CellResult, isStrict: boolean): boolean {
  return wrong.includes(result) || (isStrict && doubtful.includes(result))
}
