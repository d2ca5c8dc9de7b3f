import type { TransactionKind } from '../../domain/transaction/transaction.ts'
import type { WireFault } from '../../scenario/faults/wire-fault.ts'

/** When a fault strikes: before anything is processed, or when everything is. */
export const moments = ['before', 'after'] as const
export type SweepMoment = (typeof moments)[number]

/** What becomes of the answer. */
export const forms = ['http', 'hang', 'reset', 'truncate'] as const
export type SweepForm = (typeof forms)[number]

/** A call that made a transaction in a clean run. */
export interface SweptCall {
  /** `purchase-3`, behind its chapter's label or its world if that is not the default one. */
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

/** The faults as they are performed on the wire. */
export function wireFault({ at, form }: Pick<SweepCell, 'at' | 'form'>): WireFault {
  return form === 'http' ? { at, kind: 'http', status: 503 } : { at, kind: form }
}

/** Which faults to try. */
export interface SweepChoice {
  readonly at: readonly SweepMoment[]
  readonly forms: readonly SweepForm[]
}

/** All cells, those first that tell most for the time they take. */
export function sweepCells(calls: readonly SweptCall[], choice: SweepChoice): readonly SweepCell[] {
  const cells = choice.at.flatMap((at) =>
    choice.forms.flatMap((form) =>
      calls.map((call) => ({ name: `${call.name}/${at}/${form}`, call, at, form })),
    ),
  )
  // The sort is stable: equals stay in the order of the calls.
  return cells.sort((one, other) => rank(one) - rank(other))
}

/** A client waits out its time-out where there is no answer, so those come last. */
const cost: Readonly<Record<SweepForm, number>> = { http: 0, reset: 1, truncate: 2, hang: 3 }

function rank({ at, form, call }: SweepCell): number {
  const isLater = Number(at === 'before')
  const isOther = Number(call.operation !== 'purchase')
  return 100 * isLater + 10 * isOther + cost[form]
}

/** Whether a cell is meant by `purchase-3`, `purchase-3/after` or its whole name. */
export function isMeantBy(cell: SweepCell, wanted: string): boolean {
  return cell.name === wanted || cell.name.startsWith(`${wanted}/`)
}

/** What a cell came to, the worst first. */
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

/** What happened while one fault was in force. */
export interface CellRun {
  readonly at: SweepMoment
  /** Whether any request met the fault. */
  readonly isReached: boolean
  readonly isHung: boolean
  readonly hasPassed: boolean
  /** Codes of the findings that the clean runs do not have. */
  readonly findings: ReadonlySet<string>
  /** Whether something was sent again and still done less often than in the clean runs. */
  readonly isShort: boolean
}

export function cellResult(run: CellRun): CellResult {
  const { isReached, isHung, hasPassed, findings } = run
  if (!isReached) return 'not reached'
  if (findings.has('double-charge')) return 'DOUBLE CHARGE'
  if (findings.has('double-refund')) return 'DOUBLE REFUND'
  // A command that was stopped had no chance to ask, so nothing is said against it.
  if (isHung) return 'hung'
  if (findings.has('unresolved')) return 'UNRESOLVED'
  if (findings.has('blind-retry') && hasLostTrack(run)) return 'UNRESOLVED'
  if (findings.has('lost-sale')) return 'LOST SALE'
  return hasPassed ? 'safe' : 'failed safe'
}

/** Sent again without looking, and not done twice: does the client know nothing of the first? */
function hasLostTrack({ at, hasPassed, isShort }: CellRun): boolean {
  return at === 'after' || (hasPassed && isShort)
}

const wrong: readonly CellResult[] = ['DOUBLE CHARGE', 'DOUBLE REFUND', 'UNRESOLVED']
const doubtful: readonly CellResult[] = ['LOST SALE', 'hung', 'not reached']

/** Whether a result is a reason to fail. */
export function isUnsafe(result: CellResult, isStrict: boolean): boolean {
  return wrong.includes(result) || (isStrict && doubtful.includes(result))
}
