import { nextTurn } from '../../base/in-batches.ts'
import type { CommandContext } from '../../domain/command-context.ts'
import { problem } from '../../domain/problem.ts'
import { type BankDay, bankDay } from '../../domain/time/banking-day.ts'
import { type ClockState, timeOn } from '../../domain/time/clock.ts'
import { DAY, type Instant } from '../../domain/time/instant.ts'
import { civilDay, sydneyDay, sydneyInstant } from '../../domain/time/sydney-time.ts'
import type { DirectedFacts, Direction } from '../../record/director.ts'
import type { Moved } from '../../record/exchange.ts'
import type { History } from '../../record/history.ts'
import type { TestState } from '../../record/recorder.ts'
import type { BeginEntry } from '../../record/run-entry.ts'
import type { Environment, WakeableWorld } from './environment.ts'
import { Events, type FiredEvent } from './events.ts'
import type { Medium, RowChange } from './records/medium.ts'
import { readMeta, storedClock } from './records/meta.ts'
import { Records } from './records/records.ts'
import { type Change, RuleState } from './rule-state.ts'
import type { RunCountChange } from './run-counts.ts'
import { fillAtStart, type StartState, startChanges } from './start-state.ts'
import {
  emitTime,
  happenUpTo,
  PER_TURN,
  plannedStatus,
  takeAllSlowResponses,
} from './transaction-moves.ts'

/** How far ahead a year is announced: money that moves now may arrive days later. */
const AHEAD = 14 * DAY

/** What a reset leaves, and how the report calls what follows. */
export interface WorldReset {
  readonly label?: string
  /** The scenarios that are loaded stay; their counts restart. */
  readonly keepsScenarios?: boolean
}

/** One sandbox world: its records, clock, rules and history. */
export class World implements WakeableWorld {
  readonly name: string
  readonly environment: Environment
  readonly start: StartState
  readonly events = new Events()
  readonly rules: RuleState
  readonly #medium: Medium
  /** Each test has its own, so that late entries of older requests stay out of it. */
  history: History
  /** Correlation keys whose requests have not been answered yet. */
  unanswered = new Set<string>()
  /** Requests that the network holds back until somebody searches for them, by `unanswered` key. */
  held = new Map<string, AbortController>()
  /** Ends the wait of clients that get no answer until they leave, by `unanswered` key and by audit. */
  waiting = new Map<string, () => void>()
  records: Records
  clock: ClockState
  /** Sandbox time has reached this instant. */
  #latest: Instant = 0
  /** The clock stands here while it is moved in several turns. */
  #heldAt: Instant | undefined
  /** When the next year is to be announced. */
  #nextYear: Instant = 0
  #seed: number
  #day: BankDay
  #alarm: Instant | undefined
  #isClosed = false
  /** The inverse changes of a rehearsal, to undo it. */
  #rehearsal: (readonly RowChange[])[] | undefined

