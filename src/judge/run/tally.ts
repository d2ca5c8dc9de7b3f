import type { Instant } from '../../domain/time/instant.ts'
import type { CaseName } from '../coverage/coverage.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import type { PaymentTotals } from '../payments/payment-document.ts'
import { paymentVerdicts } from '../payments/payment-verdict.ts'
import { encounters, type Loss } from './encounters.ts'
import { OutcomeTimes } from './outcome-times.ts'
import { addRecovery, type RecoverySums } from './recovery.ts'

/** When the calls of a test were made. */
interface CallSpan {
  /** Sandbox time of the first one. */
  readonly at: Instant
  /** Real time. */
  readonly from: Instant
  to: Instant
}

export type Counts = Record<string, number>
/** Numbers in groups, such as cents by finding and currency. */
export type GroupedCounts = Record<string, Counts>

/** How many findings there are, by their code. */
export interface FindingCounts {
  readonly counts_by_code: Counts
  /** Those of them that are errors although their kind is not. */
  readonly raised: Counts
  /** Notes of kinds that are errors with another setting. */
  readonly notes: Counts
  /** Cents that moved too often, or that a lost sale did not bring in, by code and currency. */
  readonly overcharged: GroupedCounts
}

/** What the totals of many payments are made of, while they are counted. */
type CountedTotals = {
  -readonly [Name in keyof PaymentTotals]: PaymentTotals[Name] extends number
    ? number
    : { -readonly [Of in keyof PaymentTotals[Name]]: PaymentTotals[Name][Of] }
}

// Copied for each test, which is faster than making them.
const noEncounters = zeros(encounters)
const noVerdicts = zeros(paymentVerdicts)

/** Numbers that add up over tests. */
export class Tally {
  requests = 0
  /** Calls of the dashboard itself, which are not judged. */
  own = 0
  /** Calls without a response whose clients are still waiting. */
  waiting = 0
  /** Payments that the gateway has not decided, and which are not open calls. */
  undecided = 0
  /** Whether a world had payments before the run. */
  hasEarlierPayments = false
  /** The times of the first and the last call. */
  span: CallSpan | undefined
  /** How all calls ended, over the time. */
  readonly outcomes = new OutcomeTimes()
  readonly counts = { ...noEncounters }
  /** Calls by operation. */
  readonly calls: Counts = {}
  /** The losses among `counts` that belong to payments which ended badly. */
  readonly unrecovered: Partial<Record<Loss, number>> = {}
  /** How long clients did not know the outcome. */
  readonly recovery: RecoverySums = { lost: 0, lookups: 0, times: {} }
  /** Transaction requests whose clients could not know the result, by operation. */
  readonly lost: Counts = {}
  /** Calls that the sandbox itself failed, by what they were, `payment` or `request`, and why. */
  readonly failures: GroupedCounts = {}
  readonly covered = new Set<CaseName>()
  readonly rules = new Set<string>()
  /** Findings by their code, kept or not. */
  readonly counts_by_code: Counts = {}
  readonly raised: Counts = {}
  readonly notes: Counts = {}
  readonly overcharged: GroupedCounts = {}
  /** Closed payments, kept or not. */
  readonly totals: CountedTotals = {
    payments: 0,
    returned: 0,
    double_refunds: 0,
    charged: {},
    verdicts: { ...noVerdicts },
  }
}

export function addTally(tally: Tally, other: Tally): void {
  tally.requests += other.requests
  tally.own += other.own
  tally.waiting += other.waiting
  tally.undecided += other.undecided
  tally.hasEarlierPayments ||= other.hasEarlierPayments
  tally.span = wider(tally.span, other.span)
  tally.outcomes.addAll(other.outcomes)
  for (const name of [
    ...(['counts', 'unrecovered', 'calls', 'lost'] as const),
    ...(['counts_by_code', 'raised', 'notes'] as const),
  ]) {
    addCounts(tally[name], other[name])
  }
  addRecovery(tally.recovery, other.recovery)
  addGroups(tally.failures, other.failures)
  addGroups(tally.overcharged, other.overcharged)
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

export function addGroups(
  groups: GroupedCounts,
  others: Readonly<Record<string, Readonly<Counts>>>,
): void {
  for (const [key, counts] of Object.entries(others)) {
    groups[key] ??= {}
    addCounts(groups[key], counts)
  }
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
  if (missed !== undefined) {
    addGroups(counts.overcharged, { [code]: { [missed.currency]: missed.cents } })
  }
}

function wider(span: CallSpan | undefined, other: CallSpan | undefined): CallSpan | undefined {
  if (span === undefined || other === undefined) return span ?? (other && { ...other })
  const { at, from } = other.from < span.from ? other : span
  return { at, from, to: Math.max(span.to, other.to) }
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}
