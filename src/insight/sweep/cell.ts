import { transactionKinds } from '../../domain/transaction/transaction.ts'
import type { WireFault } from '../../scenario/faults/wire-fault.ts'

/** When a fault strikes: before or after the request is processed. */
export const moments = ['before', 'after'] as const
export type SweepMoment = (typeof moments)[number]

/**
 * How the answer fails; a crash kills the client in place of its answer. Or nothing fails, and the
 * command runs again, or twice at once.
 */
export const forms = [
  'http',
  'hang',
  'reset',
  'truncate',
  'late',
  'unknown',
  'busy',
  'conflict',
  'pending',
  'slow',
  'delayed',
  'crash',
  'again',
  'twice',
] as const
export type SweepForm = (typeof forms)[number]

const withOptions: readonly SweepForm[] = ['crash', 'again', 'twice']

/** The forms that can be named; the others have options. */
export const answerForms = forms.filter((form) => !withOptions.includes(form))

/** The forms that are tried unless others are named. */
export const usualForms = answerForms.filter((form) => form !== 'delayed')

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

/** The fault to perform on the wire; undefined if the bank or the network is slow instead. */
export function wireFault({ at, form }: Pick<SweepCell, 'at' | 'form'>): WireFault | undefined {
  switch (form) {
    case 'http':
      return { at, kind: 'http', status: 503 }
    case 'busy':
      return { at, kind: 'http', status: 429, retryAfter: 1 }
    case 'crash':
      return { at, kind: 'hang' }
    case 'conflict':
      return { at, kind: 'http', status: 409 }
    case 'late':
    case 'unknown':
    case 'pending':
    case 'slow':
    case 'delayed':
    case 'again':
    case 'twice':
      return undefined
    default:
      return { at, kind: form }
  }
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

const beforeOnly: readonly SweepForm[] = ['busy', 'delayed']
const afterOnly: readonly SweepForm[] = ['late', 'unknown', 'conflict', 'pending', 'slow']
/** The vault has neither a bank that could be slow nor correlation ids that it remembers. */
const gatewayOnly: readonly SweepForm[] = ['late', 'unknown', 'conflict', 'pending', 'delayed']
/** Slow, and the same for every call of an operation. */
const once: readonly SweepForm[] = ['pending', 'slow']

/** Whether a fault can have this form at this moment. */
export function comesAt(form: SweepForm, at: SweepMoment): boolean {
  if (beforeOnly.includes(form)) return at === 'before'
  return at === 'after' || !afterOnly.includes(form)
}

/** Whether a fault of this form can strike a call at this moment. */
function isPossible({ operation, isPlain }: SweptCall, at: SweepMoment, form: SweepForm): boolean {
  const isVault = operation === 'customer_create' || operation === 'token_create'
  if (form === 'pending' && (isPlain === false || operation === 'void')) return false
  return comesAt(form, at) && !(isVault && gatewayOnly.includes(form))
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

/** Without an answer a client waits for its time-out, so those cells come last. */
const cost: Readonly<Record<SweepForm, number>> = {
  http: 0,
  reset: 1,
  truncate: 2,
  conflict: 3,
  busy: 4,
  slow: 5,
  unknown: 6,
  pending: 7,
  crash: 8,
  late: 9,
  hang: 10,
  delayed: 11,
  again: 12,
  twice: 13,
}

function rank(cell: SweepCell, choice: SweepChoice): number {
  const { at, form, call } = cell
  const isRest = Number(!call.isRepresentative)
  // What the recovery consists of is found by these, so they come first.
  const isLeaf = Number(!isBase(cell, choice))
  const isLater = Number(at === 'before')
  const isOther = Number(call.operation !== 'purchase')
  return 1000 * isRest + 200 * isLeaf + 100 * isLater + 20 * isOther + cost[form]
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

/** How a recovery call can fail; reading calls fail the same before and after. */
const readForms: readonly SweepForm[] = ['http', 'hang', 'reset', 'truncate', 'busy']

/** A status and an exception, which clients tell apart; neither takes time. */
const quickForms: readonly SweepForm[] = ['http', 'reset']

/** In these forms nothing fails, or only the first request can. */
const firstLevelOnly: readonly SweepForm[] = ['pending', 'slow', 'delayed', 'crash']

/** The forms in which calls of the recovery fail. */
function recoveryForms({ forms: chosen, calls }: SweepChoice): readonly SweepForm[] {
  const quick = chosen.filter((form) => quickForms.includes(form))
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
  const { at } = choice
  const chosen = recoveryForms(choice)
  const isRetry = call.startsWith('retry-')
  const steps: readonly RecoveryStep[] = isRetry
    ? cellsOf(base.call, { at, forms: chosen }).map(({ at: moment, form }) => ({
        call,
        at: moment,
        form,
      }))
    : chosen
        .filter((form) => readForms.includes(form))
        .map((form) => ({ call, at: 'before', form }))
  return steps
    .map((recovery) => ({ ...base, name: `${base.name}+${stepName(recovery)}`, recovery }))
    .sort((one, other) => cost[one.recovery.form] - cost[other.recovery.form])
}

function stepName({ call, at, form }: RecoveryStep): string {
  return call.startsWith('retry-') ? `${call}/${at}/${form}` : `${call}/${form}`
}

/** Whether `purchase-3`, `purchase-3/after` or a whole name selects this cell. */
export function matchesName({ name }: Pick<SweepCell, 'name'>, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}/`)
}

/** Whether an operation is one that a sweep attacks. */
export function isSwept(operation: string): operation is SweptOperation {
  return sweptOperations.some((one) => one === operation)
}
