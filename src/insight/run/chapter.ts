import { printable } from '../../document/printable.ts'
import type { BooksDocument, ExplainedDifference, Reconciliation } from '../books/books-document.ts'
import { CoverageWatch } from '../coverage/coverage-watch.ts'
import { type CallUnderWay, type Exchange, type Moved, openingOf } from '../exchange.ts'
import type { JudgeSettings, Sighting } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { noTimeOut, stillWaiting } from '../findings/habit/waiting.ts'
import { standingHolds } from '../findings/payment/paid-again.ts'
import { orderSighting } from '../findings/payment/words.ts'
import { ruleNeverMet } from '../findings/unmatched-rule.ts'
import type { Recent } from '../recent.ts'
import type { Accepted } from '../report/report-document.ts'
import { isSettled } from '../stories/clarity.ts'
import { type Attempt, type Story, untilChanged } from '../stories/story.ts'
import { StoryBook } from '../stories/story-book.ts'
import { freshSumOf, sumOf } from '../stories/story-sum.ts'
import { type StoryView, storyId, storyLine, storyView } from '../stories/story-view.ts'
import { acceptedBy } from './accepted.ts'
import { booksFindingsIn, CallFindings, type ChapterPlace, findingsIn } from './chapter-findings.ts'
import { type KeptLimits, type KeptResults, worstOf } from './kept.ts'
import type { EndedCall, Fact, LeftCall } from './run-history.ts'
import {
  addCounts,
  addTally,
  countCall,
  countFailure,
  countFinding,
  countStory,
  countUnderWay,
  seeCall,
  Tally,
} from './tally.ts'

export interface ChapterLimits extends JudgeSettings, KeptLimits {
  /** Known findings that do not count. */
  readonly accept?: readonly Accepted[] | undefined
}

/** The history of a chapter, which places the facts that are not placed yet. */
interface FactSource {
  readonly pending: ReadonlySet<number>
  catchUp(): void
}

/** Bound for unsettled stories: a client that loses every answer must not fill the memory. */
const MOST_UNSETTLED = 2000

/** The most steps beside one difference between books and payments. */
const MOST_STEPS = 30

/** What was counted, and the worst findings. */
export interface Results {
  readonly tally: Tally
  readonly findings: readonly Finding[]
}

/** One world from its creation, reset, import or restored snapshot to the next. */
export class Chapter {
  readonly place: ChapterPlace
  /** The stories that can still change. */
  readonly book: StoryBook
  readonly #limits: ChapterLimits
  readonly #kept: KeptResults
  readonly #cards: Recent<string, true>
  readonly #closeEarlier: () => void
  readonly #tally = new Tally()
  readonly #calls: CallFindings
  readonly #ticks = new CoverageWatch(this.#tally.covered)
  readonly #findingsIn = untilChanged((story) => findingsIn(this.place, story, this.#limits))
  /** Calls whose answers a rule delays, with their attempts. */
  readonly #underWay = new Map<CallUnderWay, Attempt | undefined>()
  /** Those of them whose clients have left. */
  readonly #left = new Set<CallUnderWay>()
  /** Stories with a call that the sandbox itself failed. */
  readonly #unjudged = new WeakSet<Story>()
  /** The last comparison with the shop's books. */
  #books: Reconciliation | undefined
  #lastBooksFindings: readonly Finding[] | undefined
  #facts: FactSource | undefined
  #isOver = false
  /** The results so far, until something else happens: a page asks for them several times. */
  #results: Results | undefined

  /**
   * `cards`: the fingerprints of those that the run has used. `closeEarlier`: closes some stories of
   * chapters that have ended.
   */
  constructor(
    place: ChapterPlace,
    limits: ChapterLimits,
    kept: KeptResults,
    { cards, closeEarlier }: { cards: Recent<string, true>; closeEarlier: () => void },
  ) {
    this.place = place
    this.#limits = limits
    this.#kept = kept
    this.#cards = cards
    this.#closeEarlier = closeEarlier
    this.#calls = new CallFindings(limits.findingsKept, (code) => this.#isAccepted(code))
    const { correlationCacheMs, storiesKept, uniqueReferences } = limits
    const room = {
      settled: Math.max(storiesKept, 1),
      unsettled: MOST_UNSETTLED,
      correlationCacheMs,
      uniqueReferences,
    }
    this.book = new StoryBook(room, (story) => this.#keep(story))
  }

  /** Before it is read, it catches up with this history. */
  follow(facts: FactSource): void {
    this.#facts = facts
  }

  /** Adds a fact to the stories of this chapter. */
  add(fact: Fact): void {
    if (this.#isOver) return
    this.#results = undefined
    if (fact.kind === 'ended') this.#end(fact)
    else if (fact.kind === 'moved') this.#move(fact.moved)
    else if (fact.kind === 'begun') this.#begin(fact.call)
    else this.#leave(fact)
  }

  /** Its world already had payments when the sandbox started. */
  continueStored(): void {
    // A later chapter: the world was only closed for a while.
    if (this.place.chapterNumber === 1) this.#tally.beginsAtRestart = true
  }

  /** The shop's books were compared with its payments; this replaces an earlier comparison. */
  reconciled(result: Reconciliation): void {
    this.#books = result
    if (result.orders > 0 && result.findings.length === 0) this.#tally.covered.add('books-agree')
    this.#results = undefined
  }

  /** The differences of a comparison with the steps of their payments, and the search for each in the advice. */
  explained(result: Reconciliation): readonly ExplainedDifference[] {
    this.#facts?.catchUp()
    const told = booksFindingsIn(this.place, result.findings, (audit) => this.book.madeBy(audit))
    return result.findings.map((one, i) => {
      const { advice = one.advice, steps = [] } = told[i] ?? {}
      return { ...one, advice, steps: steps.slice(0, MOST_STEPS) }
    })
  }

  get books(): readonly BooksDocument[] {
    const { world, chapter } = this.place
    return this.#books === undefined ? [] : [{ world, test: chapter, ...this.#books }]
  }

  #begin(call: CallUnderWay): void {
    const opening = openingOf(call.exchange)
    this.#underWay.set(call, opening && this.book.begin(opening))
  }

  #leave({ call, at }: LeftCall): void {
    const attempt = this.#underWay.get(call)
    this.#left.add(call)
    if (attempt !== undefined) this.book.leave(attempt, at)
  }

