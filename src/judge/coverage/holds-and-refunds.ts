import { isRefusedFor } from '../../record/exchange.ts'
import { type Attempt, attemptsOf } from '../payments/judged-payment.ts'
import type { CoverageCase, SeenCall } from './coverage-case.ts'

/** The transaction that a completion, refund or void acts on. */
function targetOf({ attempt, book }: SeenCall): Attempt | undefined {
  const target = attempt?.requested.target
  return target === undefined ? undefined : book.madeBy(target)
}

function isApproved({ exchange }: SeenCall): boolean {
  return exchange.facts.made?.status === 'approved'
}

function isDone({ exchange }: SeenCall): boolean {
  const status = exchange.facts.made?.status
  return status === 'approved' || status === 'pending'
}

/** Compares the amount of a call that succeeded with that of its target. */
function share(seen: SeenCall): number | undefined {
  const target = targetOf(seen)?.made
  const { amount = 0 } = seen.exchange.facts.made ?? {}
  if (target === undefined) return undefined
  const whole = seen.attempt?.operation === 'refund' ? target.total : target.amount
  return amount - whole
}

function isOfHold(seen: SeenCall): boolean {
  return targetOf(seen)?.operation === 'preauthorisation'
}

/** Live refunds of one transaction. */
function refundsOf(seen: SeenCall): number {
  const target = targetOf(seen)
  const attempts = target === undefined ? [] : attemptsOf(target.payment)
  return attempts.filter(
    ({ operation, requested, status }) =>
      operation === 'refund' &&
      requested.target === target?.made?.audit &&
      (status === 'approved' || status === 'pending'),
  ).length
}

/** Cases about holds. */
export const holdCases = [
  {
    name: 'hold-completed-in-full',
    description: 'A preauthorisation completed with its whole amount',
    provoke: 'preauthorisation, then completion of the same amount',
    on: ['completion'],
    sees: (seen) => isApproved(seen) && share(seen) === 0,
  },
  {
    name: 'hold-completed-in-part',
    description: 'A preauthorisation completed with less than its amount',
    provoke: 'preauthorisation, then completion of a smaller amount',
    on: ['completion'],
    sees: (seen) => isApproved(seen) && (share(seen) ?? 0) < 0,
  },
  {
    name: 'hold-completed-twice',
    description: 'A second completion of the same preauthorisation',
    provoke: 'preauthorisation, completion, completion',
    on: ['completion'],
    sees: (seen) => isRefusedFor(seen.exchange, 'already_completed'),
  },
  {
    name: 'completion-too-large',
    description: 'A completion of more than was held',
    provoke: 'preauthorisation, then completion of a larger amount',
    on: ['completion'],
    sees: (seen) => isRefusedFor(seen.exchange, 'amount_exceeds_preauthorisation'),
  },
  {
    name: 'hold-expired',
    description: 'A completion of a preauthorisation that has expired',
    provoke: 'preauthorisation, clock advance 7d, completion',
    on: ['completion'],
    sees: ({ exchange: { facts } }) =>
      facts.made?.status === 'declined' && facts.made.response_code === '25',
  },
  {
    name: 'hold-voided',
    description: 'A preauthorisation voided',
    provoke: 'preauthorisation, then void',
    on: ['void'],
    sees: (seen) => isApproved(seen) && isOfHold(seen),
  },
] as const satisfies readonly CoverageCase[]

/** Cases about giving money back. */
export const voidAndRefundCases = [
  {
    name: 'void',
    description: 'A payment voided',
    provoke: 'purchase, then void',
    on: ['void'],
    sees: (seen) => isApproved(seen) && !isOfHold(seen),
  },
  {
    name: 'void-after-cut-off',
    description: 'A void refused because the settlement cut-off has passed',
    provoke: 'purchase, clock advance 1d, void',
    on: ['void'],
    sees: (seen) =>
      isRefusedFor(seen.exchange, 'not_voidable') &&
      targetOf(seen)?.status === 'approved' &&
      refundsOf(seen) === 0,
  },
  {
    name: 'refund-in-full',
    description: 'A payment refunded with its whole amount',
    provoke: 'purchase, then refund of the same amount',
    on: ['refund'],
    sees: (seen) => isDone(seen) && share(seen) === 0,
  },
  {
    name: 'refund-in-parts',
    description: 'Two or more refunds of one payment',
    provoke: 'purchase, then two smaller refunds',
    on: ['refund'],
    sees: (seen) => isDone(seen) && refundsOf(seen) > 1,
  },
  {
    name: 'refund-over-the-limit',
    description: 'A refund of more than was paid',
    provoke: 'purchase, then refund of a larger amount',
    on: ['refund'],
    sees: (seen) => isRefusedFor(seen.exchange, 'refund_exceeds_original'),
  },
  {
    name: 'refund-of-a-declined',
    description: 'A refund of a payment that was declined',
    provoke: 'amount 1000051, then refund',
    on: ['refund'],
    sees: (seen) =>
      isRefusedFor(seen.exchange, 'not_refundable') && targetOf(seen)?.status === 'declined',
  },
] as const satisfies readonly CoverageCase[]
