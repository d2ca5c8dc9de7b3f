import type { DirectedFacts, Direction, Director } from '../../../record/director.ts'
import { type Exchange, userAgentOf } from '../../../record/exchange.ts'
import type { History } from '../../../record/history.ts'
import type { Follower, TestState } from '../../../record/recorder.ts'
import { type TestRef, testId } from '../../../record/test-ref.ts'
import type { ScenarioRule } from '../../../scenario/rule.ts'
import type { OutcomeDocument } from '../../../scenario/scenario-document.ts'
import { type BaselineCall, CallNames, placeName } from '../cells/call-names.ts'
import type { BrokenCall, KnownCall } from '../cells/call-schema.ts'
import { isJobCell, type SweepCell } from '../cells/cell.ts'
import { outcomeOfFault, slowly } from '../cells/fault.ts'
import { makesSomething, type RecoveryKind } from '../cells/recovery-kind.ts'
import { isSwept, type SweptOperation } from '../cells/swept-operation.ts'
import { cellRequest } from '../document/cell-request.ts'
import type { CellRequest } from '../document/sweep-schema.ts'
import { Sums } from '../money/money.ts'
import { type FaultyRequest, recoveryKind, referenceOf } from './recovery.ts'

/** More calls of one recovery than this are not attacked. */
export const MOST_STEPS = 6

/** More requests than this are not shown with a cell. */
const MOST_SHOWN = 40

/** What a client asks before it creates something in the vault. */
const looksBefore: Readonly<Partial<Record<SweptOperation, string>>> = {
  customer_create: 'customer_search',
  token_create: 'token_list',
}

/** The parts of a sweep's run. */
interface SweepWatchParts {
  /** Undefined for a baseline run. */
  readonly cell?: SweepCell | undefined
  readonly known?: readonly KnownCall[]
  /** Kills the command. */
  readonly onCrash?: (() => void) | undefined
  /** Called with a transaction that the bank decides a little later. */
  readonly onUndecided?: ((world: string, audit: number) => void) | undefined
  /** Called when the client asks what happened to its request, and gets a response. */
  readonly onAsked?: (() => void) | undefined
}

/**
 * Names the requests of a run that make something, and gives the rule that breaks one of them, and
 * perhaps one of those that follow it.
 */
export class SweepWatch implements Director, Partial<Follower> {
  readonly sums = new Sums()
  readonly #parts: SweepWatchParts
  readonly #names: CallNames
  /** The calls that can make something, in order. */
  readonly seen: BaselineCall[] = []
  /** How often each kind of call was made in each place. */
  readonly counts = new Map<string, number>()
  /** The broken request and those that followed it in its world. */
  readonly requests: CellRequest[] = []
  /** The calls of the open tests by the audits of what they made. */
  readonly #made = new Map<string, Map<number, BaselineCall>>()
  /** The calls of the recovery, in order: `search-1`. */
  readonly steps: string[] = []
  /** The calls that have the same reference in every baseline run, and these references. */
  readonly #fixed: ReadonlySet<string>
  readonly #references: ReadonlySet<string>
  /** The operations that were called. */
  readonly #operations = new Set<string>()
  #attacked: FaultyRequest | undefined
  /** Whether an answer was lost, and nothing has asked for it or been sent in its place. */
  #isUnasked = false
  #isReached = false
  #isRecoveryReached = false
  /** Tests that were open when the client was killed. */
  #crashedIn: ReadonlySet<string> | undefined
  /** Whether the tests threw the state of the crash away before anything asked for it. */
  isCut = false
  /** Whether the tests threw away what a crash left behind, so that its money is not counted. */
  isUncounted = false
  /** After how many milliseconds clients gave up waiting for a payment that no rule held back. */
  readonly hangUps: number[] = []

