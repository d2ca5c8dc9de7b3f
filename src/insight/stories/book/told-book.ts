import type { Instant } from '../../../domain/time/instant.ts'
import type { Exchange, Opening } from '../../exchange.ts'
import { openingOf } from '../../opening.ts'
import { Recent } from '../../recent.ts'
import { clarityOf } from '../clarity.ts'
import { expiryAtOnce } from '../hold-expiry.ts'
import { isReplayedUndecided } from '../replayed.ts'
import { shortenSeries, tellLook } from '../series.ts'
import {
  type Attempt,
  attemptsOf,
  type Folded,
  type Look,
  type Moved,
  type Story,
} from '../story.ts'
import { foldedAttempt, isPlainlyPaid } from './folded.ts'
import { intentKey } from './intent-key.ts'
import { joinInto, lateRetries } from './late-retries.ts'
import { noteRetry } from './likely-retry.ts'
import { newAttempt } from './new-attempt.ts'
import { paymentsWith } from './payments-with.ts'
import { placeOf } from './placing.ts'
import { applyMove, forgetAnswerMove, isNews, learn, lookOf, sentAlike, tell } from './steps.ts'
import { StoryIndex } from './story-index.ts'
import { type StoryLimits, StoryShelf } from './story-shelf.ts'
import { thin } from './thinned.ts'
import { ToldStory } from './told-story.ts'

/** A story of so many steps is thinned out. */
const LONG = 150

/** Payments of a chapter, told as they happen. Each call costs a few map entries. */
export class ToldBook {
  readonly #shelf: StoryShelf
  readonly #index = new StoryIndex()
  /** Where transactions got to whose requests are not written down yet. */
  readonly #early = new Recent<number, Moved>()
  #order = 0
  #lastNumber = 0

