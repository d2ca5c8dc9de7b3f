import type { Recent } from '../../base/recent.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { type Exchange, type Moved, openingOf } from '../../record/exchange.ts'
import type { LeftEntry, TestEntry } from '../../record/run-entry.ts'
import type { TestRef } from '../../record/test-ref.ts'
import {
  type BooksDocument,
  type ExplainedDifference,
  type Reconciliation,
  reconciliationSchema,
} from '../books/books-document.ts'
import { CoverageWatch } from '../coverage/coverage-watch.ts'
import type { JudgeSettings, Sighting } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { noTimeout, stillWaiting } from '../findings/habit/waiting.ts'
import { standingHolds } from '../findings/payment/paid-again.ts'
import { orderSighting } from '../findings/payment/words.ts'
import { unmatchedRule, unmatchedTemporaryRule } from '../findings/unmatched-rule.ts'
import { isFinished } from '../payments/clarity.ts'
import { type Attempt, type JudgedPayment, untilChanged } from '../payments/judged-payment.ts'
import { PaymentBook } from '../payments/payment-book.ts'
import { freshSumOf, sumOf } from '../payments/payment-sum.ts'
import { type PaymentView, paymentId, paymentLine, paymentView } from '../payments/payment-view.ts'
import type { Accepted } from '../report/report-document.ts'
import { acceptedBy } from './accepted.ts'
import { CallsUnderWay, type WaitingCall } from './calls-under-way.ts'
import { countCall, countFailure, countPayment, countUnderWay, seeCall } from './count-calls.ts'
import type { TestResult } from './ended-tests.ts'
import { type KeptLimits, type KeptResults, worstOf } from './kept.ts'
import { RecoveryWatch } from './recovery.ts'
import { addCounts, addTally, countFinding, Tally } from './tally.ts'
import { booksFindingsIn, CallFindings, findingsIn } from './test-findings.ts'

export interface TestSettings extends JudgeSettings, KeptLimits {
  /** Known findings that do not count. */
  readonly accept?: readonly Accepted[] | undefined
}

/** Bound for unfinished payments: a client that loses every answer must not fill the memory. */
const MOST_UNFINISHED = 2000

/** The most steps beside one difference between books and payments. */
const MOST_STEPS = 30

/** What was counted, and the worst findings. */
export interface OpenResult extends TestResult {
  readonly findings: readonly Finding[]
}

/** What a test needs from its run. */
interface RunParts {
  readonly settings: TestSettings
  /** Gets the closed payments. */
  readonly kept: KeptResults
  /** The fingerprints of the cards that the run has used. */
  readonly cards: Recent<string, true>
  /** Real time, for calls that have no response yet. */
  readonly now: () => Instant
  /** Whether its world had payments before the run. */
  readonly isStored: boolean
}

/**
 * Judges a test: what is known of it once these entries are read, too. The same entries give the
 * same result, read one by one or at once, as they happen or from a file.
 */
export function judgeTest(test: JudgedTest, entries: readonly TestEntry[]): JudgedTest {
  for (const entry of entries) test.read(entry)
  return test
}

/** The payments, findings and counts of one test, from the entries that were read so far. */
export class JudgedTest {
  readonly test: TestRef
  /** The payments that can still change. */
  readonly book: PaymentBook
  readonly #run: RunParts
  readonly #tally = new Tally()
  readonly #calls: CallFindings
  readonly #ticks = new CoverageWatch(this.#tally.covered)
  readonly #recovery = new RecoveryWatch(this.#tally.recovery)
  readonly #findingsIn = untilChanged((payment) => findingsIn(this.test, payment, this.#settings))
  readonly #viewOf = untilChanged((payment) => paymentView(this.test, payment))
  readonly #underWay = new CallsUnderWay()
  /** Payments with a call that the sandbox itself failed. */
  readonly #unjudged = new WeakSet<JudgedPayment>()
  /** The last comparison with the shop's books. */
  #books: Reconciliation | undefined
  #lastBooksFindings: readonly Finding[] | undefined
  #isOver = false
  /** The results so far, until something else happens: a page asks for them several times. */
  #results: OpenResult | undefined

  constructor(test: TestRef, run: RunParts) {
    this.test = test
    this.#run = run
    const { correlationCacheMs, paymentsKept, findingsKept, uniqueReferences } = run.settings
    this.#calls = new CallFindings(findingsKept, (code) => this.#isAccepted(code))
    const room = {
      finished: Math.max(paymentsKept, 1),
      unfinished: MOST_UNFINISHED,
      correlationCacheMs,
      uniqueReferences,
    }
    this.book = new PaymentBook(room, (payment) => this.#keep(payment))
    // A later test: the world was only closed for a while.
    this.#tally.hasEarlierPayments = run.isStored && test.number === 1
  }

  get #settings(): TestSettings {
    return this.#run.settings
  }

