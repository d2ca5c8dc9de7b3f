import { Recent } from '../base/recent.ts'
import { printable } from '../base/text/printable.ts'
import type { Instant } from '../domain/time/instant.ts'
import { History } from '../record/history.ts'
import type { BeginEntry, EndEntry, RunEntry, TestEntry } from '../record/run-entry.ts'
import { Journal, RunLog } from '../record/run-log.ts'
import { TestNumbers } from '../record/test-numbers.ts'
import { type TestRef, testId } from '../record/test-ref.ts'
import type { CaseName } from './coverage/coverage.ts'
import type { Finding } from './findings/finding-document.ts'
import type { PaymentView } from './payments/payment-view.ts'
import { EndedTests } from './run/ended-tests.ts'
import { JudgedTest, type TestSettings } from './run/judge-test.ts'
import type { NamedScenario } from './run/named-scenario.ts'
import { addedUp, type RunPart, type RunScope } from './run/run-part.ts'
import type { Counts, Tally } from './run/tally.ts'

/** The most payments to close in one turn, which takes about 20 ms. */
const MOST_CLOSED = 200

/** The most payments of ended tests to leave for a later turn. */
const MOST_LEFT = 1000

/** The most tests to keep open after their end, because a call of theirs has no answer yet. */
const MOST_ENDING = 100

export interface RunSettings extends TestSettings {
  /** The most requests in the log. */
  readonly requestLimit: number
  /** Whether nothing is judged. */
  readonly isOff?: boolean
}

interface RunParts {
  /** The scenarios that the user named for this run. */
  readonly named?: () => readonly NamedScenario[]
  /** Real time. */
  readonly now: () => Instant
  /** Gets every entry of the log. */
  readonly write?: ((entry: RunEntry) => void) | undefined
}

/** One sandbox process with all its worlds and tests. */
export class Run {
  readonly #settings: RunSettings
  readonly #parts: RunParts
  /** Everything that happened; all else follows from it. */
  log: RunLog
  readonly #open = new Map<string, History>()
  /** Tests that have ended and are not closed, because of calls under way or many payments; oldest first. */
  readonly #ending = new Set<History>()
  readonly #awaited = new WeakSet<History>()
  #ended: EndedTests
  #numbers = new TestNumbers()
  /** The tests of calls under way in a run that is read from a file. */
  readonly #begun = new Map<number, History>()
  readonly #cards = new Recent<string, true>()
  #turnedAway = 0
  #earlier: Counts = {}
  readonly #coveredAway = new Set<CaseName>()
  /** What was deleted, of one world or of all. */
  #deleted: readonly (Pick<RunPart, 'tally' | 'findings'> & Pick<RunScope, 'world'>)[] = []

