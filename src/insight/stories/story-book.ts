import type { Instant } from '../../domain/time/instant.ts'
import { type Exchange, type Moved, type Opening, openingOf } from '../exchange.ts'
import { Recent } from '../recent.ts'
import { clarityOf, isReplayedUndecided, isSettled } from './clarity.ts'
import { intentKey, isLikelyRetry, lateRetries, placementOf } from './placing.ts'
import { addLook, shortenSeries, thin } from './series.ts'
import {
  applyMove,
  expiryAtOnce,
  forgetAnswerMove,
  isNews,
  joinInto,
  learn,
  lookOf,
  sentAlike,
} from './steps.ts'
import {
  type Attempt,
  attemptsOf,
  type Look,
  newAttempt,
  newIntent,
  newStory,
  type Story,
} from './story.ts'
import { StoryIndex } from './story-index.ts'

export interface BookLimits {
  /** How many settled stories to keep open; the oldest are closed first. */
  readonly settled: number
  /** How many stories may be open while the client still has something to find out. */
  readonly unsettled: number
}

/** Stories with more steps than this are thinned out. */
const LONG = 150
/** Stories with more steps than this are closed; later steps start a new story. */
const LONGEST = 200

/** The open payments of a chapter. Adding a call costs only a few map entries. */
export class StoryBook {
  readonly #limits: BookLimits
  readonly #closed: (story: Story) => void
  readonly #stories = new Set<Story>()
  readonly #settled = new Set<Story>()
  readonly #index = new StoryIndex()
  /** Moves of transactions whose requests have not ended yet. */
  readonly #early = new Recent<number, Moved>()
  #order = 0
  #lastNumber = 0

  /** `closed` is called for each story that is closed. */
  constructor(limits: BookLimits, closed: (story: Story) => void) {
    this.#limits = limits
    this.#closed = closed
  }

  /** Oldest first. */
  get stories(): Iterable<Story> {
    return this.#stories
  }

  /** Adds an answered call. Undefined if it is not a transaction request. */
  add(exchange: Exchange): Attempt | undefined {
    const opening = openingOf(exchange)
    if (opening === undefined) return undefined
    const attempt = this.begin(opening)
    this.end(attempt, exchange)
    return attempt
  }

