import { printable } from '../base/text/printable.ts'
import type { Instant } from '../domain/time/instant.ts'
import type { Transaction } from '../domain/transaction/transaction.ts'
import type { Exchange } from './exchange.ts'
import { History } from './history.ts'
import type { BeginEntry, EndEntry, RunEntry, TestEntry } from './run-entry.ts'
import { Journal, RunLog } from './run-log.ts'
import type { TestRef } from './test-ref.ts'

/** Why a call was turned away before it was recorded. */
export type TurnedAway = 'unauthenticated' | 'foreign-page'

/** A world at the end of a test. */
export interface TestState {
  readonly now: Instant
  readonly customers: number
  readonly tokens: number
  readonly transaction: (audit: number) => Transaction | undefined
  /** What happens to a transaction that is undecided now. */
  readonly planned: (transaction: Transaction) => Transaction['status']
}

/** Follows what is recorded. */
export interface Follower {
  /** A test has begun; `isStored`: its world had payments before. */
  readonly begun: (history: History, isStored: boolean) => void
  /** Many entries of a test are to be taken. */
  readonly many: (history: History) => void
  /** No request matched these temporary rules of a test. */
  readonly unmatched: (history: History, rules: readonly string[]) => void
  /** A call of an open test has ended. */
  readonly called: (test: TestRef, exchange: Exchange) => void
  /** A test has ended in this state, if its world ended it; calls that are under way still belong to it. */
  readonly ended: (history: History, state: TestState | undefined) => void
  readonly removed: (world: string) => void
  /** The report of one world or of all is to be deleted; their tests end next. */
  readonly cleared: (world: string | undefined) => void
  readonly restarted: () => void
  readonly turnedAway: (why: TurnedAway) => void
}

interface RecorderParts {
  /** The most requests in the log. */
  readonly requestLimit: number
  /** Gets every entry of the log. */
  readonly write?: ((entry: RunEntry) => void) | undefined
}

/** Records what happens in all worlds of one sandbox process, test by test. */
export class Recorder {
  readonly #parts: RecorderParts
  /** Everything that happened; all else follows from it. */
  log: RunLog
  readonly #open = new Map<string, History>()
  #numbers = new TestNumbers()
  /** The tests of calls under way in a run that is read from a file. */
  readonly #begun = new Map<number, History>()
  readonly #followers: Partial<Follower>[] = []

  constructor(parts: RecorderParts) {
    this.#parts = parts
    this.log = new RunLog(parts.requestLimit, parts.write)
  }

  /** From now on: before anything is recorded. */
  follow(follower: Partial<Follower>): void {
    this.#followers.push(follower)
  }

  /** Adds what happened, as a run file has it. */
  add(entry: RunEntry): void {
    if (entry.record === 'test') this.begin(entry)
    else if (entry.record === 'ended') this.end(entry)
    else if (entry.record === 'cleared') this.clear(entry.world ?? undefined)
    else this.#testOf(entry).add(entry)
  }

