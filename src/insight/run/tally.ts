import type { Instant } from '../../domain/time/instant.ts'
import type { CaseName } from '../coverage/coverage.ts'
import { coverBy } from '../coverage/coverage-watch.ts'
import { type DelayedCall, type Exchange, isCreating, isLostResponse } from '../exchange.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { clarityOf } from '../payments/clarity.ts'
import { type Attempt, attemptsOf, type JudgedPayment } from '../payments/judged-payment.ts'
import type { PaymentSum } from '../payments/payment-document.ts'
import { isDoubleRefund } from '../payments/payment-sum.ts'
import { type PaymentVerdict, paymentVerdicts } from '../payments/payment-verdict.ts'
import { isUnknowable } from '../payments/taken.ts'
import { OutcomeTimes, type RequestOutcome } from './outcome-times.ts'

/** The situations that a run put the client through. */
export const exercises = [
  'faults_before',
  'faults_after',
  'timeouts',
  'undecided',
  'pendings',
  'declines',
  'refusals',
  'lookups',
  'searches',
] as const

export type Exercise = (typeof exercises)[number]

/** Those after which a client does not know what came of its request, and has to find out. */
export const losses = ['faults_before', 'faults_after', 'timeouts', 'undecided'] as const

type Loss = (typeof losses)[number]

export type Encountered = Readonly<Record<Exercise, number>>

/** When the calls of a test were made. */
interface CallSpan {
  /** Sandbox time of the first one. */
  readonly at: Instant
  /** Real time. */
  readonly from: Instant
  to: Instant
}

export type Counts = Record<string, number>

/** How many findings there are, by their code. */
export interface FindingCounts {
  readonly counts_by_code: Counts
  /** Those of them that are errors although their kind is not. */
  readonly raised: Counts
  /** Notes of kinds that are errors with another setting. */
  readonly notes: Counts
  /** Cents that moved too often, or that a lost sale did not bring in, by code and currency: `double-charge AUD`. */
  readonly overcharged: Counts
}

/** The totals of many payments. */
export interface PaymentTotals {
  payments: number
  /** How many of the declined ones are debits that banks returned. */
  returned: number
  /** Payments that were refunded too often, those charged too often included. */
  double_refunds: number
  /** Cents by currency. */
  readonly charged: Counts
  readonly verdicts: Record<PaymentVerdict, number>
}

/** Numbers that add up over tests. */
export class Tally {
  requests = 0
  /** Calls of the dashboard itself, which are not judged. */
  own = 0
  /** Unanswered calls whose clients are still waiting. */
  waiting = 0
  /** Payments that the gateway has not decided, and which are not open calls. */
  undecided = 0
  /** Whether a world had payments before the run. */
  beginsAtRestart = false
  /** The times of the first and the last call. */
  span: CallSpan | undefined
  /** How all calls ended, over the time. */
  readonly outcomes = new OutcomeTimes()
  readonly counts = zeros(exercises)
  /** Calls by operation and outcome: `purchase approved`, `search lost`. */
  readonly calls: Counts = {}
  /** The losses among `counts` that belong to payments which ended badly. */
  readonly unrecovered: Partial<Record<Loss, number>> = {}
  /** Transaction requests whose clients could not know the result, by operation. */
  readonly lost: Counts = {}
  /** Calls that the sandbox itself failed, by what they were and why: `payment no space left`. */
  readonly failures: Counts = {}
  readonly covered = new Set<CaseName>()
  readonly rules = new Set<string>()
  /** Findings by their code, kept or not. */
  readonly counts_by_code: Counts = {}
  readonly raised: Counts = {}
  readonly notes: Counts = {}
  readonly overcharged: Counts = {}
  /** Closed payments, kept or not. */
  readonly totals: PaymentTotals = {
    payments: 0,
    returned: 0,
    double_refunds: 0,
    charged: {},
    verdicts: zeros(paymentVerdicts),
  }
}

export function addTally(tally: Tally, other: Tally): void {
  tally.requests += other.requests
  tally.own += other.own
  tally.waiting += other.waiting
  tally.undecided += other.undecided
  tally.beginsAtRestart ||= other.beginsAtRestart
  tally.span = wider(tally.span, other.span)
  tally.outcomes.addAll(other.outcomes)
  for (const name of [
    ...(['counts', 'unrecovered', 'calls', 'lost', 'failures'] as const),
    ...(['counts_by_code', 'raised', 'notes', 'overcharged'] as const),
  ]) {
    addCounts(tally[name], other[name])
  }
  for (const name of other.covered) tally.covered.add(name)
  for (const rule of other.rules) tally.rules.add(rule)
  const { payments, returned, double_refunds, charged, verdicts } = other.totals
  tally.totals.payments += payments
  tally.totals.returned += returned
  tally.totals.double_refunds += double_refunds
  addCounts(tally.totals.charged, charged)
  addCounts(tally.totals.verdicts, verdicts)
}

export function addCounts(counts: Counts, others: Readonly<Counts>): void {
  for (const [key, n] of Object.entries(others)) count(counts, key, n)
}

export function count(counts: Counts, key: string, n = 1): void {
  counts[key] = (counts[key] ?? 0) + n
}

/** The severity that each kind usually has. */
const severities = new Map<string, Severity>(
  allFindings.map(({ code, severity }) => [code, severity]),
)

