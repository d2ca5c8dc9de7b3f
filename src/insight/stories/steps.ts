import type { Exchange, Moved } from '../exchange.ts'
import { isReadable, originalOf } from './clarity.ts'
import type { Attempt, Look, Story, StoryMove } from './story.ts'

/** Whether a move adds something that its story does not show yet. */
export function isNews({ status, story }: Attempt, { audit, to, isExpiry }: Moved): boolean {
  return isExpiry ? !showsExpiry(story, audit) : to !== status
}

/** The attempts that a look is about: all that were sent with the same id. */
export function sentAlike(attempt: Attempt): readonly Attempt[] {
  const { correlationKey, intent } = attempt
  if (correlationKey === undefined) return [attempt]
  return intent.attempts.filter((one) => one.correlationKey === correlationKey)
}

/**
 * Removes the move of a delayed answer that the client did receive: the answer already shows it.
 */
export function forgetAnswerMove(attempt: Attempt): void {
  const { story, made } = attempt
  const move = story.events.find(
    (event) => event.kind === 'move' && event.isAnswer && event.audit === made?.audit,
  )
  if (move === undefined) return
  story.events = story.events.filter((event) => event !== move)
  if (attempt.resolvedOrder === move.order) attempt.resolvedOrder = undefined
}

export function applyMove(attempt: Attempt, moved: Moved, order: number): void {
  const { story, made, status } = attempt
  const isLodged = made?.rail === 'direct_debit' && status !== 'unknown'
  const isReturn = moved.to === 'declined' && isLodged
  const move: StoryMove = { kind: 'move', order, ...moved, isReturn }
  if (status === 'pending' || status === 'unknown') attempt.resolvedOrder = order
  if (isReturn) attempt.returnedOrder = order
  attempt.status = move.to
  story.events.push(move)
  story.changes += 1
}

/** A lookup or search as a step of an attempt's story. */
export function lookOf(exchange: Exchange, attempt: Attempt, order: number): Look {
  const { shown } = exchange.facts
  const status = shown?.isDrifting ? 'unknown' : (shown?.status ?? 'nothing')
  const found = !isReadable(exchange) || shown === undefined ? undefined : status
  const isForgotten = found === 'nothing' && attempt.made !== undefined
  return { ...strayLook(exchange, undefined, order), found, isForgotten }
}

/** A lookup or search that could not show an attempt: for another id, or at another merchant. */
export function strayLook(exchange: Exchange, missed: Attempt | undefined, order: number): Look {
  const unknown = { found: undefined, isForgotten: false, missed, inRow: 1 }
  return { kind: 'look', order, at: exchange.at, exchange, ...unknown }
}

/** Records what the client learnt from a look. */
export function learn(attempt: Attempt, look: Look, known: Attempt['known']): void {
  const { order, exchange } = look
  const { made, status } = attempt
  // An empty search for an id that was forgotten proves nothing.
  if (known === 'nothing' && made !== undefined && certainty(status) !== 'failed') return
  attempt.lookedOrder = order
  attempt.known = known
  if (known === 'nothing') attempt.settled ??= made === undefined ? 'failed' : undefined
  // A word that no client knows settles nothing, however often it is shown.
  else if (!exchange.facts.shown?.isDrifting) attempt.settled = certainty(known) ?? attempt.settled
}

/** Records what the client learnt from the answer itself. */
export function learnFromAnswer(attempt: Attempt): void {
  const { clarity } = attempt
  if (clarity === 'refused') attempt.settled ??= 'failed'
  if (clarity !== 'clear') return
  const { made } = originalOf(attempt) ?? attempt
  attempt.settled = made === undefined ? 'taken' : certainty(made.status)
}

/** What a status tells for certain. */
function certainty(status: Attempt['status']): Attempt['settled'] {
  if (status === undefined || status === 'unknown') return undefined
  return status === 'declined' || status === 'error' ? 'failed' : 'taken'
}

/** A hold that was already expired when it was created: no clock change reports that. */
export function expiryAtOnce({ made, at }: Attempt): Moved | undefined {
  if (made?.expiresAt === undefined || made.expiresAt > at || made.status !== 'approved') {
    return undefined
  }
  return { audit: made.audit, to: made.status, at, isAnswer: false, isExpiry: true }
}

/** Whether the hold had expired by the story's last event; the expiry itself is an event. */
export function hasExpired({ made, story }: Attempt): boolean {
  const { expiresAt } = made ?? {}
  return expiresAt !== undefined && story.events.some(({ at }) => at >= expiresAt)
}

/** A replayed answer shows the same hold again, whose expiry must not be reported twice. */
function showsExpiry({ events }: Story, audit: number): boolean {
  return events.some((event) => event.kind === 'move' && event.isExpiry && event.audit === audit)
}
