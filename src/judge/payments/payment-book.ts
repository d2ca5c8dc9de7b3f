import { Recent } from '../../base/recent.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { type Exchange, type Moved, type Opening, openingOf } from '../../record/exchange.ts'
import {
  applyMove,
  expiryAtOnce,
  followVoid,
  forgetAnswerMove,
  insertLook,
  isNews,
  mention,
  reach,
} from './attempt-changes.ts'
import { AttemptIndex, idKey } from './attempt-index.ts'
import {
  certainty,
  clarityOf,
  isChargedUnawares,
  isReplayedUndecided,
  originalOf,
} from './clarity.ts'
import { type Attempt, attemptsOf, type JudgedPayment, type Look } from './judged-payment.ts'
import { isEvidentRetry, isLikelyRetry } from './likely-retry.ts'
import { sentAlike } from './looks.ts'
import { type OpenLimits, OpenPayments, thin } from './open-payments.ts'
import { PaidReferences } from './paid-references.ts'
import { alikeKey, placementOf } from './placing.ts'
import { Questions } from './questions.ts'

interface BookLimits extends OpenLimits {
  /** How long the gateway remembers a correlation id, in sandbox time. */
  readonly correlationCacheMs: number
  /** Each reference is one order. */
  readonly uniqueReferences: boolean
}

/** Payments with more steps are thinned out, and closed if that does not help; later steps start a new payment. */
const LONGEST = 200

/**
 * The payments of a test that can still change: only so many, and none too long. Adding a call
 * costs only a few map entries.
 */
export class PaymentBook {
  readonly #closed: (payment: JudgedPayment) => void
  readonly #open: OpenPayments
  readonly #attempts = new AttemptIndex()
  readonly #references: PaidReferences
  /** The last attempt whose answer was not clear. */
  #lastLost: Attempt | undefined
  /** Moves of transactions whose requests have not ended yet. */
  readonly #early = new Recent<number, Moved>()
  /** Searches that found nothing, by merchant and id. */
  readonly #empty = new Recent<string, Look>()
  /** The payments of refused requests, by merchant and id. */
  readonly #refused = new Recent<string, JudgedPayment>()
  readonly #questions: Questions
  #order = 0
  #lastNumber = 0