  /** `closed` is told of stories that are given up to make room. */
  constructor(limits: StoryLimits, closed: (story: Story) => void) {
    this.#shelf = new StoryShelf(limits, (story) => {
      closed(story)
      story.isClosed = true
      if (story.folded !== undefined) this.#index.forgetFolded(story.folded)
      else for (const attempt of attemptsOf(story)) this.#index.forget(attempt)
    })
  }

  /** Oldest first. */
  get stories(): Iterable<Story> {
    return this.#shelf.stories
  }

  get size(): number {
    return this.#shelf.size
  }

  /** Whether nothing that came before can have to do with a payment that was set aside. */
  isNewTo(exchange: Exchange): boolean {
    if (this.#index.isEmpty && this.#early.isEmpty) return true
    const opening = openingOf(exchange)
    if (opening === undefined || this.#isKnown(opening)) return false
    return this.#index.isFree(intentKey(opening))
  }

  /** So many are told no more: all that need nothing more and were before these make room. */
  passOver(count: number): void {
    this.#lastNumber += count
    this.#order += count
    this.#shelf.giveUpSettled()
  }

  /** The story of a payment that was set aside, where nothing more comes that could ask for it. */
  lastOf(opening: Opening, exchange: Exchange): Story {
    return this.#foldedOf(opening, {
      opening,
      key: intentKey(opening),
      order: this.#next(),
      exchange,
    })
  }

  #foldedOf(opening: Opening, folded: Folded): ToldStory {
    this.#lastNumber += 1
    return new ToldStory(this.#lastNumber, opening, folded)
  }

  /** A call with its answer; undefined: it is no transaction request. */
  add(exchange: Exchange): Attempt | undefined {
    const opening = openingOf(exchange)
    if (opening === undefined) return undefined
    const folded = this.#fold(opening, exchange)
    if (folded !== undefined) return folded
    const attempt = this.begin(opening)
    this.end(attempt, exchange)
    return attempt
  }

  /**
   * A request with its answer, where the two are a whole story that nobody may ever ask for: it is
   * kept folded. Gives the attempt for who looks at it now; one that is to change is asked for anew.
   */
  #fold(opening: Opening, exchange: Exchange): Attempt | undefined {
    if (!isPlainlyPaid(exchange) || this.#isKnown(opening)) return undefined
    const key = intentKey(opening)
    if (!this.#index.isFree(key)) return undefined
    const folded: Folded = { opening, key, order: this.#next(), exchange }
    const story = this.#foldedOf(opening, folded)
    this.#index.putFolded(story, folded)
    this.#shelf.put(story)
    this.#shelf.settle(story)
    return foldedAttempt(story, folded)
  }

  /** A request that takes its time: others may come before it has an answer. */
  begin(opening: Opening): Attempt {
    const place = placeOf(this.#index, opening, () => this.#open(opening))
    const attempt = newAttempt(opening, this.#next(), place)
    place.intent.attempts.push(attempt)
    tell(place.story, attempt)
    this.#shelf.unsettle(place.story)
    if (!opening.isRefused) {
      this.#remember(attempt)
      noteRetry(this.#index.lostBy(attempt.card), attempt)
    }
    return attempt
  }

  /** Its client has left, though what it asked for is still being dealt with. */
  leave(attempt: Attempt, at: Instant): void {
    const { story } = attempt
    if (story.isClosed || attempt.clarity !== 'open') return
    story.changes += 1
    attempt.clarity = 'unclear'
    attempt.lostAt = at
    this.#index.putAnswer(attempt)
    this.#mergeRetries(attempt)
    this.#settle(attempt.story)
  }

  /** Its answer, or that there was none. */
  end(attempt: Attempt, exchange: Exchange): void {
    const { story } = attempt
    if (story.isClosed) return
    story.changes += 1
    attempt.exchange = exchange
    attempt.made = exchange.facts.made ?? attempt.made
    attempt.clarity = clarityOf(exchange)
    if (isReplayedUndecided(attempt)) attempt.clarity = 'undecided'
    if (attempt.clarity === 'clear' && attempt.lookedOrder === undefined) forgetAnswerMove(attempt)
    // A bank that took its time has moved it since; the answer says so.
    if (attempt.resolvedOrder !== undefined && attempt.clarity === 'clear') {
      attempt.lookedOrder = this.#next()
    }
    if (attempt.clarity === 'unclear') {
      attempt.lostAt = exchange.realAt - exchange.durationMs + exchange.facts.waitedMs
    }
    this.#index.putAnswer(attempt)
    this.#mergeRetries(attempt)
    shortenSeries(attempt)
    this.#settle(attempt.story)
  }

  /** A lookup or search; gives the attempt that it asked about. */
  look(exchange: Exchange): Attempt | undefined {
    const attempt = this.#index.askedAbout(exchange)
    if (attempt === undefined) return undefined
    const look = lookOf(exchange, attempt, this.#next())
    tellLook(attempt.story, look)
    if (look.told !== undefined) this.#learn(attempt, look, look.told)
    // One more in a row says nothing new.
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

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return this.#index.madeBy(audit)
  }

  /** What was paid or completed with a card, the last first. */
  paidWith(merchant: number | undefined, card: string): Iterable<Attempt> {
    return paymentsWith(this.#shelf.stories, merchant, card)
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return this.#index.firstWith(merchant, key)
  }

  #learn(attempt: Attempt, look: Look, told: NonNullable<Look['told']>): void {
    for (const same of sentAlike(attempt)) learn(same, look, told)
    const { shown } = look.exchange.facts
    // Whether a void or a completion was done shows in what it was to act on.
    for (const lost of shown ? this.#index.lostOn(shown.audit) : []) {
      learn(lost, look, lost.known ?? lost.status ?? 'nothing')
      if (lost.story !== attempt.story) tellLook(lost.story, { ...look, inRow: 1 })
    }
  }

  /** Whether something that came before has to do with it. */
  #isKnown({ merchant, correlationKey, card, made }: Opening): boolean {
    if (this.#index.hasId(merchant, correlationKey) || this.#index.lostBy(card)) return true
    const audit = made?.audit ?? 0
    return this.#index.hasMade(audit) || this.#early.has(audit)
  }

  #open(opening: Opening): Story {
    this.#lastNumber += 1
    const story = new ToldStory(this.#lastNumber, opening)
    this.#shelf.put(story)
    return story
  }

  #remember(attempt: Attempt): void {
    const audit = this.#index.put(attempt)
    const early = audit === undefined ? undefined : this.#early.take(audit)
    for (const moved of [early, expiryAtOnce(attempt)]) {
      if (moved !== undefined && isNews(attempt, moved)) applyMove(attempt, moved, this.#next())
    }
  }

  /** What was begun after the client had lost this answer, though before we knew, is a retry of it. */
  #mergeRetries(attempt: Attempt): void {
    for (const { attempts } of lateRetries(attempt)) {
      const story = attempts[0]?.story
      if (story === undefined || story.isClosed) continue
      joinInto(attempt, attempts)
      this.#index.putIntent(attempt.intent)
      if (story !== attempt.story) this.#shelf.remove(story)
    }
  }

  /** Something has ended in it. */
  #settle(story: Story): void {
    if (story.folded === undefined && story.events.length > LONG) {
      for (const attempt of thin(story)) this.#index.letGo(attempt)
    }
    this.#shelf.settle(story)
  }

  #next(): number {
    this.#order += 1
    return this.#order
  }
}