  /** A call that was under way when its test ended still belongs to it. */
  #testOf(entry: TestEntry): History {
    const test = this.current(entry.world)
    if (entry.record === 'moved' || entry.record === 'books') return test
    const { arrived } = entry.record === 'left' ? entry : entry.exchange
    const begun = this.#begun.get(arrived)
    if (entry.record === 'begun') this.#begun.set(arrived, test)
    else if (entry.record === 'exchange') this.#begun.delete(arrived)
    return begun ?? test
  }

  /** The open tests of all worlds. */
  get open(): readonly History[] {
    return [...this.#open.values()]
  }

  /** The open test of a world. */
  current(world: string): History {
    return this.#open.get(world) ?? this.#start(world, {})
  }

  /** Whether it is the open test of its world. */
  isOpen({ world, number }: TestRef): boolean {
    return this.#open.get(world)?.test.number === number
  }

  /** Whether a test belongs to its world as it is now. */
  isCurrent(test: TestRef): boolean {
    return this.#numbers.isCurrent(test)
  }

  /** A world is created, reset or replaced, which ends its test. */
  begin(entry: BeginEntry, state?: TestState): History {
    const { world, name, unmatched, isReset, isStored } = entry
    this.log.add(entry)
    const journal = this.#finish(world, unmatched, state)
    if (journal !== undefined && isReset) journal.isOver = true
    return this.#start(world, { label: name, isStored, journal: isReset ? undefined : journal })
  }

  #start(
    world: string,
    {
      label = null,
      isStored = false,
      journal = new Journal(),
    }: { label?: string | null | undefined; isStored?: boolean; journal?: Journal | undefined },
  ): History {
    const number = this.#numbers.next(world)
    const test = { world, number, label: label === null ? null : printable(label) }
    const onMany = this.#followers.find(({ many }) => many !== undefined)?.many
    const onCall = this.#followers.some(({ called }) => called !== undefined)
      ? (exchange: Exchange) => this.#called(test, exchange)
      : undefined
    const history = new History(test, { log: this.log, journal, onMany, onCall })
    for (const follower of this.#followers) follower.begun?.(history, isStored)
    this.#open.set(world, history)
    return history
  }

  /** A call of a test that has ended counts only in its report and in the sums of the run. */
  #called(test: TestRef, exchange: Exchange): void {
    if (!this.isOpen(test)) return
    for (const follower of this.#followers) follower.called?.(test, exchange)
  }

  /** A call was refused that came from another site, or without valid credentials. */
  turnAway(why: TurnedAway): void {
    for (const follower of this.#followers) follower.turnedAway?.(why)
  }

  /** A world was removed. */
  end(entry: EndEntry, state?: TestState): void {
    const { world, unmatched } = entry
    this.log.add(entry)
    const journal = this.#finish(world, unmatched, state)
    if (journal === undefined) return
    journal.isOver = true
    this.#numbers.beginAgain(world)
    for (const follower of this.#followers) follower.removed?.(world)
  }

  /** The sandbox stopped, and its worlds are shown as they were. */
  stopped({ world, unmatched }: EndEntry): void {
    const test = this.current(world)
    for (const follower of this.#followers) follower.unmatched?.(test, unmatched)
  }

  #finish(world: string, unmatched: readonly string[], state?: TestState): Journal | undefined {
    const test = this.#open.get(world)
    if (test === undefined) return undefined
    this.#open.delete(world)
    for (const follower of this.#followers) {
      follower.unmatched?.(test, unmatched)
      follower.ended?.(test, state)
    }
    return test.journal
  }

  /** Begins again, of one world or of all. Returns the tests with which its worlds continue. */
  clear(world: string | undefined): readonly History[] {
    this.log.add({ record: 'cleared', world: world ?? null })
    const names = world === undefined ? [...this.#open.keys()] : [world]
    const ended = names.map((name) => ({ name, label: this.#open.get(name)?.test.label }))
    for (const follower of this.#followers) follower.cleared?.(world)
    const journals = names.map((name) => this.#finish(name, []))
    if (world === undefined) this.#numbers.beginAllAgain()
    else this.#numbers.beginAgain(world)
    return ended.map(({ name, label }, i) => this.#start(name, { label, journal: journals[i] }))
  }

  /** Forgets everything, including the open tests. */
  restart(): void {
    for (const follower of this.#followers) follower.restarted?.()
    this.log = new RunLog(this.#parts.requestLimit, this.#parts.write)
    this.#open.clear()
    this.#numbers = new TestNumbers()
  }
}

/** The numbers of the tests of each world. They continue when a world is created again. */
class TestNumbers {
  readonly #last = new Map<string, number>()
  /** The first test of each world since it was created, or since its report was cleared. */
  readonly #first = new Map<string, number>()

  next(world: string): number {
    const number = this.#lastOf(world) + 1
    this.#last.set(world, number)
    return number
  }

  #lastOf(world: string): number {
    return this.#last.get(world) ?? 0
  }

  /** What comes later belongs to another world of that name. */
  beginAgain(world: string): void {
    this.#first.set(world, this.#lastOf(world) + 1)
  }

  beginAllAgain(): void {
    for (const world of this.#last.keys()) this.beginAgain(world)
  }

  /** Whether a test belongs to its world as it is now. */
  isCurrent({ world, number }: TestRef): boolean {
    return number >= (this.#first.get(world) ?? 1)
  }
}
