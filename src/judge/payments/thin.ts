import { isReplayed } from './clarity.ts'
import {
  type Attempt,
  attemptsOf,
  type JudgedPayment,
  type PaymentEvent,
} from './judged-payment.ts'

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
