import type { Instant } from '../../domain/time/instant.ts'
import { Ticks } from '../coverage/ticks.ts'
import type { Exchange, Opening } from '../exchange.ts'
import type { Finding, JudgeSettings, Sighting } from '../findings/finding.ts'
import { noTimeOut, stillWaiting, type Waiting } from '../findings/habit/no-time-out.ts'
import { isRemarkable } from '../findings/remarkable.ts'
import { ruleNeverMet } from '../findings/rule-never-met.ts'
import { StoryBook } from '../stories/book/story-book.ts'
import type { Attempt, Moved, Story } from '../stories/story.ts'
import { freshSumOf, sumOf } from '../stories/story-sum.ts'
import { type StoryView, storyId, storyView } from '../stories/story-view.ts'
import { BoundedList } from './bounded-list.ts'
import { CallFindings, type ChapterPlace, findingsIn } from './chapter-findings.ts'
import { KeptFindings } from './kept-findings.ts'
import { isPlain, type KeptStory, keptStory, type Told, toldView } from './kept-story.ts'
import { StorySums } from './story-sums.ts'
import { Tally } from './tally.ts'
import { WaitingCalls } from './waiting-calls.ts'

export interface ChapterLimits extends JudgeSettings {
  readonly storiesKept: number
  readonly findingsKept: number
  /** Whether every story keeps its steps, as in a run that is over. */
  readonly keepsSteps?: boolean
}

interface Judgement {
  /** Of the story, when it was judged. */
  readonly changes: number
  readonly findings: readonly Finding[]
}

/** Stories that wait for something: a client that loses every answer must not fill the memory. */
const MOST_UNSETTLED = 10_000

/** One world from its creation, reset, import or restored snapshot to the next: what it shows. */
export class Chapter {
  readonly place: ChapterPlace
  readonly tally = new Tally()
  readonly #limits: ChapterLimits
  readonly #book: StoryBook
  readonly #calls: CallFindings
  readonly #ticks = new Ticks(this.tally.covered)
  /** Of stories that had to make room. */
  readonly #given: KeptFindings
  /** Stories that had to make room: without their calls, unless they show something. */
  readonly #past: BoundedList<KeptStory>
  readonly #pastSums = new StorySums()
  readonly #judgements = new WeakMap<Story, Judgement>()
  /** Whether the next payment may be one with a card that was declined. */
  #hasDeclines = false
  readonly #refused = new Set<Exchange['operation']>()
  readonly #waiting = new WaitingCalls()
  #isOver = false

