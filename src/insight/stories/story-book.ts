import type { Instant } from '../../domain/time/instant.ts'
import { type Exchange, type Moved, type Opening, openingOf } from '../exchange.ts'
import { Recent } from '../recent.ts'
import { clarityOf, isReadable, isReplayedUndecided } from './clarity.ts'
import { isEvidentRetry, isLikelyRetry } from './likely-retry.ts'
import { type BookLimits, OpenStories } from './open-stories.ts'
import { alikeKey, placementOf } from './placing.ts'
import { addLook, shortenSeries } from './series.ts'
import {
  applyMove,
  expiryAtOnce,
  forgetAnswerMove,
  isNews,
  learn,
  learnFromAnswer,
  lookOf,
  sentAlike,
  strayLook,
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
import { isGivenBack } from './taken.ts'

/** The open payments of a chapter. Adding a call costs only a few map entries. */
export class StoryBook {
  readonly #index = new StoryIndex()
  readonly #open: OpenStories
  /** Moves of transactions whose requests have not ended yet. */
  readonly #early = new Recent<number, Moved>()
  /** Searches that found nothing, by merchant and id. */
  readonly #empty = new Recent<string, Look>()
  #order = 0
  #lastNumber = 0

  /** `closed` is called for each story that is closed. */
  constructor(limits: BookLimits, closed: (story: Story) => void) {
    this.#open = new OpenStories(limits, {
      closed,
      forgotten: (attempt) => this.#index.forget(attempt),
    })
  }

  /** Oldest first. */
  get stories(): Iterable<Story> {
    return this.#open.all
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
    const { operation, merchant, correlationKey, requested } = opening
    const key = alikeKey(opening)
    const search = this.#emptySearch(opening)
    const target = this.#index.madeBy(requested.target)
    const placement = placementOf(key, opening, {
      sameId: this.#index.firstWith(merchant, correlationKey),
      alike: this.#index.alike(key),
      target,
      searchedAt: search?.order,
    })
    const intent = placement.intent ?? newIntent(key)
    if (placement.intent === undefined) this.#index.putIntent(intent, opening)
    const story = placement.story ?? this.#begin(opening)
    const { repeats, isLate } = placement
    // An unprocessed refund or completion does not show its card.
    const card = opening.card ?? (operation === 'void' ? undefined : target?.card)
    const placed = { order: this.#next(), story, intent, repeats, isLate, card }
    const attempt = newAttempt(opening, placed)
    // A list with one element takes less memory than one that was pushed to.
    if (intent.attempts.length === 0) intent.attempts = [attempt]
    else intent.attempts.push(attempt)
    if (story.events.length === 0) story.events = [attempt]
    else story.events.push(attempt)
    if (isLate && search !== undefined) insertLook(story, search)
    story.changes += 1
    this.#open.unsettle(story)
    if (!opening.isRefused) this.#remember(attempt)
    for (const first of placement.maybeRepeats) this.#mention(first, attempt)
    return attempt
  }

  #emptySearch({
    merchant,
    correlationKey,
  }: Pick<Attempt, 'merchant' | 'correlationKey'>): Look | undefined {
    if (correlationKey === undefined || this.#empty.isEmpty) return undefined
    return this.#empty.get(`${merchant} ${correlationKey}`)
  }

  /** The client disconnected while its request was still being processed. */
  leave(attempt: Attempt, at: Instant): void {
    const { story } = attempt
    if (story.isClosed || attempt.clarity !== 'open') return
    story.changes += 1
    attempt.clarity = 'unclear'
    attempt.lostAt = at
    this.#addSearch(attempt)
    this.#index.putAnswer(attempt)
    this.#open.settle(attempt.story)
  }

  /** Tells of a lost request that a search for it was answered before it arrived. */
  #addSearch(attempt: Attempt): void {
    const search = this.#emptySearch(attempt)
    if (search !== undefined && search.order < attempt.order) insertLook(attempt.story, search)
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
    attempt.answered = exchange.answered
    learnFromAnswer(attempt)
    if (attempt.clarity === 'clear' && attempt.lookedOrder === undefined) forgetAnswerMove(attempt)
    // A slow bank has moved the transaction since, and this answer reports it.
    if (attempt.resolvedOrder !== undefined && attempt.clarity === 'clear') {
      attempt.lookedOrder = this.#next()
    }
    if (attempt.clarity === 'unclear') {
      attempt.lostAt = exchange.realAt + exchange.facts.waitedMs
      this.#addSearch(attempt)
    }
    this.#index.putAnswer(attempt)
    shortenSeries(attempt)
    this.#open.settle(attempt.story)
  }

  /** Adds a lookup or search; returns the attempt that it asked about. */
  look(exchange: Exchange): Attempt | undefined {
    const attempt = this.#index.lookedFor(exchange)
    if (attempt === undefined) {
      if (!this.#showsOldTarget(exchange)) this.#stray(exchange)
      return undefined
    }
    const look = lookOf(exchange, attempt, this.#next())
    if (look.found === 'nothing') this.#keepEmpty(look)
    addLook(attempt.story, look)
    if (look.found !== undefined)
      this.#learn(attempt, look, exchange.facts.shown?.status ?? 'nothing')
    // Further looks in a row bring nothing new.
    if (look.inRow === 1) this.#open.settle(attempt.story)
    return attempt
  }

  /** The payment that a lost void acts on may be older than the run. */
  #showsOldTarget(exchange: Exchange): boolean {
    const { shown } = exchange.facts
    if (!isReadable(exchange) || !shown) return false
    const look = strayLook(exchange, undefined, this.#next())
    return this.#learnOfVoids({ ...look, found: shown.status })
  }

  /** A look that found nothing we know: it may have been meant for the last lost answer. */
  #stray(exchange: Exchange): void {
    if (!isReadable(exchange)) return
    const lost = this.#index.lastLost
    const look = strayLook(exchange, lost, this.#next())
    if (exchange.facts.shown === null) this.#keepEmpty(look)
    if (lost === undefined || lost.settled !== undefined || lost.story.isClosed) return
    addLook(lost.story, look)
    if (look.inRow === 1) this.#open.settle(lost.story)
  }

  #keepEmpty(look: Look): void {
    const { operation, merchant, facts } = look.exchange
    const key = facts.about?.correlationKey
    if (operation === 'search' && key !== undefined) this.#empty.set(`${merchant} ${key}`, look)
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
    this.#open.settle(attempt.story)
    return attempt
  }

  /** Closes all stories, oldest first, in steps of some milliseconds. */
  close(): Generator<undefined> {
    return this.#open.closeAll()
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return this.#index.madeBy(audit)
  }

  /** Payments and completions with a card, latest first. */
  *paidWith(merchant: number | undefined, card: string): Generator<Attempt> {
    for (const story of [...this.#open.all].reverse()) {
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

  #begin(opening: Opening): Story {
    this.#lastNumber += 1
    const story = newStory(this.#lastNumber, opening)
    this.#open.add(story)
    return story
  }

  #remember(attempt: Attempt): void {
    const audit = this.#index.put(attempt)
    const early = audit === undefined ? undefined : this.#early.take(audit)
    for (const moved of [early, expiryAtOnce(attempt)]) {
      if (moved !== undefined && isNews(attempt, moved)) applyMove(attempt, moved, this.#next())
    }
    const losses = this.#index.lostBy(attempt.card)
    if (losses.length === 0) return
    const likely = losses.filter((one) => isLikelyRetry(one, attempt))
    const lost =
      likely.findLast((one) => isEvidentRetry(one, attempt)) ??
      likely.find((one) => one === losses.at(-1))
    if (lost !== undefined) this.#mention(lost, attempt)
  }

  /** An evident retry is named in place of one that is only likely. */
  #mention(lost: Attempt, next: Attempt): void {
    const { likelyRetry: known } = lost
    if (next.story.isOwn || isGivenBack(lost)) return
    if (known && (isEvidentRetry(lost, known) || !isEvidentRetry(lost, next))) return
    lost.likelyRetry = next
    // The changes of the one that was named before no longer count.
    lost.story.changes += 1 + (known?.story.changes ?? 0)
  }

  #learn(attempt: Attempt, look: Look, found: NonNullable<Look['found']>): void {
    for (const same of sentAlike(attempt)) learn(same, look, found)
    this.#learnOfVoids(look, attempt.story)
  }

  /** The target shows whether a lost void took effect. */
  #learnOfVoids(look: Look, told?: Story): boolean {
    const { shown } = look.exchange.facts
    const voids = shown ? this.#index.lostOn(shown.audit) : []
    for (const lost of voids) {
      learn(lost, look, lost.known ?? lost.status ?? 'nothing')
      if (lost.story !== told) addLook(lost.story, { ...look, inRow: 1 })
      this.#open.settle(lost.story)
    }
    return voids.length > 0
  }

  #next(): number {
    this.#order += 1
    return this.#order
  }
}

/** Adds a step that happened before the latest ones. */
function insertLook(story: Story, look: Look): void {
  if (story.events.some(({ order }) => order === look.order)) return
  const told = { ...look, found: 'nothing', missed: undefined } as const
  story.events = [...story.events, told].sort((one, other) => one.order - other.order)
}

function isPayment({ operation }: Attempt): boolean {
  return operation === 'purchase' || operation === 'completion'
}
