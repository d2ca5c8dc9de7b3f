import { Recent } from '../base/recent.ts'
import type { Instant } from '../domain/time/instant.ts'
import type { History } from '../record/history.ts'
import type { Follower, Recorder, TurnedAway } from '../record/recorder.ts'
import { type TestRef, testId } from '../record/test-ref.ts'
import type { CaseName } from './coverage/coverage.ts'
import type { Finding } from './findings/finding-document.ts'
import type { PaymentView } from './payments/payment-view.ts'
import { EndedTests } from './run/ended-tests.ts'
import { JudgedTest, judgeTest, type TestSettings } from './run/judge-test.ts'
import type { NamedScenario } from './run/named-scenario.ts'
import { addedUp, type RunPart, type RunScope } from './run/run-part.ts'
import type { Counts, Tally } from './run/tally.ts'

/** The most payments to close in one turn, which takes about 20 ms. */
const MOST_CLOSED = 200

/** The most payments of ended tests to leave for a later turn. */
const MOST_LEFT = 1000

/** The most tests to keep open after their end, because a call of theirs has no answer yet. */
const MOST_ENDING = 100

/** How many entries of a test are read before its payments are judged in advance. */
const MOST_UNJUDGED = 500

export interface RunSettings extends TestSettings {
  /** Whether nothing is judged. */
  readonly isOff?: boolean
}

interface JudgeParts {
  readonly recorder: Recorder
  /** The scenarios that the user named for this run. */
  readonly named?: () => readonly NamedScenario[]
  /** Real time. */
  readonly now: () => Instant
}

/** Judges the clients of one sandbox process, by what its recorder gets. */
export class Judge implements Omit<Follower, 'called'> {
  readonly #settings: RunSettings
  readonly #parts: JudgeParts
  readonly #recorder: Recorder
  readonly #tests = new WeakMap<History, JudgedTest>()
  /** How many entries of a test were read since its payments were judged in advance. */
  readonly #read = new WeakMap<History, number>()
  /** Tests that have ended and are not closed, because of calls under way or many payments; oldest first. */
  readonly #ending = new Set<History>()
  #latest: History | undefined
  readonly #awaited = new WeakSet<History>()
  #ended: EndedTests
  readonly #cards = new Recent<string, true>()
  #turnedAway = 0
  #earlier: Counts = {}
  readonly #coveredAway = new Set<CaseName>()
  /** What was deleted, of one world or of all. */
  #deleted: readonly (Pick<RunPart, 'tally' | 'findings'> & Pick<RunScope, 'world'>)[] = []

  constructor(settings: RunSettings, parts: JudgeParts) {
    this.#settings = settings
    this.#parts = parts
    this.#recorder = parts.recorder
    this.#ended = new EndedTests(settings)
    parts.recorder.follow(this)
  }

  /** What is known of a test by now; undefined if nothing is judged. */
  judged(history: History): JudgedTest | undefined {
    const test = this.#tests.get(history)
    if (test === undefined) return undefined
    const entries = history.take()
    this.#read.set(history, (this.#read.get(history) ?? 0) + entries.length)
    return judgeTest(test, entries)
  }

  begun = (history: History, isStored: boolean): void => {
    const [settings, cards] = [this.#settings, this.#cards]
    if (settings.isOff) return
    const { test } = history
    const { kept } = this.#ended
    const { now } = this.#parts
    this.#tests.set(history, new JudgedTest(test, { settings, kept, cards, now, isStored }))
    this.#ended.begin(test)
    const before = this.#latest
    this.#latest = history
    // Otherwise the first report would read the tests of all worlds at once.
    if (before !== undefined) this.judged(before)?.soFar()
  }

  many = (history: History): void => {
    const test = this.judged(history)
    if ((this.#read.get(history) ?? 0) < MOST_UNJUDGED) return
    this.#read.delete(history)
    this.#closeEnded()
    // Otherwise the next report would have to judge everything at once.
    test?.judge()
  }

  unmatched = (history: History, rules: readonly string[]): void => {
    this.judged(history)?.end(rules)
  }

  ended = (history: History): void => {
    if (!this.#tests.has(history)) return
    this.#ending.add(history)
    this.#closeEnded(this.#ending.size - MOST_ENDING)
    // A suite of many large tests may never ask for a report, which would close them.
    while (this.#paymentsLeft() > MOST_LEFT) this.#closeEnded()
  }

  removed = (world: string): void => this.#ended.remove(world)

  cleared = (world: string | undefined): void => {
    const scope = { world, isCurrentOnly: false }
    // Not closed: that would keep payments, only to throw them away.
    const tests = [...this.#ending, ...this.#recorder.open].filter(({ test }) =>
      this.#isIn(scope, test),
    )
    for (const history of tests) this.judged(history)?.stop()
    const { tally, findings } = this.part(scope)
    for (const history of tests) {
      this.#tests.delete(history)
      this.#ending.delete(history)
    }
    const room = this.#settings.findingsKept - this.deletedFindings.length
    this.#deleted = [...this.#deleted, { world, tally, findings: findings.slice(0, room) }]
    if (world === undefined) this.#forgetAll()
    else this.#ended.forget(world)
  }

  restarted = (): void => {
    this.#forgetAll()
    this.#deleted = []
  }

  turnedAway = (why: TurnedAway): void => {
    this.#turnedAway += 1
    if (why === 'unauthenticated') this.#coveredAway.add(why)
  }

  /** The run before the restart had these errors. */
  continueAfter(errors: Counts): void {
    this.#earlier = errors
  }

  /** How many payments of ended tests could be closed. */
  #paymentsLeft(): number {
    const quiet = [...this.#ending].filter((test) => this.#isQuiet(test))
    return quiet.reduce((sum, test) => sum + (this.judged(test)?.book.size ?? 0), 0)
  }

  /** Closes ended tests to whose calls nobody waits for an answer, and the oldest `more`. */
  #closeEnded(more = 0): void {
    let left = more
    for (const test of this.#ending) {
      left -= 1
      if (left < 0 && !this.#isQuiet(test)) continue
      const result = this.judged(test)?.close(left < 0 ? MOST_CLOSED : Number.POSITIVE_INFINITY)
      // The rest of it is closed later, and counts until then as it is.
      if (result === undefined) return
      this.#ending.delete(test)
      this.#ended.add(result, (ended) => this.#recorder.isCurrent(ended))
    }
  }

  /** Says whether a report should still wait: for calls that have no record now, and for those of ended tests. */
  unsettled(): () => boolean {
    const pending = () => this.#recorder.open.flatMap((test) => [...test.pending])
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
  endedPayments(world: string | undefined): readonly PaymentView[] {
    this.#closeEnded()
    return this.#ended.kept.payments.filter(
      ({ test }) => !this.isOpen(test) && (world === undefined || test.world === world),
    )
  }

  /** Whether it belongs to the open test of its world. */
  isOpen(test: TestRef): boolean {
    return this.#recorder.isOpen(test)
  }

  #forgetAll(): void {
    this.#ending.clear()
    this.#ended = new EndedTests(this.#settings)
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
    return scope.world === undefined || scope.test !== undefined || this.#recorder.isCurrent(one)
  }

  /** The tests that are not closed. */
  #judgedIn(scope: RunScope): readonly JudgedTest[] {
    return [...this.#ending, ...this.#recorder.open]
      .filter(({ test }) => this.#isCounted(scope, test))
      .flatMap((test) => this.judged(test) ?? [])
  }

  /** Whether nobody waits for an answer to one of its calls. */
  #isQuiet(history: History): boolean {
    return history.pending.size === 0 && this.judged(history)?.isQuiet !== false
  }
}
