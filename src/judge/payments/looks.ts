import { type Attempt, fromEvents, type Look } from './judged-payment.ts'

/** The attempts that a look is about: all that were sent with the same id and stand for one transaction. */
export function sentAlike(attempt: Attempt): readonly Attempt[] {
  const { correlationKey, intent, made } = attempt
  if (correlationKey === undefined) return [attempt]
  // An id that the gateway had forgotten made another transaction.
  return intent.attempts.filter(
    (one) =>
      one.correlationKey === correlationKey &&
      (made === undefined || one.made === undefined || one.made.audit === made.audit),
  )
}

/**
 * Whether a lookup or search asked for this request: by its id, by its transaction, or, for a void, by
 * the transaction that it acts on. A payment does not show how much of it was refunded, nor a hold how
 * much of it was completed.
 */
export function isLookFor({ exchange: { facts, asked } }: Look, attempt: Attempt): boolean {
  const { shown } = facts
  const { operation, requested, correlationKey } = attempt
  const audit = shown?.audit ?? asked.audit
  if (audit === undefined) {
    return correlationKey !== undefined && asked.correlation_key === correlationKey
  }
  if (operation === 'void' && audit === requested.target) return true
  return sentAlike(attempt).some(({ made }) => made?.audit === audit)
}

/** The answered looks of a payment. Each two of its attempts ask for them, so they are remembered. */
export const answeredLooks = fromEvents((events): readonly Look[] =>
  events.filter((event): event is Look => event.kind === 'look' && event.found !== undefined),
)

/** Whether the network still held the request back when this look was answered. */
export function cameBefore(look: Look | undefined, { reachedOrder = 0 }: Attempt): boolean {
  return look !== undefined && look.order < reachedOrder
}

/** The last answered look for it before another request was sent. */
export function lastLookBefore(
  attempt: Attempt,
  { order }: Pick<Attempt, 'order'>,
): Look | undefined {
  return answeredLooks(attempt.payment).findLast(
    (look) => look.order > attempt.order && look.order < order && isLookFor(look, attempt),
  )
}
