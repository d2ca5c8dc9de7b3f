import type { Attempt, Intent, Look, Story } from './story.ts'

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
  let after: Attempt | undefined
  let next = 0
  for (const attempt of attempts) {
    if (after !== undefined && isTransaction(attempt) && !isSameRequest(attempt, after)) {
      while ((looks[next]?.order ?? Number.POSITIVE_INFINITY) < after.order) next += 1
      const lost = after
      const between = upTo(looks, next, attempt)
      retries.push({ attempt, after: lost, looks: between.filter((look) => canTell(look, lost)) })
    }
    if (isUnclear(attempt)) after = attempt
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

function isSameRequest(one: Attempt, other: Attempt): boolean {
  return one.correlationKey !== undefined && one.correlationKey === other.correlationKey
}

function answeredLooks(story: Story | undefined): readonly Look[] {
  return (story?.events ?? []).flatMap((event) =>
    event.kind === 'look' && event.found !== undefined ? [event] : [],
  )
}

/** A payment does not show how much of it was refunded. */
function canTell({ exchange: { facts } }: Look, { operation, requested }: Attempt): boolean {
  if (operation !== 'refund') return true
  return (facts.shown?.audit ?? facts.about?.audit) !== requested.target
}

/** The looks from `start` on that came before an attempt. */
function upTo(looks: readonly Look[], start: number, { order }: Attempt): readonly Look[] {
  let end = start
  while ((looks[end]?.order ?? order) < order) end += 1
  return looks.slice(start, end)
}