  /** `closed` is called for each payment before it is closed. */
  constructor(limits: BookLimits, closed: (payment: JudgedPayment) => void) {
    this.#closed = closed
    this.#open = new OpenPayments(limits)
    this.#references = new PaidReferences(limits.uniqueReferences)
    this.#questions = new Questions({
      attempts: this.#attempts,
      empty: this.#empty,
      refused: this.#refused,
      cacheMs: limits.correlationCacheMs,
      lastLost: () => this.#lastLost,
      next: () => this.#next(),
      update: (payment) => this.#update(payment),
    })
  }

  /** How many payments can still change. */
  get size(): number {
    return this.#open.size
  }

  /** Oldest first. */
  get payments(): Iterable<JudgedPayment> {
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
    const { operation, merchant, correlationKey, requested, made } = opening
    const key = alikeKey(opening)
    const search = this.#emptySearch(opening)
    const target = this.#attempts.madeBy(requested.target)
    const alike = this.#attempts.intentsLike(key)
    const { intent, payment, repeats, isLate, rivals, maybeRepeats } = placementOf(key, opening, {
      sameId: this.firstWith(merchant, correlationKey),
      alike,
      target,
      search,
    })
    // All members at once: an object that grows later takes several times as long to make.
    const attempt: Attempt = {
      kind: 'attempt',
      order: this.#next(),
      operation,
      at: opening.at,
      realAt: opening.realAt,
      arrived: opening.arrived,
      merchant,
      correlationId: opening.correlationId,
      correlationKey,
      // An unprocessed refund or completion does not show its card.
      card: opening.card ?? (operation === 'void' ? undefined : target?.card),
      requested,
      made,
      isRefused: opening.isRefused,
      isOwn: opening.isOwn,
      payment: payment ?? this.#begin(opening),
      intent: intent ?? { key, attempts: [] },
      repeats,
      isLate,
      rivals,
      isAskedFirst: search !== undefined,
      clarity: 'open',
      exchange: undefined,
      answered: undefined,
      lostAt: undefined,
      certainOutcome: undefined,
      status: made?.status,
      resolvedOrder: undefined,
      returnedOrder: undefined,
      lookedOrder: undefined,
      known: undefined,
      likelyRetry: undefined,
      isRetriedBlindly: false,
      paidBefore: undefined,
      paidAgain: undefined,
    }
    if (intent === undefined) this.#attempts.addIntent(attempt.intent, alike, opening)
    // A list with one element takes less memory than one that was pushed to.
    if (attempt.intent.attempts.length === 0) attempt.intent.attempts = [attempt]
    else attempt.intent.attempts.push(attempt)
    if (attempt.payment.events.length === 0) attempt.payment.events = [attempt]
    else attempt.payment.events.push(attempt)
    if (isLate && search !== undefined) insertLook(attempt.payment, search)
    attempt.payment.changes += 1
    this.#open.reopen(attempt.payment)
    if (!opening.isRefused) this.#remember(attempt)
    for (const first of maybeRepeats) mention(first, attempt)
    // A completion is the payment of its hold; of a hold that is older than the test, it stands alone.
    const isPayment = operation === 'purchase' || operation === 'preauthorisation'
    if (isPayment || (operation === 'completion' && target === undefined))
      this.#references.link(attempt)
    if (operation === 'void') followVoid(attempt, () => this.#next())
    if (operation === 'standalone_refund') this.#references.linkRefund(attempt)
    return attempt
  }

  /** A search for its id that found nothing. */
  #emptySearch({ merchant, correlationKey }: Pick<Opening, 'merchant' | 'correlationKey'>) {
    return this.#empty.isEmpty ? undefined : this.#empty.get(idKey(merchant, correlationKey))
  }

  #begin({ merchant, requested: { reference }, isOwn }: Opening): JudgedPayment {
    this.#lastNumber += 1
    const number = this.#lastNumber
    const payment: JudgedPayment = {
      number,
      merchant,
      reference,
      isOwn,
      events: [],
      dropped: 0,
      changes: 0,
      isClosed: false,
    }
    this.#open.add(payment)
    return payment
  }

  #remember(attempt: Attempt): void {
    this.#index(attempt)
    const losses = this.#attempts.lostLike(attempt)
    const likely = losses.filter((one) => isLikelyRetry(one, attempt))
    const lost =
      likely.findLast((one) => isEvidentRetry(one, attempt)) ??
      likely.find((one) => one === losses.at(-1))
    if (lost !== undefined) mention(lost, attempt)
  }

  /** Makes its transaction known, and applies what has happened to it already. */
  #index(attempt: Attempt): void {
    const { made } = attempt
    const isNew = this.#attempts.add(attempt)
    for (const moved of [isNew && made && this.#early.take(made.audit), expiryAtOnce(attempt)]) {
      if (moved && isNews(attempt, moved)) applyMove(attempt, moved, this.#next())
    }
  }

  /** The client disconnected while its request was still being processed. */
  leave(attempt: Attempt, at: Instant): void {
    if (attempt.payment.isClosed || attempt.clarity !== 'open') return
    attempt.clarity = 'unclear'
    attempt.lostAt = at
    this.#answered(attempt)
  }

  /** Adds the answer of an attempt, or the fact that there was none. */
  end(attempt: Attempt, exchange: Exchange): void {
    if (attempt.payment.isClosed) return
    attempt.exchange = exchange
    const { made } = exchange.facts
    if (made !== undefined && attempt.made === undefined) {
      reach(attempt, made, this.#next())
      this.#index(attempt)
    } else attempt.made = made ?? attempt.made
    attempt.clarity = clarityOf(exchange)
    if (isReplayedUndecided(attempt)) attempt.clarity = 'undecided'
    attempt.answered = exchange.responded
    if (attempt.clarity === 'unclear')
      attempt.lostAt = Date.parse(exchange.real_at) + exchange.facts.waited_ms
    if (attempt.clarity === 'refused') attempt.certainOutcome ??= 'failed'
    if (attempt.clarity === 'clear') this.#learnFromAnswer(attempt)
    this.#learnById(attempt)
    this.#answered(attempt)
  }

  #learnFromAnswer(attempt: Attempt): void {
    const { made } = originalOf(attempt) ?? attempt
    attempt.certainOutcome = made === undefined ? 'taken' : certainty(made.status)
    if (attempt.lookedOrder === undefined) forgetAnswerMove(attempt)
    // A slow bank has moved the transaction since, and this answer reports it.
    if (attempt.resolvedOrder !== undefined) attempt.lookedOrder = this.#next()
  }

  /**
   * An id stands for one transaction until the gateway forgets it: a whole answer to it says what
   * happened to earlier requests with it.
   */
  #learnById(attempt: Attempt): void {
    const { made } = attempt.clarity === 'undecided' ? attempt : (originalOf(attempt) ?? attempt)
    if (made === undefined || attempt.clarity === 'unclear' || attempt.clarity === 'refused') return
    for (const same of sentAlike(attempt)) {
      if (same.order >= attempt.order || same.clarity === 'clear') continue
      same.lookedOrder = this.#next()
      same.known = attempt.clarity === 'undecided' ? 'unknown' : made.status
      same.certainOutcome = certainty(same.known) ?? same.certainOutcome
    }
  }

  /** Records how clear the answer of an attempt was. */
  #answered(attempt: Attempt): void {
    const { clarity, made, payment, order } = attempt
    payment.changes += 1
    if (clarity === 'refused' && made === undefined) {
      this.#attempts.forgetId(attempt)
      this.#refused.set(idKey(attempt.merchant, attempt.correlationKey), payment)
    }
    if (clarity === 'unclear' || clarity === 'undecided') this.#lastLost = attempt
    if (this.#lastLost === attempt || isChargedUnawares(attempt)) this.#attempts.addLost(attempt)
    // A search for it may have been answered before it arrived.
    const search = clarity === 'unclear' ? this.#emptySearch(attempt) : undefined
    if (search !== undefined && search.order < order) insertLook(payment, search)
    this.#update(payment)
  }

  /** Adds a lookup or search; returns the attempt that it asked about. */
  look(exchange: Exchange): Attempt | undefined {
    return this.#questions.add(exchange)
  }

  /** A transaction that moved: by time, by hand, or because another acted on it. */
  moved(moved: Moved): Attempt | undefined {
    const attempt = this.madeBy(moved.audit)
    if (attempt === undefined) {
      this.#early.set(moved.audit, moved)
      return undefined
    }
    if (!isNews(attempt, moved)) return undefined
    applyMove(attempt, moved, this.#next())
    this.#update(attempt.payment)
    return attempt
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return this.#attempts.madeBy(audit)
  }

  /** Payments and completions with a card, latest first. */
  paidWith(merchant: number | null, card: string): readonly Attempt[] {
    const isPayment = ({ operation }: Attempt) =>
      operation === 'purchase' || operation === 'completion'
    return [...this.#open.all]
      .filter((payment) => payment.merchant === merchant)
      .flatMap((payment) =>
        attemptsOf(payment).filter((one) => one.card === card && isPayment(one)),
      )
      .reverse()
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | null, key: string | undefined): Attempt | undefined {
    return this.#attempts.firstWith(merchant, key)
  }

  /** Updates whether a payment is finished, and closes payments that exceed a limit. */
  #update(payment: JudgedPayment): void {
    if (payment.events.length > LONGEST) for (const one of thin(payment)) this.#forget(one)
    if (payment.events.length > LONGEST) {
      this.#close(payment)
      return
    }
    for (const one of this.#open.update(payment)) this.#close(one)
  }

  /** Closes so many payments, oldest first. Returns whether none is left. */
  close(most: number): boolean {
    for (const payment of [...this.#open.all].slice(0, most)) this.#close(payment)
    return this.#open.size === 0
  }

  #close(payment: JudgedPayment): void {
    this.#open.remove(payment)
    this.#closed(payment)
    payment.isClosed = true
    for (const attempt of attemptsOf(payment)) this.#forget(attempt)
  }

  #forget(attempt: Attempt): void {
    this.#attempts.forget(attempt)
    this.#references.forget(attempt)
  }

  #next(): number {
    this.#order += 1
    return this.#order
  }
}