export function countFinding(
  counts: FindingCounts,
  {
    code,
    severity,
    overcharged,
    missed = overcharged,
  }: Pick<Finding, 'code' | 'severity' | 'overcharged' | 'missed'>,
): void {
  const usual = severities.get(code)
  count(severity === 'note' && usual !== 'note' ? counts.notes : counts.counts_by_code, code)
  if (severity === 'error' && usual !== 'error') count(counts.raised, code)
  if (missed !== undefined) count(counts.overcharged, `${code} ${missed.currency}`, missed.cents)
}

function wider(span: CallSpan | undefined, other: CallSpan | undefined): CallSpan | undefined {
  if (span === undefined || other === undefined) return span ?? (other && { ...other })
  const { at, from } = other.from < span.from ? other : span
  return { at, from, to: Math.max(span.to, other.to) }
}

/** Counts a call; `attempt` is set for a transaction request. */
export function countCall(tally: Tally, exchange: Exchange, attempt: Attempt | undefined): void {
  tally.requests += 1
  seeCall(tally, exchange)
  meet(tally, exchange.rules)
  const { operation } = exchange
  count(tally.calls, `${operation ?? 'none'} ${outcomeOf(exchange)}`)
  if (attempt !== undefined) countAttempt(tally, exchange, attempt)
  else if (mayBeRecovered(exchange) && clarityOf(exchange) === 'unclear') countLoss(tally, exchange)
  if (operation === 'lookup') tally.counts.lookups += 1
  else if (operation === 'search') tally.counts.searches += 1
}

/** A payment that cannot be told from others, such as one whose request was cut off, shows no recovery. */
function mayBeRecovered({ operation }: Exchange): boolean {
  return operation !== undefined && !isCreating(operation)
}

/** Counts a call that the sandbox itself failed; nothing else about it is known. */
export function countFailure(tally: Tally, exchange: Exchange, reason: string): void {
  tally.requests += 1
  seeCall(tally, exchange)
  count(tally.failures, `${isCreating(exchange.operation) ? 'payment' : 'request'} ${reason}`)
}

/** A call without an answer; if its client has left, it counts as a request that timed out. */
export function countUnderWay(tally: Tally, { exchange, hasLeft }: DelayedCall): void {
  const { rules, operation } = exchange
  meet(tally, rules)
  if (!hasLeft) {
    tally.waiting += 1
    return
  }
  tally.requests += 1
  if (operation === undefined) return
  tally.counts.timeouts += 1
  count(tally.calls, `${operation} lost`)
  count(tally.lost, operation)
}

/** Counts a payment in its current state. */
export function countPayment(tally: Tally, payment: JudgedPayment, sum: PaymentSum): void {
  const { totals } = tally
  coverBy(payment, tally.covered)
  const isOpen = ({ status, clarity }: Attempt) => status === 'unknown' && clarity !== 'open'
  if (!payment.isOwn && attemptsOf(payment).some(isOpen)) tally.undecided += 1
  totals.payments += 1
  if (sum.returned) totals.returned += 1
  totals.verdicts[sum.verdict] += 1
  if (isDoubleRefund(sum)) totals.double_refunds += 1
  if (!payment.isOwn && badEnds.has(sum.verdict)) {
    for (const attempt of attemptsOf(payment)) {
      const loss = lossOf(attempt)
      if (loss !== undefined) count(tally.unrecovered, loss)
    }
  }
  if (sum.charged > 0) count(totals.charged, sum.currency, sum.charged)
}

/** How a payment ends if its client did not recover from what it was put through. */
const badEnds: ReadonlySet<PaymentVerdict> = new Set([
  'double-charge',
  'double-refund',
  'lost-sale',
  'unresolved',
])

/** As `countAttempt` counts it. */
function lossOf(attempt: Attempt): Loss | undefined {
  const { clarity, made, exchange } = attempt
  if (clarity === 'undecided') return 'undecided'
  if (clarity === 'refused') return isHidden(attempt) ? 'faults_after' : undefined
  if (clarity !== 'unclear') return undefined
  if (exchange?.facts.hasLeft) return 'timeouts'
  return made === undefined ? 'faults_before' : 'faults_after'
}

/** Notes when a call was, and how it ended. */
export function seeCall(tally: Tally, exchange: Exchange): void {
  const { at, realAt, durationMs } = exchange
  tally.outcomes.add(realAt, requestOutcome(exchange))
  const { span } = tally
  const end = realAt + durationMs
  // A call that arrived earlier may be answered later.
  if (span === undefined || realAt < span.from) {
    tally.span = { at, from: realAt, to: Math.max(end, span?.to ?? end) }
  } else span.to = Math.max(span.to, end)
}

/** What the answer of a transaction request put the client through. */
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

/** A 4xx after the money moved hides it as a lost answer does, unless it is the gateway's own refusal. */
function isHidden(attempt: Attempt): boolean {
  // Whether it is looked up later does not matter here.
  return attempt.made !== undefined && !isUnknowable({ ...attempt, lookedOrder: undefined })
}

/** Any lost answer counts: of a payment, a lookup or a call of the vault. */
function countLoss(
  { counts }: Tally,
  { fault, facts }: Exchange,
  isProcessed = fault?.at === 'after',
): void {
  if (facts.hasLeft) counts.timeouts += 1
  else counts[isProcessed ? 'faults_after' : 'faults_before'] += 1
}

/** One-shot rules are left out: there can be any number of them. */
function meet(tally: Tally, rules: readonly string[]): void {
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

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

/** How often the client could not know the result of a request. */
export function lossesIn(counts: Encountered): number {
  return losses.reduce((sum, name) => sum + counts[name], 0)
}
