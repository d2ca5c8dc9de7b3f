import type { Transaction } from '../state.ts'
import type { Expected } from '../wire/expected.ts'
import { refusedWith } from '../wire/refusal.ts'
import type { Json } from '../wire/request.ts'
import { create, type Plan } from './creating.ts'
import type { Decision } from './default-rules.ts'
import { ruledDecision } from './one-shot.ts'
import { canVoid, isCompleted, isHoldOver, isRefundable, refunded } from './standing.ts'
import { commonPlan } from './submitted.ts'
import { surcharged } from './surcharge.ts'
import type { Seen } from './views.ts'

export type Acting = 'completion' | 'refund' | 'void'

/** A completion, a refund or a void of a transaction that exists, and whose form is good. */
export function act(
  seen: Seen,
  kind: Acting,
  target: Transaction,
  body: Json,
  id: string,
): Transaction | Expected {
  const common = commonPlan(body, id)
  const money = kind === 'void' ? { currency: target.currency, amount: target.total } : common
  const added = kind === 'completion' ? surcharged(seen.house, common, target.method) : undefined
  const plan: Plan = {
    ...common,
    currency: money.currency,
    amount: money.amount,
    total: added?.total ?? money.amount,
    kind,
    method: target.method,
    target: target.audit,
    kvps: { ...common.kvps, ...added?.kvps },
  }
  if (added && added.refusals.length > 0) return refusedWith(422, ...added.refusals)
  const forbidden = forbiddenBy(seen, plan, target)
  if (forbidden.length > 0) return rejected(seen, plan, forbidden)
  const made = create(seen.state, plan, decision(seen, kind, plan, target))
  if (kind === 'void' && made.status === 'approved') voided(seen, target)
  return made
}

function decision({ state }: Seen, kind: Acting, plan: Plan, target: Transaction): Decision {
  if (kind === 'completion' && isHoldOver(state, target)) return { code: '25' }
  const { method } = target
  const pan = method.kind === 'card' ? method.pan : undefined
  const asked = { operation: kind, amount: plan.submitted, method, pan, cvv: undefined }
  return ruledDecision(state, asked)
}

function rejected(seen: Seen, plan: Plan, codes: readonly string[]): Transaction | Expected {
  if (seen.house.refusals === 'refuse') return refusedWith(422, ...codes)
  const made = create(seen.state, plan, {})
  made.status = 'declined'
  made.code = '12'
  made.moves = []
  return made
}

/** Every reason for which the rules forbid it; which one is told is open. */
function forbiddenBy(seen: Seen, plan: Plan, target: Transaction): string[] {
  if (plan.kind === 'void') return canVoid(seen.state, target) ? [] : ['not_voidable']
  const mismatch = plan.currency === target.currency ? [] : ['currency_mismatch']
  if (plan.kind === 'refund') {
    const rest = target.total - refunded(seen.state, target)
    if (!isRefundable(target)) return ['not_refundable']
    return [...mismatch, ...(plan.total > rest ? ['refund_exceeds_original'] : [])]
  }
  if (target.kind !== 'preauthorisation' || target.status !== 'approved') return ['not_completable']
  if (isCompleted(seen.state, target)) return ['already_completed']
  return [...mismatch, ...(plan.amount > target.amount ? ['amount_exceeds_preauthorisation'] : [])]
}

function voided({ state }: Seen, target: Transaction): void {
  target.status = 'voided'
  target.moves = []
  const hold = state.transactions.get(target.target ?? 0)
  // A hold that is given back after its time is not announced as expired once more.
  if (hold !== undefined && isHoldOver(state, hold)) hold.isExpiryDone = true
}
