import type { BrokenCall, SweptCall } from './call-schema.ts'
import { comesAt, faultTraits, isOfGateway, type SweepFault, type SweepMoment } from './fault.ts'
import { makesSomething } from './recovery-kind.ts'

/** One fault at one call, and perhaps a second one during the recovery. */
export interface SweepCell {
  /** `purchase-3/after/reset`, or `purchase-3/after/reset+search-1/http`. */
  readonly name: string
  readonly call: SweptCall
  readonly at: SweepMoment
  readonly fault: SweepFault
  /** A call by which the client finds out what happened, sends it again or undoes it: `search-1`. */
  readonly recovery?: BrokenCall | undefined
}

/** What to try. */
export interface SweepChoice {
  readonly at: readonly SweepMoment[]
  readonly faults: readonly SweepFault[]
  readonly depth: 1 | 2
  /**
   * Which calls to attack: `quick` one of each operation and caller, and the recovery in two faults; `all`
   * every call at both depths.
   */
  readonly calls: 'usual' | 'quick' | 'all'
  /** Whether the command may be started again at any time, so that each cell does so. */
  readonly isIdempotent?: boolean
}

/** Stands for the whole command in cells in which no call fails. */
const wholeCommand: SweptCall = {
  name: 'command',
  operation: 'purchase',
  representative: true,
}

/** The cells of a job in which nothing fails. */
const jobCells = (['again', 'twice'] as const).map(
  (fault): SweepCell => ({ name: fault, call: wholeCommand, at: 'after', fault }),
)

/** Whether nothing fails in this cell, but the command runs more than once. */
export function isJobCell({ fault }: Pick<SweepCell, 'fault'>): boolean {
  return fault === 'again' || fault === 'twice'
}

/** Slow, and the same for every call of an operation. */
const once: readonly SweepFault[] = ['pending', 'slow']

/** Whether this fault can strike a call at this moment. */
function isPossible({ operation, plain }: SweptCall, at: SweepMoment, fault: SweepFault): boolean {
  const isVault = operation === 'customer_create' || operation === 'token_create'
  if (fault === 'pending' && (plain === false || operation === 'void')) return false
  return comesAt(fault, at) && !(isVault && isOfGateway(fault))
}

/** More calls than this, `--quick` does not try. */
const MOST_QUICK = 100

/** One call of each operation and caller, the representatives first. */
export function quickCalls(calls: readonly SweptCall[]): readonly SweptCall[] {
  const own = calls.filter((call) => call.representative)
  const others = calls.filter((call) => call.first && !call.representative)
  return [...own, ...others.slice(0, Math.max(0, MOST_QUICK - own.length))]
}

/** All cells of depth 1, ordered by how much they reveal for their time. */
export function sweepCells(calls: readonly SweptCall[], choice: SweepChoice): readonly SweepCell[] {
  const chosen = choice.calls === 'quick' ? quickCalls(calls) : calls
  const cells = chosen.flatMap((call) => {
    const isWhole = choice.calls === 'all' || call.representative === true
    const own = choice.faults.filter((fault) => isWhole || !once.includes(fault))
    return cellsOf(call, { at: choice.at, faults: own })
  })
  // The sort is stable, so equal cells stay in the order of the calls.
  cells.sort((one, other) => rank(one, choice) - rank(other, choice))
  return choice.isIdempotent ? [...jobCells, ...cells] : cells
}

function cellsOf(
  call: SweptCall,
  choice: Pick<SweepChoice, 'at' | 'faults'>,
): readonly SweepCell[] {
  return choice.at.flatMap((at) =>
    choice.faults
      .filter((fault) => isPossible(call, at, fault))
      .map((fault) => ({ name: `${call.name}/${at}/${fault}`, call, at, fault })),
  )
}

/** Below 20: without a response a client waits for its timeout, so those cells come last. */
function costOf(fault: SweepFault): number {
  return (faultTraits[fault].ms ?? 0) / 250
}

function rank(cell: SweepCell, choice: SweepChoice): number {
  const { at, fault, call } = cell
  const isRest = Number(!call.representative)
  // What the recovery consists of is found by these, so they come first.
  const isLeaf = Number(!isBase(cell, choice))
  const isLater = Number(at === 'before')
  const isOther = Number(call.operation !== 'purchase')
  return 1000 * isRest + 200 * isLeaf + 100 * isLater + 20 * isOther + costOf(fault)
}

/** The lost response behind which the recovery is attacked: the quickest of the chosen faults. */
function baseFaults({ faults: chosen }: SweepChoice): readonly SweepFault[] {
  const lost = (['reset', 'http', 'truncate', 'hang', 'late', 'conflict', 'delayed'] as const).find(
    (fault) => chosen.includes(fault),
  )
  return chosen.filter((fault) => fault === lost || fault === 'crash')
}

/** Whether the recovery from this cell is attacked. */
export function isBase(cell: SweepCell, choice: SweepChoice): boolean {
  if (choice.depth === 1 || cell.recovery !== undefined) return false
  const isChosen = choice.calls === 'all' || cell.call.representative === true
  return isChosen && baseFaults(choice).includes(cell.fault)
}

/** In these faults nothing fails, or only the first request can. */
const firstLevelOnly: readonly SweepFault[] = [...once, 'delayed', 'stale', 'crash']

/** The faults in which calls of the recovery fail. */
function recoveryFaults({ faults: chosen, calls }: SweepChoice): readonly SweepFault[] {
  // A status and an exception, which clients tell apart; neither takes time.
  const quick = chosen.filter((fault) => fault === 'http' || fault === 'reset')
  return calls === 'quick' && quick.length > 0
    ? quick
    : chosen.filter((fault) => !firstLevelOnly.includes(fault))
}

/** The cells in which this call of the recovery fails too. */
export function recoveryCells(
  base: SweepCell,
  call: string,
  choice: SweepChoice,
): readonly SweepCell[] {
  const chosen = recoveryFaults(choice)
  const readings = chosen.filter((fault) => !isOfGateway(fault))
  const steps = makesSomething(call)
    ? cellsOf(base.call, { at: choice.at, faults: chosen }).map(({ at, fault }) => ({
        call,
        at,
        fault,
      }))
    : readings.map((fault) => ({ call, at: 'before' as const, fault }))
  return steps
    .map((recovery) => ({ ...base, name: `${base.name}+${stepName(recovery)}`, recovery }))
    .sort((one, other) => costOf(one.recovery.fault) - costOf(other.recovery.fault))
}

function stepName({ call, at, fault }: BrokenCall): string {
  return makesSomething(call) ? `${call}/${at}/${fault}` : `${call}/${fault}`
}

/** The cells of the recovery from a cell, if the client searches, and tries again if it must. */
export function expectedRecovery(cell: SweepCell, choice: SweepChoice): readonly SweepCell[] {
  if (!isBase(cell, choice)) return []
  const steps = cell.at === 'before' ? ['search-1', 'retry-1'] : ['search-1']
  return steps.flatMap((step) => recoveryCells(cell, step, choice))
}

/** Whether the client of a cell does little but wait, if a baseline run takes `baselineMs`. */
export function isMostlyWait(
  { fault, recovery }: Pick<SweepCell, 'fault' | 'recovery'>,
  baselineMs: number,
): boolean {
  return (faultTraits[recovery?.fault ?? fault].ms ?? 0) > baselineMs
}
