import { unresolved } from '../findings/payment/unresolved.ts'
import type { Judge } from '../judge.ts'
import type { PaymentView } from '../payments/payment-view.ts'
import { foundIn } from '../report/make-report.ts'
import type { RunPart, RunScope } from './run-part.ts'

/** A payment without a known result, and what decides whether its client may still find it out. */
export interface UnresolvedPayment {
  readonly id: string
  readonly world: string
  /** Whether the dashboard itself sent it. */
  readonly isOwn: boolean
  /** Whether its test has ended. */
  readonly isEnded: boolean
  /** Whether its last request has no response yet. */
  readonly isUnderWay: boolean
  /** Whether it is one of the payments that are counted as undecided. */
  readonly isUndecided: boolean
  /** Real time of its last response in milliseconds; 0: none is kept. */
  readonly respondedAt: number
  /** How many of the counted findings say that it is unresolved. */
  readonly errors: number
}

/** All of them, however many there are. */
export function unresolvedPayments(judge: Judge, scope: RunScope): readonly UnresolvedPayment[] {
  const part = judge.part(scope)
  if (part.tally.totals.verdicts.unresolved === 0) return []
  const errors = errorsBy(part)
  return judge
    .payments(scope)
    .filter(({ verdict }) => verdict === 'unresolved')
    .map((view) => ({
      id: view.id,
      world: view.test.world,
      isOwn: view.own === true,
      isEnded: !judge.isOpen(view.test),
      isUnderWay: view.isUnderWay,
      isUndecided: view.own !== true && view.isUndecided,
      respondedAt: Math.max(
        0,
        ...view.exchanges.map((one) => Date.parse(one.real_at) + one.duration),
      ),
      errors: errors(view),
    }))
}

function errorsBy(part: RunPart): (view: PaymentView) => number {
  const counts = new Map<string | null, number>()
  for (const { code, payment } of part.findings) {
    if (code === unresolved.code) counts.set(payment, (counts.get(payment) ?? 0) + 1)
  }
  const accepted = new Set(part.accepted.map(({ payment }) => payment))
  // A finding that is not kept is counted nevertheless.
  const least = foundIn(part.tally) > part.findings.length ? 1 : 0
  return ({ id, own }) => counts.get(id) ?? (own || accepted.has(id) ? 0 : least)
}