  constructor(parts: SweepWatchParts = {}) {
    this.#parts = parts
    this.#names = new CallNames(parts.known)
    const fixed = parts.known?.filter(({ reference }) => reference !== undefined) ?? []
    this.#fixed = new Set(fixed.map(({ name }) => name))
    this.#references = new Set(
      fixed.map(({ place, operation, reference }) => `${place}${operation} ${reference}`),
    )
  }

  /** Whether requests have met all faults of the cell. */
  get isReached(): boolean {
    const { cell } = this.#parts
    if (cell !== undefined && isJobCell(cell)) return true
    return this.#isReached && (cell?.recovery === undefined || this.#isRecoveryReached)
  }

  /** A well-formed request has arrived. */
  direct(test: TestRef, facts: DirectedFacts): Direction {
    const where = placeName(test)
    const { world } = test
    const { operation } = facts
    const reference = referenceOf(facts)
    const name = isSwept(operation) ? this.#names.next(where, operation, reference) : undefined
    const { kind, recovery } = this.#recovering(where, world, facts, name)
    const isRetry = kind === 'retry'
    const faulty: FaultyRequest = { facts, place: where, world }
    const sort = `${where}${operation}`
    this.counts.set(sort, (this.counts.get(sort) ?? 0) + 1)
    const { cell } = this.#parts
    // Of two starts, the first response of each operation takes its time, so that both have looked
    // before one creates, and both create before one knows.
    const isMeeting =
      (cell?.fault === 'twice' && !this.#operations.has(operation)) ||
      (this.#isLook(where, operation) && this.counts.get(sort) === 1)
    this.#operations.add(operation)
    if (!isSwept(operation) || name === undefined) {
      const read = this.#attackAgain(recovery)
      return { rule: this.#ruleOf(read ?? (isMeeting ? slowly : undefined)), made: () => undefined }
    }
    const isTarget = this.#attacked === undefined && cell?.call.name === name
    if (isTarget) this.#attacked = faulty
    const attack = isTarget ? outcomeOfFault(cell) : this.#attackAgain(recovery)
    const hit = isTarget ? cell : recovery
    if (isTarget && cell.at === 'before') this.#strike(cell, test)
    const isBlind = isRetry && this.#isUnasked && !this.#fixed.has(name)
    if (isTarget || isBlind) this.#isUnasked = hit !== undefined
    const unmade = { isMade: false, isPlain: false, isAttacked: isTarget || isRetry, isBlind }
    const made: { audit?: number } = {}
    const call = {
      place: where,
      test,
      operation,
      reference,
      amount: facts.amount,
      ...unmade,
      ...made,
    }
    this.seen.push(call)
    return {
      rule: this.#ruleOf(attack ?? (isMeeting ? slowly : undefined)),
      made: (transaction) => {
        call.isMade = true
        const { status = 'approved', method, isBroken = false } = transaction ?? {}
        call.isPlain = status === 'approved' && method?.kind !== 'direct_debit' && !isBroken
        if (transaction !== undefined) {
          const key = testId(test)
          this.#made.set(key, (this.#made.get(key) ?? new Map()).set(transaction.audit, call))
          faulty.audit = transaction.audit
          call.audit = transaction.audit
          if (hit?.fault === 'unknown' || hit?.fault === 'pending') {
            this.#parts.onUndecided?.(world, transaction.audit)
          }
        }
        if (isTarget && cell.at === 'after') this.#strike(cell, test)
      },
    }
  }

  /**
   * Whether this call looks for what a slow call of the vault creates next. That is slow too: of two
   * workers that both look before they create, the second then finds nothing either.
   */
  #isLook(place: string, operation: string): boolean {
    const { cell } = this.#parts
    if (cell?.fault !== 'slow' || this.#attacked !== undefined) return false
    const { name, operation: creation } = cell.call
    return name.startsWith(`${place}${creation}-`) && looksBefore[creation] === operation
  }

  /** A call has ended: one in the world of the fault is shown, or any call if nothing fails. */
  called(test: TestRef, exchange: Exchange): void {
    const { cell } = this.#parts
    const { world } = test
    if (cell === undefined) this.#baselineCalled(test, exchange)
    const isShown = this.#attacked?.world === world || (cell !== undefined && isJobCell(cell))
    if (!isShown || exchange.sender !== undefined) return
    if (this.requests.length < MOST_SHOWN) this.requests.push(cellRequest(exchange))
  }

  #baselineCalled(test: TestRef, exchange: Exchange): void {
    const { audit, considered, facts, operation, sender } = exchange
    const call = audit === null ? undefined : this.#made.get(testId(test))?.get(audit)
    if (call?.operation === operation) {
      call.userAgent = userAgentOf(exchange)
    }
    const isHeldBack = considered?.decided.some(({ layers }) => layers.includes('delivery'))
    const isCounted = operation !== null && isSwept(operation) && sender === undefined
    if (facts.left && !isHeldBack && isCounted) {
      this.hangUps.push(facts.waited_ms)
    }
  }

  /** A test ends: the state that it leaves counts. */
  ended({ test }: History, state: TestState | undefined): void {
    if (state === undefined) return
    const key = testId(test)
    const made = this.#made.get(key) ?? new Map()
    this.#made.delete(key)
    // A command that is run again after a crash may begin by throwing away what was there.
    if (this.#crashedIn?.has(key)) {
      this.isUncounted = true
      this.isCut ||= this.#attacked?.world === test.world && this.steps.length === 0
      return
    }
    this.sums.count(state, made)
  }

  /** The run is over: what a crash left behind counts from now on. */
  conclude(): void {
    this.#crashedIn = undefined
  }

  #strike({ fault }: Pick<SweepCell, 'fault'>, test: TestRef): void {
    this.#isReached = true
    if (fault !== 'crash') return
    this.#crashedIn = new Set([...this.#made.keys(), testId(test)])
    this.#parts.onCrash?.()
  }

  /** Whether this request is sent again, and the step of the recovery that it is to meet, if any. */
  #recovering(
    place: string,
    world: string,
    facts: DirectedFacts,
    name: string | undefined,
  ): { readonly kind?: RecoveryKind; readonly recovery?: BrokenCall } {
    if (this.#attacked === undefined) return {}
    const isKnown = this.#references.has(`${place}${facts.operation} ${referenceOf(facts)}`)
    const isUsual = this.#parts.known?.some((call) => call.name === name) === true
    const kind = recoveryKind(this.#attacked, facts, { place, world, isKnown, isUsual })
    if (kind === undefined) return {}
    const before = this.steps.filter((step) => step.startsWith(`${kind}-`))
    const step = `${kind}-${before.length + 1}`
    this.steps.push(step)
    const { recovery } = this.#parts.cell ?? {}
    if (recovery?.call === step) return { kind, recovery }
    // A search that fails tells the client nothing.
    if (!makesSomething(step)) {
      this.#isUnasked = false
      this.#parts.onAsked?.()
    }
    return { kind }
  }

  #attackAgain(recovery: BrokenCall | undefined): OutcomeDocument | undefined {
    if (recovery === undefined) return undefined
    this.#isRecoveryReached = true
    return outcomeOfFault(recovery)
  }

  /** `sweep/purchase-1/after/reset`: what a cell does, as a rule. */
  #ruleOf(outcome: OutcomeDocument | undefined): ScenarioRule | undefined {
    const name = this.#parts.cell?.name ?? ''
    return outcome && { id: `sweep/${name}`, rule: { name, when: {}, outcome } }
  }
}
