import {
  type DelayedCall,
  type Exchange,
  isCreating,
  isLostResponse,
} from '../../record/exchange.ts'
import { coverBy } from '../coverage/coverage-watch.ts'
import type { Finding } from '../findings/finding-document.ts'
import { clarityOf } from '../payments/clarity.ts'
import { type Attempt, attemptsOf, type JudgedPayment } from '../payments/judged-payment.ts'
import type { PaymentSum } from '../payments/payment-document.ts'
import { isDoubleRefund } from '../payments/payment-sum.ts'
import { isBadEnd } from '../payments/payment-verdict.ts'
import { isUnknowable } from '../payments/taken.ts'
import type { Loss } from './encounters.ts'
import type { RequestOutcome } from './outcome-times.ts'
import { addGroups, count, type Tally } from './tally.ts'

/** Counts a call; `attempt` is set for a transaction request. */
export function countCall(tally: Tally, exchange: Exchange, attempt: Attempt | undefined): void {
  tally.requests += 1
  seeCall(tally, exchange)
  noteMatched(tally, exchange.rules)
  const { operation } = exchange
  if (operation !== null) count(tally.calls, operation)
  if (attempt !== undefined) countAttempt(tally, exchange, attempt)
  else if (mayBeRecovered(exchange) && clarityOf(exchange) === 'unclear') countLoss(tally, exchange)
  if (operation === 'lookup') tally.counts.lookups += 1
  else if (operation === 'search') tally.counts.searches += 1
}

/** A payment that cannot be told from others, such as one whose request was cut off, shows no recovery. */
function mayBeRecovered({ operation }: Exchange): boolean {
  return operation !== null && !isCreating(operation)
}

/** Counts a call that the sandbox itself failed; nothing else about it is known. */
export function countFailure(tally: Tally, exchange: Exchange, reason: string): void {
  tally.requests += 1
  seeCall(tally, exchange)
  const what = isCreating(exchange.operation) ? 'payment' : 'request'
  addGroups(tally.failures, { [what]: { [reason]: 1 } })
}

/** A call without a response; if its client has left, it counts as a request that timed out. */
export function countUnderWay(tally: Tally, { exchange, hasLeft }: DelayedCall): void {
  const { rules, operation } = exchange
  noteMatched(tally, rules)
  if (!hasLeft) {
    tally.waiting += 1
    return
  }
  tally.requests += 1
  if (operation === null) return
  tally.counts.timeouts += 1
  count(tally.calls, operation)
  count(tally.lost, operation)
}

/** Counts a payment in its current state, with what was found in it. */
export function countPayment(
  tally: Tally,
  payment: JudgedPayment,
  { sum, findings }: { readonly sum: PaymentSum; readonly findings: readonly Finding[] },
): void {
  const { totals } = tally
  coverBy(payment, tally.covered)
  if (!payment.isOwn && attemptsOf(payment).some(isUndecided)) tally.undecided += 1
  totals.payments += 1
  if (sum.returned) totals.returned += 1
  totals.verdicts[sum.verdict] += 1
  if (isDoubleRefund(sum)) totals.double_refunds += 1
  // A client that sends a payment again blindly has not recovered, even if it was lucky.
  const isBad = isBadEnd(sum.verdict) || findings.some(({ severity }) => severity === 'error')
  if (!payment.isOwn && isBad) {
    for (const attempt of attemptsOf(payment)) {
      const loss = lossOf(attempt)
      if (loss !== undefined) count(tally.unrecovered, loss)
    }
  }
  if (sum.charged > 0) count(totals.charged, sum.currency, sum.charged)
}

/** Whether the gateway has not decided it, or shows it with a status that no client knows. */
function isUndecided({ status, clarity, known, resolvedOrder }: Attempt): boolean {
  if (clarity === 'open') return false
  return status === 'unknown' || (known === 'unknown' && resolvedOrder === undefined)
}

/** As `countAttempt` counts it. */
function lossOf(attempt: Attempt): Loss | undefined {
  const { clarity, made, exchange } = attempt
  if (clarity === 'undecided') return 'undecided'
  if (clarity === 'refused') return isHidden(attempt) ? 'faults_after' : undefined
  if (clarity !== 'unclear') return undefined
  if (exchange?.facts.left) return 'timeouts'
  return made === undefined ? 'faults_before' : 'faults_after'
}

/** Notes when a call was, and how it ended. */
export function seeCall(tally: Tally, exchange: Exchange): void {
  const realAt = Date.parse(exchange.real_at)
  tally.outcomes.add(realAt, requestOutcome(exchange))
  const { span } = tally
  const end = realAt + exchange.duration
  // A call that arrived earlier may get its response later.
  if (span === undefined || realAt < span.from) {
    tally.span = { at: Date.parse(exchange.at), from: realAt, to: Math.max(end, span?.to ?? end) }
  } else span.to = Math.max(span.to, end)
}

/** What the response to a transaction request put the client through. */
function countAttempt(tally: Tally, exchange: Exchange, attempt: Attempt): void {
  const { counts } = tally
  const { clarity, made, operation } = attempt
  if (clarity === 'refused') counts[isHidden(attempt) ? 'faults_after' : 'refusals'] += 1
  if (clarity === 'undecided') counts.undecided += 1
  if (made?.status === 'pending') counts.pendings += 1
  if (made?.status === 'declined') counts.declines += 1
  if (clarity === 'unclear') countLoss(tally, exchange, made !== undefined)
  const isKnown = clarity === 'refused' ? !isHidden(attempt) : clarity === 'clear'
  if (!isKnown) count(tally.lost, operation)
}

/** A 4xx after the money moved hides it as a lost response does, unless it is the gateway's own refusal. */
function isHidden(attempt: Attempt): boolean {
  // Whether it is looked up later does not matter here.
  return attempt.made !== undefined && !isUnknowable({ ...attempt, lookedOrder: undefined })
}

/** Any lost response counts: of a payment, a lookup or a call of the vault. */
function countLoss(
  { counts }: Tally,
  { fault, facts }: Exchange,
  isProcessed = fault?.at === 'after',
): void {
  if (facts.left) counts.timeouts += 1
  else counts[isProcessed ? 'faults_after' : 'faults_before'] += 1
}

/** Temporary rules are left out: there can be any number of them. */
function noteMatched(tally: Tally, rules: readonly string[]): void {
  for (const rule of rules) if (!rule.startsWith('rules/')) tally.rules.add(rule)
}

/** How a call ended for its client, in one word. */
function outcomeOf(exchange: Exchange): string {
  const { response, facts } = exchange
  if (isLostResponse(exchange)) return 'lost'
  if ((response.status ?? 0) >= 400) return 'refused'
  return facts.made?.status ?? 'answered'
}

function requestOutcome(exchange: Exchange): RequestOutcome {
  const outcome = outcomeOf(exchange)
  if (outcome === 'lost' || outcome === 'refused') return outcome
  return outcome === 'declined' || outcome === 'pending' ? 'declined' : 'approved'
}
