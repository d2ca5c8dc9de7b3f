import { Recent } from '../../base/recent.ts'
import { counted, numberText, spanText } from '../../base/text/counted.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import { type Exchange, type Opening, openingOf } from '../../record/exchange.ts'
import { idKey } from '../payments/attempt-index.ts'
import { clarityOf, isReadable } from '../payments/clarity.ts'
import type { ReportDocument } from '../report/report-document.ts'

type Recovery = NonNullable<ReportDocument['recovery']>

/** What is counted of it; times are rounded, so that their number is limited. */
export interface RecoverySums {
  lost: number
  lookups: number
  /** How often each number of milliseconds was seen. */
  readonly times: Record<string, number>
}

/** A request whose response was lost. */
interface Doubt {
  readonly arrived: number
  /** Real time at which the response was lost. */
  readonly since: Instant
  readonly audit: number | undefined
  readonly isCard: boolean
  lookups: number
  isOver: boolean
}

/** Measures how long a client does not know the outcome of a request, from its exchanges alone. */
export class RecoveryWatch {
  readonly #sums: RecoverySums
  /** By merchant and id, and by audit. */
  readonly #doubts = new Recent<string, Doubt>()

  constructor(sums: RecoverySums) {
    this.#sums = sums
  }

  see(exchange: Exchange): void {
    const { operation, facts, real_at, arrived } = exchange
    const isLook = operation === 'lookup' || operation === 'search'
    const opening = openingOf(exchange)
    if (!isLook && opening === undefined) return
    const end = Date.parse(real_at) + facts.waited_ms
    const doubt = this.#doubtOf(exchange)
    if (doubt !== undefined && !doubt.isOver) {
      if (isLook) doubt.lookups += 1
      if (isLook ? isAnswer(exchange, doubt) : isOutcome(exchange)) this.#settle(doubt, end)
    } else if (opening !== undefined && doubt?.arrived !== arrived) {
      if (clarityOf(exchange) === 'unclear') this.leave(opening, end)
    }
  }

  /** The client got no response to its request, or stopped waiting for it. */
  leave(opening: Opening, since: Instant): void {
    const { arrived, merchant, correlationKey, operation, made, requested } = opening
    const isCard = made?.method === 'card'
    const doubt = { arrived, since, audit: made?.audit, isCard, lookups: 0, isOver: false }
    this.#sums.lost += 1
    if (correlationKey !== undefined) this.#doubts.set(idKey(merchant, correlationKey), doubt)
    if (made !== undefined) this.#doubts.set(`${made.audit}`, doubt)
    // The transaction that it acts on shows whether a void took effect.
    if (operation === 'void') this.#doubts.set(`${requested.target}`, doubt)
  }

  #settle(doubt: Doubt, end: Instant): void {
    const { times } = this.#sums
    doubt.isOver = true
    const ms = Number(Math.max(0, end - doubt.since).toPrecision(3))
    times[ms] = (times[ms] ?? 0) + 1
    this.#sums.lookups += doubt.lookups
  }

  #doubtOf({ merchant, request, asked, facts }: Exchange): Doubt | undefined {
    const key = asked.correlation_key ?? request.correlation_key
    const audit = facts.shown?.audit ?? asked.audit
    return (
      (key === undefined ? undefined : this.#doubts.get(idKey(merchant, key))) ??
      (audit === undefined ? undefined : this.#doubts.get(`${audit}`))
    )
  }
}

/** Whether a transaction request with the same id got the outcome. */
function isOutcome(exchange: Exchange): boolean {
  const { made } = exchange.facts
  return clarityOf(exchange) === 'clear' && isFinal(made?.status, made?.method === 'card')
}

/** Whether a lookup or search showed the outcome, or that there is none. */
function isAnswer(exchange: Exchange, { audit, isCard }: Doubt): boolean {
  const { shown } = exchange.facts
  if (!isReadable(exchange) || shown === undefined) return false
  if (shown === null) return audit === undefined
  return !shown.drifting && isFinal(shown.status, isCard)
}

/** A card that is pending is not decided yet; a direct debit is pending for days. */
function isFinal(status: TransactionStatus | undefined, isCard: boolean): boolean {
  return status !== 'unknown' && !(status === 'pending' && isCard)
}

/** Undefined if no response was lost. */
export function recoveryOf({ lost, lookups, times }: RecoverySums): Recovery | undefined {
  if (lost === 0) return undefined
  const sorted = Object.entries(times)
    .map(([ms, count]) => ({ ms: Number(ms), count }))
    .sort((one, other) => one.ms - other.ms)
  const known = sorted.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  const middle = sorted.find(({ count }) => {
    seen += count
    return seen * 2 >= known
  })
  return {
    lost,
    known,
    median_ms: middle?.ms ?? null,
    longest_ms: sorted.at(-1)?.ms ?? null,
    lookups,
  }
}

export function addRecovery(sums: RecoverySums, other: RecoverySums): void {
  sums.lost += other.lost
  sums.lookups += other.lookups
  for (const [ms, count] of Object.entries(other.times)) {
    sums.times[ms] = (sums.times[ms] ?? 0) + count
  }
}

/** `After a lost response your client knew after 400 ms (median of 5), after 12.1 s at most, with 2 lookups each; 1 never.` */
export function recoveryText({ lost, known, median_ms, longest_ms, lookups }: Recovery): string {
  if (median_ms === null || longest_ms === null) {
    return `After ${lost === 1 ? 'a lost response' : counted(lost, 'lost response')} your client never knew the outcome.`
  }
  const never = lost === known ? '' : `; ${numberText(lost - known)} never`
  const times =
    known === 1
      ? spanText(median_ms)
      : `${spanText(median_ms)} (median of ${numberText(known)}), after ${spanText(longest_ms)} at most`
  const each = Math.round((lookups / known) * 10) / 10
  return `After a lost response your client knew after ${times}, with ${counted(each, 'lookup')}${known === 1 ? '' : ' each'}${never}.`
}

/** The same of an earlier run and a later one. */
export function recoveryChange(old: Recovery, later: Recovery): string {
  const [before, now] = [old, later].map(({ lost, known, median_ms }) =>
    median_ms === null
      ? 'never'
      : `after ${spanText(median_ms)}${lost === known ? '' : ` (${numberText(lost - known)} of ${numberText(lost)} never)`}`,
  )
  return `Outcome known after a lost response: ${now}; before: ${before}.`
}