  constructor(
    name: string,
    parts: {
      readonly records: Records
      readonly medium: Medium
      readonly start: StartState
      readonly environment: Environment
    },
  ) {
    this.name = name
    this.environment = parts.environment
    this.start = parts.start
    const isStored = parts.records.size('transactions') > 0
    this.history = this.#begin({ name: null, unmatched: [], isReset: true, isStored })
    this.#medium = parts.medium
    this.records = parts.records
    this.rules = new RuleState(this.records, parts.start.scenarios, this.environment)
    this.clock = storedClock(this.records)
    const { realTime, calendar, assumptions } = this.environment
    this.#day = bankDay(timeOn(this.clock, realTime()), calendar, assumptions)
    this.#seed = parts.start.seed
    if (this.records.size('meta') === 0) this.commit(startChanges(parts.start))
    this.#readMeta()
    this.#startTime()
    takeAllSlowResponses(this, this.now())
    this.openWindows()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** What the director of the run has to say about a well-formed request. */
  directed(facts: DirectedFacts): Direction | undefined {
    if (this.#rehearsal !== undefined) return undefined
    return this.environment.director?.direct(this.history.test, facts)
  }

  /** Sandbox time. It never goes back, whatever the machine's clock does. */
  now(): Instant {
    const now = this.#heldAt ?? timeOn(this.clock, this.environment.realTime())
    if (now > this.#latest) this.#latest = now
    return this.#latest
  }

  /** Stops the clock for a move of several turns; undefined lets it continue. */
  holdTime(at: Instant | undefined): void {
    this.#heldAt = at
  }

  /**
   * Every command enters here. Refuses if the world is closed, brings the world up to date, reads
   * the clock once and passes the context on, with the events that fired on the way.
   */
  run<T>(command: (context: CommandContext, fired: readonly FiredEvent[]) => T): T {
    this.refuseIfClosed()
    const now = this.now()
    if (now >= this.#nextYear) this.#announceYear(now)
    const { assumptions, calendar } = this.environment
    if (now < this.#day.from || now >= this.#day.until)
      this.#day = bankDay(now, calendar, assumptions)
    // If very much is due, the alarm of a running clock does the rest in further turns.
    const most = this.clock.mode === 'running' ? PER_TURN : Number.POSITIVE_INFINITY
    const fired = happenUpTo(this, now, most)
    if (fired.length > 0) emitTime(this, now, fired)
    return command({ now, seed: this.#seed, assumptions, calendar, day: this.#day }, fired)
  }

  get seed(): number {
    return this.#seed
  }

  /** Runs a command and undoes it. Nothing is stored and no watcher is called. */
  rehearse<T>(command: () => T): T {
    const { customerIndex, tokenIndex } = this.records
    const [customer, token] = [customerIndex.lastId, tokenIndex.lastId]
    const { unanswered, held } = this
    const outer = this.#rehearsal
    const undone: (readonly RowChange[])[] = []
    this.#rehearsal = undone
    this.unanswered = new Set(unanswered)
    this.held = new Map()
    this.events.isSilent = true
    try {
      return command()
    } finally {
      this.events.isSilent = outer !== undefined
      this.#rehearsal = outer
      this.unanswered = unanswered
      this.held = held
      for (const inverse of undone.reverse()) this.records.apply(inverse)
      customerIndex.lastId = customer
      tokenIndex.lastId = token
    }
  }

  /** No await between reading the records and this: that is what makes each command atomic. */
  commit(all: readonly Change[]): void {
    this.refuseIfClosed()
    const changes: RowChange[] = []
    const counts: RunCountChange[] = []
    let isMeta = false
    for (const change of all) {
      if (change.table === 'run_counts') counts.push(change)
      else changes.push(change)
      isMeta ||= change.table === 'meta'
    }
    if (this.#rehearsal !== undefined) {
      this.#rehearsal.push(this.records.apply(changes))
      return
    }
    this.events.beat()
    const uncount = counts.length === 0 ? undefined : this.environment.runCounts.add(counts)
    if (changes.length === 0) return
    const records = this.records
    const inverse = records.apply(changes)
    if (isMeta) this.#readMeta()
    this.#medium.commit(changes, () => {
      uncount?.()
      records.apply(inverse)
      this.#adopt(records)
    })
    this.setAlarm()
  }

  /** Replaces all records: a reset, an import or a restored snapshot. No finding spans it. */
  replace(records: Records, label?: string, isReset = false): void {
    this.refuseIfClosed()
    this.events.beat()
    const unmatched = this.#unmatchedRules()
    // Calls that are under way stay in the history of the test that has ended.
    const { history: ended } = this
    const test = { name: label ?? null, unmatched, isReset, isStored: false }
    this.history = this.#begin(test, this.#endState())
    const before = this.records
    // Audits start over: unanswered requests must not affect new ones with the same id.
    this.unanswered = new Set()
    this.held = new Map()
    this.waiting = new Map()
    this.#adopt(records)
    records.apply(this.rules.newWindows(this.now()))
    this.#medium.replace(records.tables, () => this.#adopt(before))
    takeAllSlowResponses(this, this.now())
    ended.end()
  }

  /** Begins the relative windows of newly loaded rules. */
  openWindows(): void {
    this.commit(this.rules.newWindows(this.now()))
  }

  /** Undefined if everything committed so far is safe on disk. */
  durable(): Promise<void> | undefined {
    return this.#medium.durable()
  }

  /** Why changes cannot be stored at the moment; undefined if they can. */
  get trouble(): string | undefined {
    return this.#medium.trouble
  }

  /** Lets other requests run between the steps of long work; what was committed is safe then. */
  async pause(): Promise<void> {
    await (this.durable() ?? nextTurn())
  }

  /** Goes back to the start options; snapshots stay. */
  reset({ label, keepsScenarios = false }: WorldReset = {}): void {
    const records = new Records()
    fillAtStart(records, this.start)
    const line = this.records.line('meta', 'scenarios')
    if (keepsScenarios && line !== undefined) {
      records.apply([{ table: 'meta', key: 'scenarios', line }])
    }
    this.replace(records, label, true)
  }

  #begin(test: Omit<BeginEntry, 'record' | 'world'>, before?: TestState): History {
    return this.environment.recorder.begin({ record: 'test', world: this.name, ...test }, before)
  }

  /** For callers that come back to a world they had found open. */
  refuseIfClosed(): void {
    if (!this.#isClosed) return
    throw problem('not_found', `There is no world '${this.name}' any more`, 'world')
  }

  async close(): Promise<void> {
    if (!this.#isClosed) {
      const unmatched = this.#unmatchedRules()
      const entry = { record: 'ended', world: this.name, unmatched } as const
      this.environment.recorder.end(entry, this.#endState())
    }
    this.#isClosed = true
    this.history.end()
    this.environment.wake(this, undefined)
    this.events.close()
    await this.#medium.close()
  }

  /** What its test has done with money, for those who follow the run. */
  #endState(): TestState {
    return {
      now: this.now(),
      customers: this.records.size('customers'),
      tokens: this.records.size('tokens'),
      transaction: (audit) => this.records.transaction(audit),
      planned: (transaction) => plannedStatus(this.records, transaction),
    }
  }

  setAlarm(): void {
    if (this.#isClosed) return
    const next =
      this.clock.mode === 'running' ? this.records.transactionIndex.agenda.peek()?.at : undefined
    if (next === this.#alarm) return
    this.#alarm = next
    this.environment.wake(this, next === undefined ? undefined : Math.max(0, next - this.now()))
  }

  clearAlarm(): void {
    this.#alarm = undefined
  }

  /** A transaction changed without its own request. */
  moved(moved: Moved): void {
    if (this.#rehearsal !== undefined) return
    this.events.beat()
    this.history.moved(moved)
  }

  /** Temporary rules that no request matched. */
  #unmatchedRules(): readonly string[] {
    const { temporaryRules, countOf } = this.rules
    return temporaryRules.map(({ id }) => id).filter((id) => (countOf(id)?.hits ?? 0) === 0)
  }

  #adopt(records: Records): void {
    this.records = records
    this.rules.adopt(records, this.start.scenarios)
    this.#readMeta()
    this.#startTime()
    this.clearAlarm()
    this.setAlarm()
  }

  /**
   * New records start their own time line, at their latest transaction: the machine's clock may have
   * been set back since.
   */
  #startTime(): void {
    this.#heldAt = undefined
    this.#latest = this.records.latestInstant
    this.#nextYear = 0
  }

  /** Announces each calendar year once, before money moves in it. */
  #announceYear(now: Instant): void {
    const { year } = civilDay(sydneyDay(now + AHEAD))
    this.#nextYear = sydneyInstant(`${year + 1}-01-01`, '00:00') - AHEAD
    this.environment.yearReached(year)
  }

  /** Parses what every request needs once. */
  #readMeta(): void {
    this.clock = storedClock(this.records)
    this.#seed = readMeta(this.records, 'seed')?.value ?? this.start.seed
  }
}
