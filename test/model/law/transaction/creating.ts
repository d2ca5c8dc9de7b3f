import type { Kind, Method, Move, State, Status, Transaction } from '../state.ts'
import { countedDay, cutOff, nineAfter } from '../time/banking-days.ts'
import { statusOfCode } from './bank-codes.ts'
import { type Decision, isDrift } from './default-rules.ts'

const HOUR = 3_600_000
const CARD_CUT_OFF = 18 * 60
const DEBIT_CUT_OFF = 16 * 60

/** All that is known of a transaction before it is made. */
export interface Plan {
  readonly kind: Kind
  readonly merchant: number
  readonly correlation: string
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly total: bigint
  readonly method: Method
  readonly target: number | undefined
  readonly kvps: Readonly<Record<string, string>>
  readonly submitted: string | undefined
}

interface Outcome {
  readonly status: Status
  readonly gateway: number
  readonly code: string | undefined
  readonly moves: Move[]
}

/** Makes the transaction, remembers its correlation id, and gives it. */
export function create(state: State, plan: Plan, decision: Decision): Transaction {
  const { now } = state
  const isCard = plan.method.kind === 'card'
  const limit = isCard ? CARD_CUT_OFF : DEBIT_CUT_OFF
  const day = countedDay(now, limit)
  const made: Transaction = {
    ...plan,
    ...outcome(plan, decision, now, day),
    audit: state.nextAudit,
    at: now,
    day,
    voidLimit: cutOff(day, limit),
    expiresAt: decision.expiresAtOnce ? now : now + 7 * 24 * HOUR,
    isDrifting: isDrift(plan.submitted),
    isExpiryDone: decision.expiresAtOnce ?? false,
    told: {},
  }
  state.nextAudit += 1
  state.transactions.set(made.audit, made)
  return made
}

function outcome(plan: Plan, decision: Decision, now: number, day: string): Outcome {
  const { gateway = 0, code } = decision
  if (gateway !== 0) return { status: 'error', gateway, code: '', moves: [] }
  if (decision.isUnknown) {
    const event = plan.method.kind === 'card' ? 'resolved' : 'cleared'
    const move = { at: now + 30_000, status: 'approved', code: approvalOf(plan), event } as const
    return { status: 'unknown', gateway: -99, code: '', moves: [move] }
  }
  if (plan.kind === 'void' || plan.method.kind === 'card') {
    const answer = code ?? (plan.kind === 'void' ? approvalOf(plan) : '00')
    const status = answer === undefined ? 'approved' : statusOfCode(answer)
    return { status, gateway: 0, code: answer, moves: [] }
  }
  if (code !== undefined) return { status: 'declined', gateway: 0, code, moves: [] }
  return { status: 'pending', gateway: 0, code: undefined, moves: reports(plan, decision, day) }
}

/** What a bank says of an account that was debited is nowhere written. */
function approvalOf({ method }: Plan): string | undefined {
  return method.kind === 'card' ? '00' : undefined
}

/** What the bank will report of a debit or a credit. */
function reports(plan: Plan, decision: Decision, day: string): Move[] {
  const { isReturned, isReturnedLate, isPendingForEver } = decision
  if (isPendingForEver) return []
  const returned = (at: number, code: string) =>
    ({ at, status: 'declined', code, event: 'returned' }) as const
  if (isReturned !== undefined) return [returned(nineAfter(day, 2), isReturned)]
  const at = nineAfter(day, plan.kind === 'refund' ? 1 : 3)
  const cleared = { at, status: 'approved', code: undefined, event: 'cleared' } as const
  return isReturnedLate ? [cleared, returned(nineAfter(day, 5), '6')] : [cleared]
}
