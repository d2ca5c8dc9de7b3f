import type { Attempt, Look } from './judged-payment.ts'

/** The attempts that a look is about: all that were sent with the same id. */
export function sentAlike(attempt: Attempt): readonly Attempt[] {
  const { correlationKey, intent } = attempt
  if (correlationKey === undefined) return [attempt]
  return intent.attempts.filter((one) => one.correlationKey === correlationKey)
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
    return correlationKey !== undefined && asked.correlationKey === correlationKey
  }
  if (operation === 'void' && audit === requested.target) return true
  return sentAlike(attempt).some(({ made }) => made?.audit === audit)
}

/** The last answered look for it before another request was sent. */
export function lastLookBefore(
  attempt: Attempt,
  { order }: Pick<Attempt, 'order'>,
): Look | undefined {
  return attempt.payment.events.findLast(
    (event): event is Look =>
      event.kind === 'look' &&
      event.found !== undefined &&
      event.order > attempt.order &&
      event.order < order &&
      isLookFor(event, attempt),
  )
}