  constructor(settings: RunSettings, parts: RunParts) {
    this.#settings = settings
    this.#parts = parts
    this.log = new RunLog(settings.requestLimit, parts.write)
    this.#ended = new EndedTests(settings)
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

  /** The open test of a world. */
  current(world: string): History {
    return this.#open.get(world) ?? this.#start(world, {})
  }

  /** A world is created, reset or replaced, which ends its test. */
  begin(entry: BeginEntry): History {
    const { world, name, unmatched, isReset, isStored } = entry
    this.log.add(entry)
    const journal = this.#finish(world, unmatched)
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
    const [settings, cards] = [this.#settings, this.#cards]
    const { kept } = this.#ended
    const judged = settings.isOff
      ? undefined
      : new JudgedTest(test, { settings, kept, cards, now: this.#parts.now, isStored })
    const onMuch = (one: JudgedTest) => {
      this.#closeEnded()
      // Otherwise the next report would have to judge everything at once.
      one.judge()
    }
    const history = new History(test, { log: this.log, journal, judged, onMuch })
    if (judged !== undefined) this.#ended.begin(test)
    this.#open.set(world, history)
    return history
  }

  /** The run before the restart had these errors. */
  continueAfter(errors: Counts): void {
    this.#earlier = errors
  }

  /** A call was refused that came from another site, or without valid credentials. */
  turnAway(covered?: CaseName): void {
    this.#turnedAway += 1
    if (covered !== undefined) this.#coveredAway.add(covered)
  }

  /** A world was removed. */
  end(entry: EndEntry): void {
    const { world, unmatched } = entry
    this.log.add(entry)
    const journal = this.#finish(world, unmatched)
    if (journal === undefined) return
    journal.isOver = true
    this.#numbers.beginAgain(world)
    this.#ended.remove(world)
  }

  #finish(world: string, unmatched: readonly string[]): Journal | undefined {
    const test = this.#open.get(world)
    if (test === undefined) return undefined
    this.#open.delete(world)
    if (test.judged === undefined) return test.journal
    test.judged.end(unmatched)
    this.#ending.add(test)
    this.#closeEnded(this.#ending.size - MOST_ENDING)
    // A suite of many large tests may never ask for a report, which would close them.
    while (this.#paymentsLeft() > MOST_LEFT) this.#closeEnded()
    return test.journal
  }

  /** How many payments of ended tests could be closed. */
  #paymentsLeft(): number {
    const quiet = [...this.#ending].filter(isQuiet)
    return quiet.reduce((sum, { judged }) => sum + (judged?.book.size ?? 0), 0)
  }

  /** Closes ended tests to whose calls nobody waits for an answer, and the oldest `more`. */
  #closeEnded(more = 0): void {
    let left = more
    for (const test of this.#ending) {
      left -= 1
      if (left < 0 && !isQuiet(test)) continue
      const result = test.judged?.close(left < 0 ? MOST_CLOSED : Number.POSITIVE_INFINITY)
      // The rest of it is closed later, and counts until then as it is.
      if (result === undefined) return
      this.#ending.delete(test)
      this.#ended.add(result, (ended) => this.#numbers.isCurrent(ended))
    }
  }

  /** Says whether a report should still wait: for calls that have no record now, and for those of ended tests. */
  unsettled(): () => boolean {
    const pending = () => [...this.#open.values()].flatMap((test) => [...test.pending])
    const calls = pending()
    return () => {
      this.#closeEnded()
      if ([...this.#ending].some((test) => !this.#awaited.has(test))) return true
      return pending().some((call) => calls.includes(call))
    }
  }

  /** No report waits again for what it has waited for. */
  stopWaiting(): void {
    for (const test of this.#ending) this.#awaited.add(test)
  }

  part(scope: RunScope): RunPart {
    this.#closeEnded()
    const isAll = scope.test === undefined && !scope.isCurrentOnly
    const isWhole = isAll && scope.world === undefined
    const isIn = (one: TestRef | null) => one !== null && this.#isCounted(scope, one)
    const { kept, labelled, removed } = this.#ended
    const ended = this.#ended.listed.filter(({ test }) => isIn(test))
    return addedUp(
      {
        open: this.#judgedIn(scope).map((one) => ({
          ...one.soFar(),
          isOpen: this.isOpen(one.test),
        })),
        ended,
        counts: isAll ? [this.#ended.counts(scope.world, isIn)] : ended.map(({ tally }) => tally),
        findings: kept.findings.filter(({ test }) => isIn(test)),
        labelled: labelled.filter(isIn),
        deleted: isAll ? this.#deletedOf(scope.world) : [],
        whole: isWhole
          ? {
              removed,
              turnedAway: this.#turnedAway,
              earlier: this.#earlier,
              coveredAway: this.#coveredAway,
              named: this.#parts.named?.() ?? [],
            }
          : undefined,
      },
      this.#settings,
    )
  }

  #deletedOf(world: string | undefined): readonly Tally[] {
    const deleted = this.#deleted.filter((one) => world === undefined || world === one.world)
    return deleted.map(({ tally }) => tally)
  }

  /** The findings that were deleted with the report, as far as they are kept. */
  get deletedFindings(): readonly Finding[] {
    return this.#deleted.flatMap(({ findings }) => findings)
  }

  /** Oldest first. */
  payments(scope: RunScope): readonly PaymentView[] {
    this.#closeEnded()
    const open = this.#judgedIn(scope).flatMap((test) => test.payments())
    const kept = this.#ended.kept.payments.filter(({ test }) => this.#isIn(scope, test))
    return [...kept, ...open]
  }

  /** The kept payments of ended tests, oldest first. */
  ended(world: string | undefined): readonly PaymentView[] {
    this.#closeEnded()
    return this.#ended.kept.payments.filter(
      ({ test }) => !this.isOpen(test) && (world === undefined || test.world === world),
    )
  }

  /** Whether it belongs to the open test of its world. */
  isOpen({ world, number }: TestRef): boolean {
    return this.#open.get(world)?.test.number === number
  }

  /** Forgets everything, or everything about a world. Returns the tests with which its worlds continue. */
  clear(world: string | undefined): readonly History[] {
    this.log.add({ record: 'cleared', world: world ?? null })
    const names = world === undefined ? [...this.#open.keys()] : [world]
    const ended = names.map((name) => ({ name, label: this.#open.get(name)?.test.label }))
    const journals = names.map((name) => this.#finish(name, []))
    this.#closeEnded(MOST_ENDING)
    const { tally, findings } = this.part({ world, isCurrentOnly: false })
    const room = this.#settings.findingsKept - this.deletedFindings.length
    this.#deleted = [...this.#deleted, { world, tally, findings: findings.slice(0, room) }]
    if (world === undefined) this.#forgetAll()
    else {
      this.#ended.forget(world)
      this.#numbers.beginAgain(world)
    }
    return ended.map(({ name, label }, i) => this.#start(name, { label, journal: journals[i] }))
  }

  /** Forgets everything, including the open tests. */
  restart(): void {
    this.#forgetAll()
    this.log = new RunLog(this.#settings.requestLimit, this.#parts.write)
    this.#deleted = []
    this.#open.clear()
    this.#numbers = new TestNumbers()
  }

  #forgetAll(): void {
    this.#ending.clear()
    this.#ended = new EndedTests(this.#settings)
    this.#numbers.beginAllAgain()
    this.#turnedAway = 0
    this.#earlier = {}
    this.#coveredAway.clear()
  }

  #isIn(scope: RunScope, one: TestRef): boolean {
    if (scope.test !== undefined && testId(one) !== scope.test) return false
    if (scope.world !== undefined && one.world !== scope.world) return false
    return !scope.isCurrentOnly || this.isOpen(one)
  }

  /** The report of a world does not count an earlier world of that name, which was removed. */
  #isCounted(scope: RunScope, one: TestRef): boolean {
    if (!this.#isIn(scope, one)) return false
    return scope.world === undefined || scope.test !== undefined || this.#numbers.isCurrent(one)
  }

  /** The tests that are not closed. */
  #judgedIn(scope: RunScope): readonly JudgedTest[] {
    const all = [...this.#ending, ...this.#open.values()]
    return all
      .filter(({ test }) => this.#isCounted(scope, test))
      .flatMap(({ judged }) => judged ?? [])
  }
}

/** Whether nobody waits for an answer to one of its calls. */
function isQuiet({ pending, judged }: History): boolean {
  return pending.size === 0 && judged?.isQuiet !== false
}