  /** Adds a request that has no answer yet; other requests may arrive first. */
  begin(opening: Opening): Attempt {
    const { merchant, correlationKey, requested } = opening
    const key = intentKey(opening)
    const placement = placementOf(key, {
      sameId: this.#index.firstWith(merchant, correlationKey),
      alike: this.#index.intent(key),
      target: this.#index.madeBy(requested.target),
    })
    const intent = placement.intent ?? newIntent(key)
    const { beside } = placement
    if (beside !== undefined) beside.beside = [...beside.beside, intent]
    if (placement.intent === undefined) this.#index.putIntent(intent)
    const story = placement.story ?? this.#open(opening)
    const attempt = newAttempt(opening, this.#next(), story, intent)
    intent.attempts.push(attempt)
    story.events.push(attempt)
    story.changes += 1
    this.#settled.delete(story)
    if (!opening.isRefused) this.#remember(attempt)
    return attempt
  }

  /** The client disconnected while its request was still being processed. */
  leave(attempt: Attempt, at: Instant): void {
    const { story } = attempt
    if (story.isClosed || attempt.clarity !== 'open') return
    story.changes += 1
    attempt.clarity = 'unclear'
    attempt.lostAt = at
    this.#index.putAnswer(attempt)
    this.#joinRetries(attempt)
    this.#settle(attempt.story)
  }

  /** Adds the answer of an attempt, or the fact that there was none. */
  end(attempt: Attempt, exchange: Exchange): void {
    const { story } = attempt
    if (story.isClosed) return
    story.changes += 1
    attempt.exchange = exchange
    attempt.made = exchange.facts.made ?? attempt.made
    attempt.clarity = clarityOf(exchange)
    if (isReplayedUndecided(attempt)) attempt.clarity = 'undecided'
    if (attempt.clarity === 'clear' && attempt.lookedOrder === undefined) forgetAnswerMove(attempt)
    // A slow bank has moved the transaction since, and this answer reports it.
    if (attempt.resolvedOrder !== undefined && attempt.clarity === 'clear') {
      attempt.lookedOrder = this.#next()
    }
    if (attempt.clarity === 'unclear') {
      attempt.lostAt = exchange.realAt - exchange.durationMs + exchange.facts.waitedMs
    }
    this.#index.putAnswer(attempt)
    this.#joinRetries(attempt)
    shortenSeries(attempt)
    this.#settle(attempt.story)
  }

  /** Adds a lookup or search; returns the attempt that it asked about. */
  look(exchange: Exchange): Attempt | undefined {
    const attempt = this.#index.lookedFor(exchange)
    if (attempt === undefined) return undefined
    const look = lookOf(exchange, attempt, this.#next())
    addLook(attempt.story, look)
    if (look.found !== undefined) this.#learn(attempt, look, look.found)
    // Further looks in a row bring nothing new.
    if (look.inRow === 1) this.#settle(attempt.story)
    return attempt
  }

  /** A transaction that moved: by time, by hand, or because another acted on it. */
  moved(moved: Moved): Attempt | undefined {
    const attempt = this.#index.madeBy(moved.audit)
    if (attempt === undefined) {
      this.#early.set(moved.audit, moved)
      return undefined
    }
    if (!isNews(attempt, moved)) return undefined
    applyMove(attempt, moved, this.#next())
    this.#settle(attempt.story)
    return attempt
  }

  /** Closes all stories, oldest first. */
  close(): void {
    for (const story of this.#stories) this.#close(story)
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return this.#index.madeBy(audit)
  }

  /** Payments and completions with a card, latest first. */
  *paidWith(merchant: number | undefined, card: string): Generator<Attempt> {
    for (const story of [...this.#stories].reverse()) {
      if (story.merchant !== merchant) continue
      yield* attemptsOf(story)
        .filter((one) => one.card === card && isPayment(one))
        .reverse()
    }
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return this.#index.firstWith(merchant, key)
  }

  #open(opening: Opening): Story {
    this.#lastNumber += 1
    const story = newStory(this.#lastNumber, opening)
    this.#stories.add(story)
    return story
  }

  #remember(attempt: Attempt): void {
    const audit = this.#index.put(attempt)
    const early = audit === undefined ? undefined : this.#early.take(audit)
    for (const moved of [early, expiryAtOnce(attempt)]) {
      if (moved !== undefined && isNews(attempt, moved)) applyMove(attempt, moved, this.#next())
    }
    const lost = this.#index.lostBy(attempt.card)
    if (lost === undefined || !isLikelyRetry(lost, attempt)) return
    lost.likelyRetry = attempt
    lost.story.changes += 1
  }

  #learn(attempt: Attempt, look: Look, found: NonNullable<Look['found']>): void {
    for (const same of sentAlike(attempt)) learn(same, look, found)
    const { shown } = look.exchange.facts
    // The target shows whether a lost void or completion took effect.
    for (const lost of shown ? this.#index.lostOn(shown.audit) : []) {
      learn(lost, look, lost.known ?? lost.status ?? 'nothing')
      if (lost.story !== attempt.story) addLook(lost.story, { ...look, inRow: 1 })
    }
  }

  /**
   * Requests that the client sent after it lost this answer, but before we noticed, are retries.
   */
  #joinRetries(attempt: Attempt): void {
    const { intent } = attempt
    if (intent.beside.length === 0) return
    const retries = lateRetries(attempt)
    // Requests sent during a retry may be retries of that retry.
    intent.beside = retries.flatMap(({ beside }) => beside)
    for (const { attempts } of retries) {
      const story = attempts[0]?.story
      if (story === undefined || story.isClosed) continue
      joinInto(attempt, attempts)
      this.#index.putIntent(intent)
      if (story !== attempt.story) this.#remove(story)
    }
  }

  /** Updates whether a story is settled, and closes stories that exceed a limit. */
  #settle(story: Story): void {
    if (story.events.length > LONG) {
      for (const attempt of thin(story)) this.#index.letGo(attempt)
    }
    if (story.events.length > LONGEST) {
      this.#close(story)
      return
    }
    if (!isSettled(story)) {
      this.#settled.delete(story)
      if (this.#stories.size - this.#settled.size > this.#limits.unsettled) this.#closeUnsettled()
      return
    }
    this.#settled.add(story)
    if (this.#settled.size <= this.#limits.settled) return
    const [oldest = story] = this.#settled
    this.#close(oldest)
  }

  #closeUnsettled(): void {
    for (const story of this.#stories) {
      if (this.#settled.has(story)) continue
      this.#close(story)
      return
    }
  }

  #close(story: Story): void {
    this.#remove(story)
    this.#closed(story)
    story.isClosed = true
    for (const attempt of attemptsOf(story)) this.#index.forget(attempt)
  }

  #remove(story: Story): void {
    this.#stories.delete(story)
    this.#settled.delete(story)
  }

  #next(): number {
    this.#order += 1
    return this.#order
  }
}

function isPayment({ operation }: Attempt): boolean {
  return operation === 'purchase' || operation === 'completion'
}
