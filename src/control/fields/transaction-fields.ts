import type {
  TransactionDetailResponse,
  TransactionResponse,
} from '../contract/calls/transactions.ts'
import { heldInstant, heldMoment, heldMoney, type ResourceField } from './field.ts'
import type { HistoryLine } from './move-words.ts'

/** What a transaction shows: the columns of its lists and its facts, in this order. */
export const transactionFields: readonly ResourceField<
  TransactionResponse,
  TransactionDetailResponse
>[] = [
  { label: 'audit', value: ({ audit }) => audit, column: { isKey: true }, factIn: 'terminal' },
  {
    label: 'operation',
    value: ({ operation: name }) => ({ is: 'name', name }),
    column: {},
  },
  {
    label: 'status',
    // `declined 51`; a voided one has the code of its approval.
    listed: ({ status, response_code: more }) =>
      status === 'approved' || status === 'voided'
        ? { is: 'status', status }
        : { is: 'status', status, more },
    whole: ({ status }) => ({ is: 'status', status }),
    column: {},
  },
  {
    label: 'response',
    value: ({ response_code, response_message }) => `${response_code} ${response_message}`.trim(),
  },
  { label: 'gateway status', value: ({ gateway_status_code }) => gateway_status_code },
  { label: 'amount', value: ({ amount, currency }) => heldMoney(amount, currency) },
  {
    label: 'surcharge',
    whole: ({ surcharge, currency }) =>
      surcharge && {
        is: 'money',
        cents: surcharge.added,
        currency,
        more: `${surcharge.percent}%`,
      },
  },
  {
    label: 'total',
    value: ({ total, currency }) => heldMoney(total, currency),
    column: { align: 'right', isHeadedByCurrency: true },
  },
  { label: 'refunded', value: ({ refunded, currency }) => heldMoney(refunded || null, currency) },
  {
    label: 'completed',
    value: ({ completed, currency }) => heldMoney(completed || null, currency),
  },
  {
    label: 'account',
    value: ({ account, card_type, method }) => ({ is: 'payer', account, card_type, method }),
    column: { room: 'text', drop: 1, isSpare: true },
  },
  {
    label: 'token',
    value: ({ token }) => token && `${token.id}, virtual PAN ${token.virtual_pan}`,
  },
  {
    label: 'reference',
    value: ({ reference }) => reference,
    column: { room: 'reference', phone: 'own-line' },
  },
  {
    label: 'created',
    listed: ({ created_at }) => heldInstant(created_at, 'time'),
    column: { drop: 2, isSpare: true },
  },
  { label: 'merchant', value: ({ merchant }) => merchant },
  { label: 'correlation id', value: ({ correlation_id: text }) => ({ is: 'code', text }) },
  {
    label: 'target',
    value: ({ target_audit: id }) => (id === null ? null : { is: 'link', to: 'transactions', id }),
  },
  {
    label: 'authorisation code',
    whole: ({ authorisation_code: text }) => ({ is: 'code', text }),
  },
  {
    label: 'preauthorisation code',
    whole: ({ preauthorisation_code: text }) => ({ is: 'code', text }),
  },
  {
    label: 'settlement date',
    value: ({ settlement_date: date }) => ({ is: 'date', date }),
  },
  { label: 'can be voided until', whole: ({ voidable_until }) => heldInstant(voidable_until) },
  { label: 'expires', whole: ({ expires_at }) => heldInstant(expires_at) },
  { label: 'kvp', whole: ({ request_kvps: members }) => ({ is: 'members', members }) },
  {
    label: 'request',
    whole: ({ request: id }) => (id === null ? null : { is: 'link', to: 'requests', id }),
  },
  { label: 'rule', whole: ({ rules }) => ({ is: 'rules', rules }) },
  {
    label: 'payment',
    value: ({ payment: id }) => (id === null ? null : { is: 'link', to: 'payments', id }),
    column: { drop: 2, only: 'pages' },
  },
]

type Acting = TransactionDetailResponse['acting'][number] & { readonly currency: string }

/** What acts on a transaction, in its currency. */
export function actingOn({ acting, currency }: TransactionDetailResponse): readonly Acting[] {
  return acting.map((one) => ({ ...one, currency }))
}

/** What a completion, refund or void shows in the list of its target. */
export const actingFields: readonly ResourceField<Acting>[] = [
  {
    label: 'acting on it',
    listed: ({ operation: name }) => ({ is: 'name', name }),
    column: {},
  },
  { label: 'audit', listed: ({ audit }) => audit, column: { isKey: true } },
  { label: 'status', listed: ({ status }) => ({ is: 'status', status }), column: {} },
  {
    label: 'amount',
    listed: ({ amount, currency }) => heldMoney(amount, currency),
    column: { align: 'right' },
  },
  { label: 'at', listed: ({ created_at }) => heldInstant(created_at), column: {} },
]

/** What a line of a transaction's history shows. */
export const historyFields: readonly ResourceField<HistoryLine>[] = [
  { label: 'at', listed: ({ at }) => heldMoment(at), column: {} },
  {
    label: 'status',
    listed: ({ move }) =>
      move && {
        is: 'words',
        text: [move.from, move.to].filter(Boolean).join(' -> '),
        short: move.to,
      },
    column: {},
  },
  { label: 'why', listed: ({ why }) => why, column: { room: 'text' } },
]