  constructor(place: ChapterPlace, limits: ChapterLimits) {
    this.place = place
    this.#limits = limits
    const { storiesKept, findingsKept } = limits
    this.#calls = new CallFindings(findingsKept)
    this.#given = new KeptFindings(findingsKept)
    this.#past = new BoundedList(storiesKept)
    const room = { settled: Math.max(storiesKept, 1), unsettled: MOST_UNSETTLED }
    this.#book = new StoryBook(room, {
      closed: (story) => this.#giveUp(story),
      passed: (exchange) => this.#pastSums.addPaid(exchange),
    })
  }

  /** Whether a request of this kind was refused before, so that the next may be the same again. */
  mayBeRetry(operation: Exchange['operation']): boolean {
    return this.#refused.has(operation)
  }

  /** For a transaction request whose answer will take its time. */
  begin(opening: Opening): Attempt | undefined {
    return this.#isOver ? undefined : this.#book.begin(opening)
  }

  /** A call that has ended; `begun`: what `begin` gave for it. */
  add(exchange: Exchange, begun?: Attempt): void {
    if (this.#isOver) return
    if (exchange.sender !== undefined) {
      this.#attemptOf(exchange, begun)
      this.tally.own += 1
      return
    }
    if (begun === undefined && this.#book.setAside(exchange)) {
      this.#seePlain(exchange)
      return
    }
    const sameId = this.#sameId(exchange, begun)
    const attempt = this.#attemptOf(exchange, begun)
    const about = attempt === undefined ? this.#lookOf(exchange) : undefined
    this.#see(exchange, attempt, about, sameId)
  }

  #seePlain(exchange: Exchange): void {
    const sight = { exchange, attempt: undefined, about: undefined, book: this.#book }
    this.tally.count(exchange, undefined)
    this.#ticks.seePlain(sight)
    if (!this.#hasDeclines && !isRemarkable(exchange, this.#limits)) return
    const context = { settings: this.#limits, book: this.#book, attempt: undefined }
    this.#calls.see(exchange, { ...context, sameId: undefined })
  }

  #see(exchange: Exchange, attempt?: Attempt, about?: Attempt, sameId?: Attempt): void {
    this.tally.count(exchange, attempt)
    const { refusals, made } = exchange.facts
    if (refusals !== undefined) this.#refused.add(exchange.operation)
    if (made?.status === 'declined') this.#hasDeclines = true
    this.#calls.see(exchange, { settings: this.#limits, book: this.#book, attempt, sameId })
    this.#ticks.see({ exchange, attempt, about, book: this.#book })
  }

  /** A call whose client waits for its answer. */
  wait(call: Waiting): void {
    if (!this.#isOver) this.#waiting.add(call)
  }

  /** It waits no longer. */
  endWait(call: Waiting): void {
    this.#waiting.end(call)
  }

  /** Its client has left, and does not know what becomes of it. */
  leave({ attempt }: Waiting, at: Instant): void {
    if (!this.#isOver && attempt !== undefined) this.#book.leave(attempt, at)
  }

  /** Calls that have no answer yet because a rule holds it back, oldest first. */
  get waiting(): readonly Waiting[] {
    return this.#waiting.all
  }

  /** What was counted, with the calls that are still being dealt with. */
  tallySoFar(): Tally {
    const tally = new Tally()
    tally.add(this.tally)
    this.#waiting.addTo(tally)
    return tally
  }

  /** A transaction that moved without a request of its own. */
  moved(moved: Moved): void {
    if (this.#isOver) return
    const from = this.#book.madeBy(moved.audit)?.status
    const attempt = this.#book.moved(moved)
    if (attempt === undefined || attempt.story.isOwn || moved.isExpiry) return
    // Who waited for the answer and asked nothing meanwhile was never told that it was undecided.
    if (moved.isAnswer && attempt.known === undefined) return
    this.#ticks.seeMove({ attempt, from, to: moved.to })
  }

  /** What it shows so far. */
  findings(): readonly Finding[] {
    return this.judgement().findings
  }

  /** The same, with how many were dropped to make room. */
  judgement(): { readonly findings: readonly Finding[]; readonly dropped: number } {
    const ofStories = this.#storyFindings()
    const findings = [
      ...ofStories.all,
      ...this.#calls.findings(this.place),
      ...this.#calls.unfinished(this.place, noTimeOut, this.#stillWaiting()),
    ]
    return { findings, dropped: ofStories.dropped + this.#calls.dropped }
  }

  /** Of all stories, up to the number that is kept; of those that are open, as they stand now. */
  #storyFindings(): KeptFindings {
    const kept = new KeptFindings(this.#limits.findingsKept)
    for (const finding of this.#given.all) kept.add(finding)
    for (const story of this.#book.eventful) {
      if (story.isOwn || isPlain(story)) continue
      for (const finding of this.#judged(story)) kept.add(finding)
    }
    kept.drop(this.#given.dropped)
    return kept
  }

  /** Judged again only once something more has happened. */
  #judged(story: Story): readonly Finding[] {
    const known = this.#judgements.get(story)
    if (known?.changes === story.changes) return known.findings
    const findings = findingsIn(this.place, story)
    this.#judgements.set(story, { changes: story.changes, findings })
    return findings
  }

  /** Oldest first. */
  stories(): readonly StoryView[] {
    return this.told().map(toldView)
  }

  /** The same, not told yet. */
  told(): readonly Told[] {
    const { place } = this
    const open = Array.from(
      this.#book.stories,
      (story) => ({ place, story, isOpen: true }) as const,
    )
    return [...this.#past.items, ...open]
  }

  /** Of all stories, also those that had to make room. */
  sums(): StorySums {
    // First: what is told now may give up others.
    const { stories } = this.#book
    const sums = new StorySums()
    sums.addAll(this.#pastSums)
    for (const story of stories) sums.add(sumOf(story))
    return sums
  }

  get storyCount(): number {
    return this.#pastSums.payments + this.#book.size
  }

  /** It is over: later answers to its calls change nothing. `unmet`: rules that nobody met. */
  end(unmet: readonly Sighting[] = []): void {
    if (this.#isOver) return
    for (const sighting of unmet) this.#calls.add(ruleNeverMet, sighting)
    for (const sighting of this.#stillWaiting()) this.#calls.add(noTimeOut, sighting)
    this.#waiting.close(this.tally)
    this.#isOver = true
  }

  /** To be asked once, when it is over. What stays of its stories: those that show something, whole; a line of the others. */
  remains(findings: readonly Finding[]): readonly KeptStory[] {
    const shown = new Set(findings.map(({ story }) => story))
    const open = this.#book.close(this.#limits.storiesKept).map((story) => {
      const isShown = shown.size > 0 && shown.has(storyId(this.place, story))
      const isWhole = isShown || this.#limits.keepsSteps === true
      return isWhole ? storyView(this.place, story) : keptStory(this.place, story)
    })
    return [...this.#past.items, ...open]
  }

  #stillWaiting(): readonly Sighting[] {
    return this.#waiting.all.flatMap((call) => stillWaiting(call, this.#limits) ?? [])
  }

  #giveUp(story: Story): void {
    const findings = story.isOwn || isPlain(story) ? [] : findingsIn(this.place, story)
    for (const finding of findings) this.#given.add(finding)
    const isWhole = findings.length > 0 || this.#limits.keepsSteps === true
    const kept = isWhole ? storyView : keptStory
    this.#past.add(kept(this.place, story))
    this.#pastSums.add(freshSumOf(story))
  }

  #attemptOf(exchange: Exchange, begun: Attempt | undefined): Attempt | undefined {
    if (begun === undefined) return this.#book.add(exchange)
    this.#book.end(begun, exchange)
    return begun
  }

  #lookOf(exchange: Exchange): Attempt | undefined {
    const { operation } = exchange
    return operation === 'lookup' || operation === 'search' ? this.#book.look(exchange) : undefined
  }

  #sameId(exchange: Exchange, begun: Attempt | undefined): Attempt | undefined {
    if (exchange.facts.asked === undefined) return undefined
    const first = this.#book.firstWith(exchange.merchant, exchange.request.correlationKey)
    return first === begun ? undefined : first
  }
}
