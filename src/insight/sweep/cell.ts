import { transactionKinds } from '../../domain/transaction/transaction.ts'
import { comesAt, formTraits, isOfGateway, type SweepForm, type SweepMoment } from './form.ts'

/** The operations that are attacked: those that make something. */
export const sweptOperations = [...transactionKinds, 'customer_create', 'token_create'] as const
export type SweptOperation = (typeof sweptOperations)[number]

/** A call of the clean runs that made a transaction, a customer or a token. */
export interface SweptCall {
  /** `purchase-3`, after its chapter's label, or after its world unless that is the default one. */
  readonly name: string
  readonly operation: SweptOperation
  /** The label of its chapter, usually the name of its test. */
  readonly label?: string | undefined
  readonly world?: string | undefined
  /** The one call that stands for all of its operation. */
  readonly isRepresentative?: boolean | undefined
  /** Whether it is approved on a card when nothing is broken; undefined: not known. */
  readonly isPlain?: boolean | undefined
}

/** A call by which the client finds out what happened to its request, or sends it again. */
export interface RecoveryStep {
  /** `search-1`, counted from the fault on. */
  readonly call: string
  readonly at: SweepMoment
  readonly form: SweepForm
}

/** One fault at one call, and perhaps a second one during the recovery. */
export interface SweepCell {
  /** `purchase-3/after/reset`, or `purchase-3/after/reset+search-1/http`. */
  readonly name: string
  readonly call: SweptCall
  readonly at: SweepMoment
  readonly form: SweepForm
  readonly recovery?: RecoveryStep | undefined
}

/** What to try. */
export interface SweepChoice {
  readonly at: readonly SweepMoment[]
  readonly forms: readonly SweepForm[]
  readonly depth: 1 | 2
  /**
   * Which calls to attack: `quick` the representatives alone, and their recovery in two forms; `all`
   * every call at both levels.
   */
  readonly calls: 'usual' | 'quick' | 'all'
  /** Whether the command may be started again at any time, so that each cell does so. */
  readonly isIdempotent?: boolean
}

/** Stands for the whole command in cells in which no call fails. */
const wholeCommand: SweptCall = {
  name: 'command',
  operation: 'purchase',
  isRepresentative: true,
}

/** The cells of a job in which nothing fails. */
const jobCells = (['again', 'twice'] as const).map(
  (form): SweepCell => ({ name: form, call: wholeCommand, at: 'after', form }),
)

/** Whether nothing fails in this cell, but the command runs more than once. */
export function isJobCell({ form }: Pick<SweepCell, 'form'>): boolean {
  return form === 'again' || form === 'twice'
}

/** Slow, and the same for every call of an operation. */
const once: readonly SweepForm[] = ['pending', 'slow']

/** Whether a fault of this form can strike a call at this moment. */
function isPossible({ operation, isPlain }: SweptCall, at: SweepMoment, form: SweepForm): boolean {
  const isVault = operation === 'customer_create' || operation === 'token_create'
  if (form === 'pending' && (isPlain === false || operation === 'void')) return false
  return comesAt(form, at) && !(isVault && isOfGateway(form))
}

/** All cells of the first level, ordered by how much they reveal for their time. */
export function sweepCells(calls: readonly SweptCall[], choice: SweepChoice): readonly SweepCell[] {
  const chosen = choice.calls === 'quick' ? calls.filter((call) => call.isRepresentative) : calls
  const cells = chosen.flatMap((call) => {
    const isWhole = choice.calls === 'all' || call.isRepresentative === true
    const own = choice.forms.filter((form) => isWhole || !once.includes(form))
    return cellsOf(call, { at: choice.at, forms: own })
  })
  // The sort is stable, so equal cells stay in the order of the calls.
  cells.sort((one, other) => rank(one, choice) - rank(other, choice))
  return choice.isIdempotent ? [...jobCells, ...cells] : cells
}

function cellsOf(call: SweptCall, choice: Pick<SweepChoice, 'at' | 'forms'>): readonly SweepCell[] {
  return choice.at.flatMap((at) =>
    choice.forms
      .filter((form) => isPossible(call, at, form))
      .map((form) => ({ name: `${call.name}/${at}/${form}`, call, at, form })),
  )
}

