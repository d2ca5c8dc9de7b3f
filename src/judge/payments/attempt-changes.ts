import { isoUtc } from '../../domain/time/instant.ts'
import type { Made, Moved } from '../../record/exchange.ts'
import { certainty } from './clarity.ts'
import type { Attempt, JudgedPayment, Look } from './judged-payment.ts'
import { isEvidentRetry } from './likely-retry.ts'
import { isGivenBack } from './taken.ts'

/** Adds a step that happened before the latest ones. */
export function insertLook(payment: JudgedPayment, look: Look): void {
  if (payment.events.some(({ order }) => order === look.order)) return
  payment.events = [...payment.events, look].sort((one, other) => one.order - other.order)
}

/**
 * Records that the network delivered a request that it had held back. What looks had shown before
 * says nothing of it now.
 */
export function reach(attempt: Attempt, made: Made, order: number): void {
  attempt.made = made
  attempt.status = made.status
  attempt.reachedOrder = order
  attempt.lookedOrder = undefined
  attempt.known = undefined
  attempt.certainOutcome = undefined
}

/** An evident retry is named in place of one that is only likely. */
export function mention(lost: Attempt, next: Attempt): void {
  const { likelyRetry: known } = lost
  if (next.payment.isOwn || isGivenBack(lost)) return
  if (known && (isEvidentRetry(lost, known) || !isEvidentRetry(lost, next))) return
  lost.likelyRetry = next
  lost.isRetriedBlindly = lost.certainOutcome !== 'taken'
  // The changes of the one that was named before no longer count.
  lost.payment.changes += 1 + (known?.payment.changes ?? 0)
}

/** Records what the client learnt from a look. */
export function learn(attempt: Attempt, look: Look, known: NonNullable<Attempt['known']>): void {
  // An empty search for an id that was forgotten, or that a rule hid, proves nothing.
  if (look.isForgotten) return
  attempt.lookedOrder = look.order
  attempt.known = known
  if (known === 'nothing')
    attempt.certainOutcome ??= attempt.made === undefined ? 'failed' : undefined
  // A word that no client knows settles nothing, however often it is shown.
  else if (look.found !== 'unknown')
    attempt.certainOutcome = certainty(known) ?? attempt.certainOutcome
}

/** Whether a move adds something that its payment does not show yet: a replayed answer shows the same hold again. */
export function isNews(
  { status, payment }: Attempt,
  { audit, to, expired: isExpiry }: Moved,
): boolean {
  if (!isExpiry) return to !== status
  return !payment.events.some((one) => one.kind === 'move' && one.expired && one.audit === audit)
}

export function applyMove(attempt: Attempt, moved: Moved, order: number): void {
  const { payment, made, status } = attempt
  const isLodged = made?.method === 'direct_debit' && status !== 'unknown'
  const isReturn = moved.to === 'declined' && isLodged
  if (status === 'pending' || status === 'unknown' || isReturn) attempt.resolvedOrder = order
  if (isReturn) attempt.returnedOrder = order
  attempt.status = moved.to
  payment.events.push({ kind: 'move', order, ...moved, at: Date.parse(moved.at), isReturn })
  payment.changes += 1
}

/** Shows what a void did to its target below the void: the change is known before the request has ended. */
export function followVoid({ payment, requested }: Attempt, next: () => number): void {
  const move = payment.events.find(
    (event) => event.kind === 'move' && event.audit === requested.target && event.to === 'voided',
  )
  if (move?.kind !== 'move') return
  payment.events = [...payment.events.filter((event) => event !== move), { ...move, order: next() }]
}

/** Removes the move of a delayed answer that the client did receive: the answer already shows it. */
export function forgetAnswerMove(attempt: Attempt): void {
  const { payment, made } = attempt
  const move = payment.events.find(
    (event) => event.kind === 'move' && event.by_response && event.audit === made?.audit,
  )
  if (move === undefined) return
  payment.events = payment.events.filter((event) => event !== move)
  if (attempt.resolvedOrder === move.order) attempt.resolvedOrder = undefined
}

/** A hold that was already expired when it was created: no clock change reports that. */
export function expiryAtOnce({ made, at }: Attempt): Moved | undefined {
  if (
    made?.expires_at === undefined ||
    Date.parse(made.expires_at) > at ||
    made.status !== 'approved'
  ) {
    return undefined
  }
  return { audit: made.audit, to: made.status, at: isoUtc(at), by_response: false, expired: true }
}
