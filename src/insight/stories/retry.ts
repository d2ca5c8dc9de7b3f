import { isSameRequest } from './placing.ts'
import type { Attempt, Intent, Look, Story, StoryEvent } from './story.ts'

/**
 * A repeated attempt that an earlier one may have done already, and what the client asked in
 * between.
 */
export interface Retry {
  readonly attempt: Attempt
  /** The latest attempt before it whose answer was not clear. */
  readonly after: Attempt
  /** The answered lookups and searches in between that could have shown its result. */
  readonly looks: readonly Look[]
}

/** The retries within one intent. Sending the same id again is not a retry: it cannot act twice. */
export function retriesIn({ attempts }: Intent): readonly Retry[] {
  const retries: Retry[] = []
  const looks = answeredLooks(attempts[0]?.story)
  for (const attempt of attempts) {
    const after = attempt.repeats.findLast(isUnclear)
    if (after === undefined || !isTransaction(attempt) || isSameRequest(attempt, after)) continue
    retries.push({ attempt, after, looks: between(looks, after, attempt) })
  }
  return retries
}

/** Whether the answer leaves the client unsure of the result. */
function isUnclear({ clarity }: Attempt): boolean {
  return clarity === 'unclear' || clarity === 'undecided'
}

/**
 * A refused request makes no transaction, unless only the state of its target stopped it; a lost
 * one may have made one.
 */
function isTransaction(attempt: Attempt): boolean {
  return attempt.clarity === 'refused' ? isStopped(attempt) : attempt.clarity !== 'open'
}

/** Refusals of a target that cannot be acted on again, as happens after a first success. */
const stops: ReadonlySet<string> = new Set([
  'already_completed',
  'not_completable',
  'amount_exceeds_preauthorisation',
  'not_refundable',
  'refund_exceeds_original',
  'not_voidable',
])

/** Whether a valid request was refused only because of its target's state. */
export function isStopped({ clarity, exchange }: Attempt): boolean {
  return clarity === 'refused' && exchange?.facts.refusals?.some((one) => stops.has(one)) === true
}

function answeredLooks(story: Story | undefined): readonly Look[] {
  return (story?.events ?? []).flatMap((event) =>
    event.kind === 'look' && event.found !== undefined ? [event] : [],
  )
}

/** A search for it that was answered before it arrived. */
export function earlySearch({ story, order, correlationKey }: Attempt): Look | undefined {
  const isEarly = (event: StoryEvent): event is Look =>
    event.kind === 'look' &&
    event.order < order &&
    event.exchange.operation === 'search' &&
    event.exchange.facts.about?.correlationKey === correlationKey
  return correlationKey === undefined ? undefined : story.events.find(isEarly)
}

/** A payment does not show how much of it was refunded. */
function canTell({ exchange: { facts } }: Look, { operation, requested }: Attempt): boolean {
  if (operation !== 'refund') return true
  return (facts.shown?.audit ?? facts.about?.audit) !== requested.target
}

/** The looks between two attempts that could have shown the first one's result. */
function between(looks: readonly Look[], after: Attempt, attempt: Attempt): readonly Look[] {
  return looks.filter(
    (look) => look.order > after.order && look.order < attempt.order && canTell(look, after),
  )
}