  /** Adds an entry to the payments of this test. */
  read(entry: TestEntry): void {
    if (this.#isOver) return
    this.#results = undefined
    if (entry.record === 'exchange') this.#end(entry.exchange)
    else if (entry.record === 'moved') this.#move(entry.moved)
    else if (entry.record === 'begun') this.#begin(entry.exchange)
    else if (entry.record === 'left') this.#leave(entry)
    else this.#reconciled(reconciliationSchema.parse(entry.result))
  }

  /** The shop's books were compared with its payments; this replaces an earlier comparison. */
  #reconciled(result: Reconciliation): void {
    this.#books = result
    if (result.orders > 0 && result.findings.length === 0) this.#tally.covered.add('books-agree')
  }

  /** The differences of a comparison with the steps of their payments. */
  explained(result: Reconciliation): readonly ExplainedDifference[] {
    const findings = booksFindingsIn(this.test, result.findings, (audit) => this.book.madeBy(audit))
    return result.findings.map((one, i) => ({
      ...one,
      steps: findings[i]?.steps.slice(0, MOST_STEPS) ?? [],
    }))
  }

  get books(): readonly BooksDocument[] {
    return this.#books === undefined ? [] : [{ test: this.test, ...this.#books }]
  }

  #begin(exchange: Exchange): void {
    const opening = openingOf(exchange)
    const attempt = opening && this.book.begin(opening)
    this.#underWay.begin(exchange, attempt)
  }

  /** Of a call whose beginning is not in a run file any more, only its end is known. */
  #leave({ arrived, at: leftAt }: LeftEntry): void {
    const at = Date.parse(leftAt)
    const attempt = this.#underWay.leave(arrived, at)
    if (attempt === undefined) return
    this.book.leave(attempt, at)
    if (!attempt.isOwn) this.#recovery.leave(attempt, at)
  }

  #end(exchange: Exchange): void {
    const begun = this.#underWay.end(exchange.arrived)
    const sameId = this.#sameId(exchange, begun)
    if (begun !== undefined) this.book.end(begun, exchange)
    const isKnown = exchange.sandbox_failure === undefined
    const attempt = begun ?? (isKnown ? this.book.add(exchange) : undefined)
    const { operation, sandbox_failure: failure } = exchange
    const isLook = operation === 'lookup' || operation === 'search'
    if (exchange.sender !== undefined) {
      if (isLook) this.book.look(exchange)
      this.#tally.own += 1
      seeCall(this.#tally, exchange)
      return
    }
    if (failure !== undefined) {
      if (begun !== undefined) this.#unjudged.add(begun.payment)
      countFailure(this.#tally, exchange, failure)
      return
    }
    const about = isLook ? this.book.look(exchange) : undefined
    countCall(this.#tally, exchange, attempt)
    this.#recovery.see(exchange)
    const { settings, cards } = this.#run
    const { book } = this
    if (exchange.card !== undefined) cards.set(exchange.card, true)
    this.#calls.see(exchange, { settings, book, attempt, sameId, cards })
    this.#ticks.see({ exchange, attempt, about, book })
  }

  #move(moved: Moved): void {
    const from = this.book.madeBy(moved.audit)?.status
    const attempt = this.book.moved(moved)
    if (attempt === undefined || attempt.payment.isOwn) return
    // A client that only waited for the answer never saw that it was undecided.
    if (moved.by_response && attempt.known === undefined) return
    this.#ticks.seeMove({ attempt, from, to: moved.to })
  }

  #sameId(exchange: Exchange, begun: Attempt | undefined): Attempt | undefined {
    if (openingOf(exchange) === undefined) return undefined
    const first = this.book.firstWith(exchange.merchant, exchange.request.correlation_key)
    return first === begun ? undefined : first
  }

  /** Calls whose answers a rule delays, oldest first. */
  get waiting(): readonly WaitingCall[] {
    return this.#underWay.waiting(this.#run.now())
  }

  /** The results so far, including open payments in their current state. */
  soFar(): OpenResult {
    // How long a call has waited changes by itself.
    if (this.#underWay.size > 0) return this.#resultsNow()
    this.#results ??= this.#resultsNow()
    return this.#results
  }

  #resultsNow(): OpenResult {
    const findings = this.#openFindings()
    const tally = new Tally()
    addTally(tally, this.#tally)
    for (const call of this.waiting) countUnderWay(tally, call)
    for (const finding of findings) this.#count(tally, finding)
    this.#addDropped(tally)
    for (const payment of this.book.payments) {
      countPayment(tally, payment, { sum: sumOf(payment), findings: this.#judged(payment) })
    }
    const { test, books } = this
    return { test, tally, books, findings: worstOf(findings, this.#settings.findingsKept) }
  }

  /** Judges the open payments in advance, so that a later report is fast. */
  judge(): void {
    for (const payment of this.book.payments) if (this.#judged(payment).length > 0) sumOf(payment)
  }

  /** The findings that are not kept yet. */
  #openFindings(): readonly Finding[] {
    return [
      ...[...this.book.payments].flatMap((payment) => this.#judged(payment)),
      ...this.#calls.findings(this.test),
      ...this.#calls.unfinished(this.test, noTimeout, this.#stillWaiting()),
      ...this.#booksFindings(),
    ]
  }

  #booksFindings(): readonly Finding[] {
    if (this.#lastBooksFindings !== undefined) return this.#lastBooksFindings
    return booksFindingsIn(this.test, this.#books?.findings ?? [], (audit) =>
      this.book.madeBy(audit),
    )
  }

  #judged(payment: JudgedPayment): readonly Finding[] {
    return payment.isOwn || this.#unjudged.has(payment) || isPlain(payment)
      ? []
      : this.#findingsIn(payment)
  }

  /** The open payments, oldest first. */
  payments(): readonly PaymentView[] {
    return Array.from(this.book.payments, this.#viewOf)
  }

  /** The payment that a transaction belongs to. */
  paymentOf(audit: number | undefined): string | undefined {
    if (audit === undefined) return undefined
    const attempt = this.book.madeBy(audit)
    return attempt && paymentId(this.test, attempt.payment)
  }

  /** The payment of the first request with a correlation id. */
  paymentWith(merchant: number | null, key: string | undefined): string | undefined {
    const attempt = this.book.firstWith(merchant, key)
    return attempt && paymentId(this.test, attempt.payment)
  }

  /** Ends the test; calls that are under way still belong to it. `unmatched`: rules that no request matched. */
  end(unmatched: readonly string[]): void {
    for (const id of unmatched) this.#calls.add(unmatchedRule, unmatchedTemporaryRule(id))
    this.#results = undefined
  }

  /** Whether no client waits for a response. */
  get isQuiet(): boolean {
    return this.#underWay.isQuiet
  }

  /**
   * Closes its payments, `most` of them in one turn: later answers to its calls change nothing. Returns
   * what was counted, or undefined if payments are left.
   */
  close(most: number): TestResult | undefined {
    this.stop()
    this.#results = undefined
    if (!this.book.close(most)) return undefined
    for (const finding of [...this.#calls.findings(this.test), ...this.#booksFindings()]) {
      this.#count(this.#tally, finding)
      this.#run.kept.add(this.test.world, undefined, [finding])
    }
    this.#addDropped(this.#tally)
    const { test, books } = this
    return { test, tally: this.#tally, books }
  }

  /** Nothing changes any more, as at the end of the test. */
  stop(): void {
    if (this.#isOver) return
    this.#results = undefined
    for (const sighting of this.#stillWaiting()) this.#calls.add(noTimeout, sighting)
    for (const call of this.waiting) countUnderWay(this.#tally, call)
    this.#isOver = true
    this.#tally.waiting = 0
    this.#underWay.clear()
    const open = [...this.book.payments].filter(({ isOwn }) => !isOwn)
    for (const { kind, sighting } of open.flatMap((one) => standingHolds(one, this.#settings))) {
      this.#calls.add(kind, orderSighting(sighting))
    }
    // Copied while their payments are open.
    this.#lastBooksFindings = this.#booksFindings().map((finding) => ({ ...finding }))
  }

  /** Those that the config accepts are listed, and counted nowhere else. */
  #count(tally: Tally, finding: Finding): void {
    if (!this.#isAccepted(finding.code)) countFinding(tally, finding)
  }

  #isAccepted(code: string): boolean {
    const { accept = [] } = this.#settings
    return acceptedBy(accept, { code, test: this.test }) !== undefined
  }

  #addDropped(tally: Tally): void {
    addCounts(tally.counts_by_code, this.#calls.dropped.counts_by_code)
    addCounts(tally.raised, this.#calls.dropped.raised)
    addCounts(tally.notes, this.#calls.dropped.notes)
  }

  #stillWaiting(): readonly Sighting[] {
    return this.waiting.flatMap((call) => stillWaiting(call, this.#settings) ?? [])
  }

  /** Keeps a closed payment; in a test that continues, only if it has findings: newer payments follow. */
  #keep(payment: JudgedPayment): void {
    const findings = this.#judged(payment)
    for (const finding of findings) this.#count(this.#tally, finding)
    const sum = freshSumOf(payment)
    countPayment(this.#tally, payment, { sum, findings })
    if (findings.length === 0 && !this.#isOver && !this.#settings.keepsSteps) return
    const isWhole = findings.length > 0 || this.#settings.keepsSteps
    const view = (isWhole ? paymentView : paymentLine)(this.test, payment, sum)
    // Copied, so that later changes do not reach it.
    this.#run.kept.add(this.test.world, { ...view }, findings)
  }
}

/** Whether it is a single finished call, as most payments are: those have no findings. */
function isPlain(payment: JudgedPayment): boolean {
  const [first, second] = payment.events
  if (first?.kind !== 'attempt' || second !== undefined) return false
  if (first.paidBefore !== undefined || first.likelyRetry !== undefined) return false
  return isFinished(payment)
}