/** Below 20: without an answer a client waits for its time-out, so those cells come last. */
function costOf(form: SweepForm): number {
  return (formTraits[form].ms ?? 0) / 250
}

function rank(cell: SweepCell, choice: SweepChoice): number {
  const { at, form, call } = cell
  const isRest = Number(!call.isRepresentative)
  // What the recovery consists of is found by these, so they come first.
  const isLeaf = Number(!isBase(cell, choice))
  const isLater = Number(at === 'before')
  const isOther = Number(call.operation !== 'purchase')
  return 1000 * isRest + 200 * isLeaf + 100 * isLater + 20 * isOther + costOf(form)
}

/** The lost answer behind which the recovery is attacked: the quickest of the chosen forms. */
function baseForms({ forms: chosen }: SweepChoice): readonly SweepForm[] {
  const lost = (['reset', 'http', 'truncate', 'hang', 'late', 'conflict', 'delayed'] as const).find(
    (form) => chosen.includes(form),
  )
  return chosen.filter((form) => form === lost || form === 'crash')
}

/** Whether the recovery from this cell is attacked. */
export function isBase(cell: SweepCell, choice: SweepChoice): boolean {
  if (choice.depth === 1 || cell.recovery !== undefined) return false
  const isChosen = choice.calls === 'all' || cell.call.isRepresentative === true
  return isChosen && baseForms(choice).includes(cell.form)
}

/** In these forms nothing fails, or only the first request can. */
const firstLevelOnly: readonly SweepForm[] = [...once, 'delayed', 'crash']

/** The forms in which calls of the recovery fail. */
function recoveryForms({ forms: chosen, calls }: SweepChoice): readonly SweepForm[] {
  // A status and an exception, which clients tell apart; neither takes time.
  const quick = chosen.filter((form) => form === 'http' || form === 'reset')
  return calls === 'quick' && quick.length > 0
    ? quick
    : chosen.filter((form) => !firstLevelOnly.includes(form))
}

/** The cells in which this call of the recovery fails too. */
export function recoveryCells(
  base: SweepCell,
  call: string,
  choice: SweepChoice,
): readonly SweepCell[] {
  const chosen = recoveryForms(choice)
  const readings = chosen.filter((form) => !isOfGateway(form))
  const steps = call.startsWith('retry-')
    ? cellsOf(base.call, { at: choice.at, forms: chosen }).map(({ at, form }) => ({
        call,
        at,
        form,
      }))
    : readings.map((form) => ({ call, at: 'before' as const, form }))
  return steps
    .map((recovery) => ({ ...base, name: `${base.name}+${stepName(recovery)}`, recovery }))
    .sort((one, other) => costOf(one.recovery.form) - costOf(other.recovery.form))
}

function stepName({ call, at, form }: RecoveryStep): string {
  return call.startsWith('retry-') ? `${call}/${at}/${form}` : `${call}/${form}`
}

/** The cells of the recovery from a cell, if the client searches, and tries again if it must. */
export function expectedRecovery(cell: SweepCell, choice: SweepChoice): readonly SweepCell[] {
  if (!isBase(cell, choice)) return []
  const steps = cell.at === 'before' ? ['search-1', 'retry-1'] : ['search-1']
  return steps.flatMap((step) => recoveryCells(cell, step, choice))
}

/** Starting a sandbox and judging a cell. */
const OVERHEAD_MS = 100

/** How long cells take one after the other, if a clean run takes `cleanMs`. */
export function expectedSeconds(
  cells: readonly SweepCell[],
  cleanMs: number,
  { isIdempotent }: SweepChoice,
): number {
  const ms = cells.map(({ form, recovery }) => {
    const isFollowed = form === 'crash' || (isIdempotent && form !== 'twice')
    const waitsMs = formTraits[recovery?.form ?? form].ms ?? 0
    return (isFollowed ? 2 : 1) * cleanMs + OVERHEAD_MS + waitsMs
  })
  return Math.round(ms.reduce((sum, one) => sum + one, 0) / 100) / 10
}

/** Whether an operation is one that a sweep attacks. */
export function isSwept(operation: string): operation is SweptOperation {
  return sweptOperations.some((one) => one === operation)
}
