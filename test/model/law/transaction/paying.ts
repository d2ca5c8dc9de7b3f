import { cardType, expiryMonth, isExpired, maskedAccount, maskedPan } from '../card/card.ts'
import { maskedText } from '../card/text.ts'
import { isVirtual } from '../form/payment-method.ts'
import type { Kind, Method, State, Token, Transaction } from '../state.ts'
import { wallAt } from '../time/sydney.ts'
import type { Expected } from '../wire/expected.ts'
import { refusedWith } from '../wire/refusal.ts'
import { type Json, memberOf } from '../wire/request.ts'
import { create, type Plan } from './creating.ts'
import type { Decision, Operation } from './default-rules.ts'
import { ruledDecision } from './one-shot.ts'
import { commonPlan } from './submitted.ts'
import { surcharged } from './surcharge.ts'
import type { Seen } from './views.ts'

/** How a payment is made: with what, and what only this request knows of it. */
interface Means {
  readonly method: Method
  readonly pan: string | undefined
  readonly month: string | undefined
  readonly cvv: string | undefined
}

export type Paying = 'purchase' | 'preauthorisation' | 'standalone_refund'

/** A purchase, a preauthorisation or a standalone refund whose form is good. */
export function pay(seen: Seen, operation: Paying, body: Json, id: string): Transaction | Expected {
  const means = meansOf(seen, operation, body)
  if ('status' in means) return means
  const { method } = means
  const kind: Kind = operation === 'standalone_refund' ? 'refund' : operation
  const common = commonPlan(body, id)
  const added = kind === 'refund' ? undefined : surcharged(seen.house, common, method)
  if (added && added.refusals.length > 0) return refusedWith(422, ...added.refusals)
  const plan: Plan = {
    ...common,
    kind,
    method,
    target: undefined,
    total: added?.total ?? common.amount,
    kvps: { ...common.kvps, ...added?.kvps },
  }
  return create(seen.state, plan, decisionOf(seen, operation, plan, means))
}

function decisionOf(seen: Seen, operation: Operation, plan: Plan, means: Means): Decision {
  const { month, pan, cvv, method } = means
  const today = wallAt(seen.state.now).date
  const isOver = month !== undefined && isExpired(month, today)
  const isForgiven = operation === 'standalone_refund' && seen.house.expiredRefunds === 'approve'
  const ruled = ruledDecision(seen.state, { operation, amount: plan.submitted, method, pan, cvv })
  // A rule says what the bank answers; without one, the bank looks at the date.
  const isSaid = ruled.code !== undefined || ruled.gateway !== undefined || ruled.isUnknown
  return isSaid || !isOver || isForgiven ? ruled : { code: '54' }
}

/** Whether what it is to be paid with is there, and its CVV fits. */
export function isPayable({ state }: Seen, body: Json): boolean {
  const card = memberOf(body, 'transaction', 'payment_method', 'creditcard')
  const pan = memberOf(card, 'pan')
  if (!isVirtual(pan)) return true
  const token = tokenOf(state, pan, body)
  const cvv = memberOf(card, 'cvv')
  return token?.isActive === true && (typeof cvv !== 'string' || hasFittingCvv(token, cvv))
}

function hasFittingCvv({ account }: Token, cvv: string): boolean {
  return account.kind === 'bank' || (cardType(account.pan) === 'amex') === (cvv.length === 4)
}

function tokenOf({ tokens }: State, pan: string, body: Json): Token | undefined {
  const merchant = memberOf(body, 'merchant', 'id')
  return tokens.find((one) => one.virtualPan === pan && one.merchant === merchant)
}

function meansOf(seen: Seen, operation: Paying, body: Json): Means | Expected {
  const method = memberOf(body, 'transaction', 'payment_method')
  const debit = memberOf(method, 'directdebit')
  if (debit !== undefined) return debitMeans(seen, debit)
  const card = memberOf(method, 'creditcard')
  const pan = String(memberOf(card, 'pan'))
  const sentExpiry = memberOf(card, 'expiry_date')
  const month = typeof sentExpiry === 'string' ? expiryMonth(sentExpiry) : undefined
  const cvvSent = memberOf(card, 'cvv')
  const cvv = typeof cvvSent === 'string' ? cvvSent : undefined
  if (isVirtual(pan)) return tokenMeans(seen, operation, body, { pan, month, cvv })
  const masked = maskedPan(pan, seen.house.mask)
  const type = cardType(pan)
  return { method: { kind: 'card', pan: masked, type, virtualPan: undefined }, pan, month, cvv }
}

function debitMeans({ house }: Seen, debit: unknown): Means {
  const text = (name: string) => String(memberOf(debit, name))
  const bsb = text('bsb')
  return {
    method: {
      kind: 'debit',
      bsb: `${bsb.slice(0, 3)}-${bsb.slice(-3)}`,
      account: maskedAccount(text('account_number'), house.mask),
      name: maskedText(text('account_name')),
      virtualPan: undefined,
    },
    pan: undefined,
    month: undefined,
    cvv: undefined,
  }
}

interface Sent {
  readonly pan: string
  readonly month: string | undefined
  readonly cvv: string | undefined
}

function tokenMeans(seen: Seen, operation: Paying, body: Json, sent: Sent): Means | Expected {
  const token = tokenOf(seen.state, sent.pan, body)
  if (token === undefined) return refusedWith(422, 'token_not_found')
  if (!token.isActive) return refusedWith(422, 'token_inactive')
  return stored(token, operation, body, sent)
}

function stored(
  token: Token,
  operation: Paying,
  body: Json,
  { month, cvv }: Sent,
): Means | Expected {
  const { virtualPan, account } = token
  if (account.kind === 'card') {
    if (cvv !== undefined && !hasFittingCvv(token, cvv)) {
      return refusedWith(422, 'invalid_format')
    }
    const method = {
      kind: 'card',
      pan: account.pan,
      type: cardType(account.pan),
      virtualPan,
    } as const
    return { method, pan: account.pan, month: month ?? account.month, cvv }
  }
  const wrong = [
    ...(operation === 'preauthorisation' ? ['method_not_supported'] : []),
    ...(memberOf(body, 'transaction', 'amount_details', 'currency') === 'AUD'
      ? []
      : ['currency_not_supported']),
  ]
  if (wrong.length > 0) return refusedWith(422, ...wrong)
  const { bsb, account: number, name } = account
  const method = { kind: 'debit', bsb, account: number, name, virtualPan } as const
  return { method, pan: undefined, month: undefined, cvv: undefined }
}
