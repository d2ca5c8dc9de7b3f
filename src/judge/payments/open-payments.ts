import { isFinished, isReplayed } from './clarity.ts'
import {
  type Attempt,
  attemptsOf,
  type JudgedPayment,
  type PaymentEvent,
} from './judged-payment.ts'

export interface OpenLimits {
  /** How many finished payments to keep open; the oldest are closed first. */
  readonly finished: number
  /** How many payments may be open while the client still has something to find out. */
  readonly unfinished: number
}

const none: readonly JudgedPayment[] = []

/** The payments that can still change, oldest first, and which of them are finished. */
export class OpenPayments {
  readonly #limits: OpenLimits
  readonly #open = new Set<JudgedPayment>()
  readonly #finished = new Set<JudgedPayment>()

  constructor(limits: OpenLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#open.size
  }

  get all(): Iterable<JudgedPayment> {
    return this.#open
  }

  add(payment: JudgedPayment): void {
    this.#open.add(payment)
  }

  remove(payment: JudgedPayment): void {
    this.#open.delete(payment)
    this.#finished.delete(payment)
  }

  /** Something more happens to a payment. */
  reopen(payment: JudgedPayment): void {
    this.#finished.delete(payment)
  }

  /** Records whether a payment is finished; returns the payments that have to make room. */
  update(payment: JudgedPayment): readonly JudgedPayment[] {
    const { finished: most, unfinished } = this.#limits
    if (!isFinished(payment)) {
      this.#finished.delete(payment)
      if (this.#open.size - this.#finished.size <= unfinished) return none
      for (const one of this.#open) if (!this.#finished.has(one)) return [one]
    }
    this.#finished.add(payment)
    // Several at once: to find the first of a set takes time by how many were removed before it.
    if (this.#finished.size <= most + most / 16) return none
    return [...this.#finished].slice(0, this.#finished.size - most)
  }
}

/** How many steps that changed nothing to keep beside the other steps of a long payment. */
const BESIDE = 10

/**
 * Thins out a long payment, so that it is still judged as one: drops attempts that the client knows
 * were never processed, the searches that said so, and the middle of long rows of steps that changed
 * nothing. Returns the dropped attempts.
 */
export function thin(payment: JudgedPayment): readonly Attempt[] {
  const { events } = payment
  const dead = new Set<PaymentEvent>(events.filter(isDead))
  const ids = new Set(
    attemptsOf(payment).flatMap((one) => (dead.has(one) ? one.correlationKey : [])),
  )
  const alive = events.filter((event) => !dead.has(event) && !isAnswerTo(event, ids))
  const kept = alive.filter((event, index) => {
    const beside = alive.slice(Math.max(0, index - BESIDE), index + BESIDE + 1)
    const isAtEnd = index >= alive.length - BESIDE
    return isAtEnd || !isIdle(event) || !beside.every(isIdle)
  })
  const left = new Set<PaymentEvent>(kept)
  const isLeft = (one: Attempt) => left.has(one)
  for (const attempt of attemptsOf(payment)) {
    // Each repeats the one before, which would keep all of them in memory.
    attempt.repeats = isLeft(attempt) ? attempt.repeats.filter(isLeft) : []
    attempt.intent.attempts = attempt.intent.attempts.filter(isLeft)
  }
  payment.events = kept
  payment.dropped += events.length - kept.length
  return events.filter((event) => event.kind === 'attempt' && !isLeft(event)) as Attempt[]
}

/** Whether an attempt was lost before processing, and the client has learnt so and tried again. */
function isDead(event: PaymentEvent): boolean {
  if (event.kind !== 'attempt' || event.made !== undefined) return false
  if (event.intent.attempts.at(-1) === event) return false
  return event.clarity === 'unclear' && event.known === 'nothing'
}

function isAnswerTo(event: PaymentEvent, ids: ReadonlySet<string | undefined>): boolean {
  if (event.kind !== 'look' || event.found !== 'nothing' || event.isForgotten) return false
  const { correlation_key: correlationKey } = event.exchange.asked
  return correlationKey !== undefined && ids.has(correlationKey)
}

/** Whether a step changed nothing: a look, a refusal, or a stored answer again. */
function isIdle(event: PaymentEvent): boolean {
  if (event.kind !== 'attempt') return event.kind === 'look'
  return event.made === undefined && (event.clarity === 'refused' || isReplayed(event))
}
