import type { Recent } from '../../base/recent.ts'
import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import type { Exchange } from '../../record/exchange.ts'
import { learn } from './attempt-changes.ts'
import { type AttemptIndex, idKey } from './attempt-index.ts'
import { isReadable } from './clarity.ts'
import type { Attempt, JudgedPayment, Look } from './judged-payment.ts'
import { sentAlike } from './looks.ts'

/** What lookups and searches change in the book of a test. */
interface AskedBook {
  readonly attempts: AttemptIndex
  /** Searches that found nothing, by merchant and id. */
  readonly empty: Recent<string, Look>
  /** The payments of refused requests, by merchant and id. */
  readonly refused: Recent<string, JudgedPayment>
  /** How long the gateway remembers a correlation id, in sandbox time. */
  readonly cacheMs: number
  /** The last attempt whose answer was not clear. */
  readonly lastLost: () => Attempt | undefined
  /** The next position among all events. */
  readonly next: () => number
  /** To be called when a payment has changed. */
  readonly update: (payment: JudgedPayment) => void
}

/** Adds what clients ask to the payments that they ask about. */
export class Questions {
  readonly #book: AskedBook

  constructor(book: AskedBook) {
    this.#book = book
  }

  /** Adds a lookup or search; returns the attempt that it asked about. */
  add(exchange: Exchange): Attempt | undefined {
    const attempt = this.#lookedFor(exchange)
    // From what the dashboard asks about its own payments, no client learns anything.
    if (exchange.sender !== undefined && attempt?.payment.isOwn !== true) return undefined
    const look = this.#lookOf(exchange, attempt)
    if (look.found === 'nothing') this.#rememberEmpty(look)
    if (attempt !== undefined) {
      this.#addLook(attempt.payment, look)
      if (look.found !== undefined) {
        for (const same of sentAlike(attempt)) learn(same, look, look.found)
      }
    }
    const isOfVoid = look.found !== undefined && this.#learnOfVoids(look, attempt?.payment)
    if (attempt !== undefined) this.#book.update(attempt.payment)
    if (!isOfVoid && isReadable(exchange)) this.#stray(look, attempt?.payment)
    return attempt
  }

  /** The attempt that a lookup or search asks about. */
  #lookedFor({ merchant, facts, asked }: Exchange): Attempt | undefined {
    const { audit, correlation_key: correlationKey } = asked
    const made = this.#book.attempts.madeBy(facts.shown?.audit)
    if (made !== undefined) return made
    return audit === undefined
      ? this.#book.attempts.firstWith(merchant, correlationKey)
      : this.#book.attempts.madeBy(audit)
  }

  #lookOf(exchange: Exchange, attempt: Attempt | undefined): Look {
    const { facts } = exchange
    const at = Date.parse(exchange.at)
    const { shown } = facts
    const status = shown?.drifting ? 'unknown' : (shown?.status ?? 'nothing')
    const found = !isReadable(exchange) || shown === undefined ? undefined : status
    // Whether it was processed or not, the gateway no longer knows.
    const isForgotten =
      found === 'nothing' &&
      attempt !== undefined &&
      (attempt.made !== undefined || at - attempt.at >= this.#book.cacheMs)
    return {
      kind: 'look',
      order: this.#book.next(),
      at,
      exchange,
      found,
      isForgotten,
      missed: undefined,
    }
  }

  /** The target shows whether a void took effect. It may be older than the run. */
  #learnOfVoids(look: Look, ownPayment: JudgedPayment | undefined): boolean {
    const { shown } = look.exchange.facts
    const voids = this.#book.attempts
      .voidsOf(shown?.audit)
      .filter((one) => isInDoubt(one, shown?.status))
    for (const one of voids) {
      const known = shown?.status === 'voided' ? 'approved' : (one.status ?? 'nothing')
      if (known !== 'unknown') learn(one, look, known)
      if (one.payment !== ownPayment) this.#addLook(one.payment, look)
      this.#book.update(one.payment)
    }
    return voids.length > 0
  }

  /**
   * A look that found nothing we know, or a failed payment of the same reference: it may have been meant
   * for the last lost answer.
   */
  #stray(look: Look, seen: JudgedPayment | undefined): void {
    const missed = this.#book.lastLost()
    if (missed === undefined || missed.certainOutcome !== undefined || missed.payment.isClosed)
      return
    if (seen !== undefined && !isFailedBefore(seen, look, missed.payment)) return
    const { merchant, asked } = look.exchange
    const refused = this.#book.refused.get(idKey(merchant, asked.correlation_key))
    // It asked for a refused request of another order.
    if (refused !== undefined && refused !== missed.payment) return
    this.#addLook(missed.payment, { ...look, found: undefined, missed })
    this.#book.update(missed.payment)
  }

  #addLook(payment: JudgedPayment, look: Look): void {
    payment.events.push(look)
    payment.changes += 1
  }

  #rememberEmpty(look: Look): void {
    const { operation, merchant, asked } = look.exchange
    const key = asked.correlation_key
    if (operation === 'search' && key !== undefined)
      this.#book.empty.set(idKey(merchant, key), look)
  }
}

/** Whether a look at the target can tell a client more of a void than its response did. */
function isInDoubt({ clarity, made }: Attempt, target: TransactionStatus | undefined): boolean {
  // A pending void is done once its target is voided; until then, the target says nothing new.
  if (clarity === 'clear') return made?.status === 'pending' && target === 'voided'
  return clarity !== 'refused'
}

/** Whether a look found another payment for the order, which had failed. */
function isFailedBefore(seen: JudgedPayment, { found }: Look, lost: JudgedPayment): boolean {
  if (seen === lost || (found !== 'declined' && found !== 'error')) return false
  return seen.merchant === lost.merchant && seen.reference === lost.reference
}
