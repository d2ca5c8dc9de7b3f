import { numberText } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import { declineText } from '../../judge/payments/payment-text.ts'
import { testName } from '../../judge/report/test-name.ts'
import type { WholePaymentResponse } from '../contract/calls/report.ts'
import type { RequestResponse } from '../contract/calls/requests.ts'
import type { TransactionDetailResponse } from '../contract/calls/transactions.ts'
import { verdictText } from './meaning.ts'
import { addressText, answerText, wireFaultText } from './request-words.ts'

/** What a fact says; the terminal and the pages each draw it in their way. Empty is not shown. */
export type FactValue =
  | string
  | number
  | null
  | undefined
  | { readonly is: 'money'; readonly cents: number; readonly currency: string }
  /** `real`: the real time, where `at` is the sandbox's. */
  | { readonly is: 'instant'; readonly at: string; readonly real?: string }
  | { readonly is: 'span'; readonly ms: number }
  /** Something with its own page, or its own command. */
  | { readonly is: 'link'; readonly to: LinkTarget; readonly id: number | string }
  | { readonly is: 'rules'; readonly rules: readonly string[]; readonly more?: string }

type LinkTarget = 'transactions' | 'requests' | 'payments'

export type Fact = readonly [label: string, value: FactValue]

/** What a transaction shows beside its audit number, in this order. */
export function factsOfTransaction(one: TransactionDetailResponse): readonly Fact[] {
  const { currency, surcharge, token } = one
  return [
    ['operation', wordsOf(one.operation)],
    ['status', shownStatus(one)],
    ['response', `${one.response_code} ${one.response_message}`.trim()],
    ['gateway status', one.gateway_status_code],
    ['amount', money(one.amount, currency)],
    ['surcharge', surcharge && `${moneyText(surcharge.added, currency)} (${surcharge.percent}%)`],
    ['total', money(one.total, currency)],
    ['refunded', money(one.refunded, currency)],
    ['completed', money(one.completed, currency)],
    ['account', `${one.card_type ?? ''} ${one.account}`.trim()],
    ['token', token && `${token.id}, virtual PAN ${token.virtual_pan}`],
    ['reference', one.reference],
    ['merchant', one.merchant],
    ['correlation id', one.correlation_id],
    ['target', link('transactions', one.target_audit)],
    ['authorisation code', one.authorisation_code],
    ['preauthorisation code', one.preauthorisation_code],
    ['settlement date', one.settlement_date],
    ['can be voided until', instant(one.voidable_until)],
    ['expires', instant(one.expires_at)],
    ...Object.entries(one.request_kvps).map(([key, text]) => [`kvp ${key}`, text] as const),
    ['request', link('requests', one.request)],
    ['rule', { is: 'rules', rules: one.rules }],
    ['payment', link('payments', one.payment)],
  ]
}

type Ended = Pick<TransactionDetailResponse, 'status' | 'expired_at' | 'method' | 'moves'>

/** A debit that came back and a hold that expired are called so, whatever the bank first said. */
export function shownStatus({ status, expired_at, method, moves }: Ended): string {
  if (expired_at !== null) return 'expired'
  const isBack = moves.some(({ from, to }) => from !== null && to === 'declined')
  return method === 'direct_debit' && status === 'declined' && isBack ? 'returned' : status
}

/** What a request shows, in this order. */
export function factsOfRequest(entry: RequestResponse): readonly Fact[] {
  const { request, rules, fault, nearest: [near] = [], sandbox_failure: failure } = entry
  return [
    ['request', `${request.method} ${addressText(entry)}`],
    ['time', { is: 'instant', at: entry.at, real: entry.real_at }],
    ['sent by', entry.sender && `the ${entry.sender}, and not judged`],
    ['operation', wordsOf(entry.operation)],
    ['merchant', entry.merchant],
    ['correlation id', request.correlation_id ?? 'none'],
    ['origin', request.origin],
    ['ignored fields', namesOf(request.unknown_fields)],
    ['response', answerText(entry)],
    ['fault', fault && wireFaultText(fault)],
    ['outcome', entry.outcome],
    ['transaction', link('transactions', entry.audit)],
    ['rule', rules.length === 0 ? 'none: the gateway responded as usual' : { is: 'rules', rules }],
    ['nearest other rule', near && { is: 'rules', rules: [near.rule], more: `: ${near.reason}` }],
    ['took', { is: 'span', ms: entry.duration }],
    ['not judged', failure && `The sandbox itself failed: ${failure}`],
  ]
}

/** What a payment shows beside its steps, in this order. */
export function factsOfPayment(one: WholePaymentResponse): readonly Fact[] {
  const { currency, decline } = one
  return [
    ['id', one.id],
    ['reference', one.reference],
    ['amount', money(one.amount, currency)],
    ['result', resultText(one)],
    ['charged', money(one.charged, currency)],
    ['refunded', money(one.refunded, currency)],
    ['declined', decline && declineText(decline)],
    ['method', wordsOf(one.method)],
    ['merchant', one.merchant],
    ['test', testName(one.test)],
    ['began', instant(one.at)],
  ]
}

/** `double charge`; a debit that its bank sent back is declined, but was paid before. */
export function resultText({
  verdict,
  returned,
}: Pick<WholePaymentResponse, 'verdict' | 'returned'>): string {
  return returned ? 'returned' : verdictText(verdict)
}

/** `standalone refund` */
function wordsOf(name: string | null): string | undefined {
  return name?.replaceAll('_', ' ')
}

/** An amount; nothing if there is none. */
function money(cents: number | null, currency: string): FactValue {
  return cents ? { is: 'money', cents, currency } : null
}

function instant(at: string | null | undefined): FactValue {
  return at ? { is: 'instant', at } : null
}

function link(to: LinkTarget, id: number | string | null): FactValue {
  return id === null ? null : { is: 'link', to, id }
}

const MOST_NAMES = 20

function namesOf(names: readonly string[]): string {
  const left = names.length - MOST_NAMES
  const more = left > 0 ? ` and ${numberText(left)} more` : ''
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`
}