  #end({ exchange, call }: EndedCall): void {
    const begun = call && this.#underWay.get(call)
    if (call !== undefined) {
      this.#underWay.delete(call)
      this.#left.delete(call)
    }
    const sameId = this.#sameId(exchange, begun)
    if (begun !== undefined) this.book.end(begun, exchange)
    const isKnown = exchange.failure === undefined
    const attempt = begun ?? (isKnown ? this.book.add(exchange) : undefined)
    if (exchange.sender !== undefined) {
      this.#tally.own += 1
      seeCall(this.#tally, exchange)
      return
    }
    const { operation, failure } = exchange
    if (failure !== undefined) {
      if (begun !== undefined) this.#unjudged.add(begun.story)
      countFailure(this.#tally, exchange, failure)
      return
    }
    const isLook = operation === 'lookup' || operation === 'search'
    const about = isLook ? this.book.look(exchange) : undefined
    countCall(this.#tally, exchange, attempt)
    if (exchange.card !== undefined) this.#cards.set(exchange.card, true)
    const [settings, book, cards] = [this.#limits, this.book, this.#cards]
    this.#calls.see(exchange, { settings, book, attempt, sameId, cards })
    this.#ticks.see({ exchange, attempt, about, book: this.book })
  }

  #move(moved: Moved): void {
    const from = this.book.madeBy(moved.audit)?.status
    const attempt = this.book.moved(moved)
    if (attempt === undefined || attempt.story.isOwn) return
    // A client that only waited for the answer never saw that it was undecided.
    if (moved.isResponse && attempt.known === undefined) return
    this.#ticks.seeMove({ attempt, from, to: moved.to })
  }

  #sameId(exchange: Exchange, begun: Attempt | undefined): Attempt | undefined {
    if (openingOf(exchange) === undefined) return undefined
    const first = this.book.firstWith(exchange.merchant, exchange.request.correlationKey)
    return first === begun ? undefined : first
  }

  /** Calls whose answers a rule delays, oldest first. */
  get underWay(): readonly CallUnderWay[] {
    this.#facts?.catchUp()
    return [...this.#underWay.keys()].filter((call) => !isOwn(call))
  }

  /** The results so far, including open stories in their current state. */
  soFar(): Results {
    this.#facts?.catchUp()
    // How long a call has waited changes by itself.
    if (this.#underWay.size > 0) return this.#resultsNow()
    this.#results ??= this.#resultsNow()
    return this.#results
  }

  #resultsNow(): Results {
    const findings = this.#openFindings()
    const tally = new Tally()
    addTally(tally, this.#tally)
    for (const call of this.underWay) countUnderWay(tally, call)
    for (const finding of findings) this.#count(tally, finding)
    this.#addDropped(tally)
    for (const story of this.book.stories) countStory(tally, story, sumOf(story))
    return { tally, findings: worstOf(findings, this.#limits.findingsKept) }
  }

  /** Judges the open stories in advance, so that a later report is fast. */
  judge(): void {
    this.#closeEarlier()
    for (const story of this.book.stories) if (this.#judged(story).length > 0) sumOf(story)
  }

  /** The findings that are not kept yet. */
  #openFindings(): readonly Finding[] {
    return [
      ...[...this.book.stories].flatMap((story) => this.#judged(story)),
      ...this.#calls.findings(this.place),
      ...this.#calls.unfinished(this.place, noTimeOut, this.#stillWaiting()),
      ...this.#booksFindings(),
    ]
  }

  #booksFindings(): readonly Finding[] {
    if (this.#lastBooksFindings !== undefined) return this.#lastBooksFindings
    return booksFindingsIn(this.place, this.#books?.findings ?? [], (audit) =>
      this.book.madeBy(audit),
    )
  }

  #judged(story: Story): readonly Finding[] {
    return story.isOwn || this.#unjudged.has(story) || isPlain(story) ? [] : this.#findingsIn(story)
  }

  /** The open stories, oldest first. */
  stories(): readonly StoryView[] {
    this.#facts?.catchUp()
    return Array.from(this.book.stories, (story) => storyView(this.place, story))
  }

  /** The payment that a transaction belongs to. */
  storyOf(audit: number | undefined): string | undefined {
    if (audit === undefined) return undefined
    this.#facts?.catchUp()
    const attempt = this.book.madeBy(audit)
    return attempt && storyId(this.place, attempt.story)
  }

  /** The payment of the first request with a correlation id. */
  storyWith(merchant: number | undefined, key: string | undefined): string | undefined {
    this.#facts?.catchUp()
    const attempt = this.book.firstWith(merchant, key)
    return attempt && storyId(this.place, attempt.story)
  }

  /** Ends the chapter; calls that are under way still belong to it. `unmet`: rules that no request matched. */
  end(unmet: readonly Sighting[] = []): void {
    for (const sighting of unmet) this.#calls.add(ruleNeverMet, sighting)
    this.#results = undefined
  }

  /** Whether nobody waits for an answer to one of its calls. */
  get isQuiet(): boolean {
    this.#facts?.catchUp()
    return this.pending.length === 0 && this.#left.size === this.#underWay.size
  }

  /** The sequence numbers of calls that were processed and have no record yet. */
  get pending(): readonly number[] {
    return [...(this.#facts?.pending ?? [])]
  }

  /**
   * Closes its stories, `most` of them in one turn: later answers to its calls change nothing. Returns
   * what was counted, or undefined if stories are left.
   */
  close(most: number): Tally | undefined {
    if (!this.#isOver) this.#stop()
    this.#results = undefined
    if (!this.book.close(most)) return undefined
    for (const finding of [...this.#calls.findings(this.place), ...this.#booksFindings()]) {
      this.#count(this.#tally, finding)
      this.#kept.add(finding.world, undefined, [finding])
    }
    this.#addDropped(this.#tally)
    return this.#tally
  }

  #stop(): void {
    this.#facts?.catchUp()
    for (const sighting of this.#stillWaiting()) this.#calls.add(noTimeOut, sighting)
    for (const call of this.underWay) countUnderWay(this.#tally, call)
    this.#isOver = true
    this.#tally.waiting = 0
    this.#underWay.clear()
    this.#left.clear()
    const open = [...this.book.stories].filter(({ isOwn }) => !isOwn)
    for (const { kind, sighting } of open.flatMap((one) => standingHolds(one, this.#limits))) {
      this.#calls.add(kind, orderSighting(sighting))
    }
    // Copied while their stories are open.
    this.#lastBooksFindings = this.#booksFindings().map((finding) => ({ ...finding }))
  }

  /** Those that the config accepts are listed, and counted nowhere else. */
  #count(tally: Tally, finding: Finding): void {
    if (!this.#isAccepted(finding.code)) countFinding(tally, finding)
  }

  #isAccepted(code: string): boolean {
    const { accept = [] } = this.#limits
    return acceptedBy(accept, { code, test: printable(this.place.chapter) }) !== undefined
  }

  #addDropped(tally: Tally): void {
    addCounts(tally.counts_by_code, this.#calls.dropped.counts_by_code)
    addCounts(tally.raised, this.#calls.dropped.raised)
    addCounts(tally.notes, this.#calls.dropped.notes)
  }

  #stillWaiting(): readonly Sighting[] {
    return [...this.#underWay].flatMap(([call, attempt]) =>
      isOwn(call) ? [] : (stillWaiting(call, attempt, this.#limits) ?? []),
    )
  }

  /** Keeps a closed story; in a chapter that continues, only if it has findings: newer stories follow. */
  #keep(story: Story): void {
    const findings = this.#judged(story)
    for (const finding of findings) this.#count(this.#tally, finding)
    const sum = freshSumOf(story)
    countStory(this.#tally, story, sum)
    if (findings.length === 0 && !this.#isOver && !this.#limits.keepsSteps) return
    const isWhole = findings.length > 0 || this.#limits.keepsSteps
    const view = (isWhole ? storyView : storyLine)(this.place, story, sum)
    // Copied, so that later changes do not reach it.
    this.#kept.add(view.world, { ...view }, findings)
  }
}

/** Whether the sandbox itself sent it. */
function isOwn({ exchange }: CallUnderWay): boolean {
  return exchange.sender !== undefined
}

/** Whether it is a single settled call, as most stories are: those have no findings. */
function isPlain(story: Story): boolean {
  const [first, second] = story.events
  if (first?.kind !== 'attempt' || second !== undefined) return false
  if (first.paidBefore !== undefined || first.likelyRetry !== undefined) return false
  return isSettled(story)
}
