import { declineText } from '../../judge/payments/payment-text.ts'
import type { PaymentVerdict } from '../../judge/payments/payment-verdict.ts'
import { testName } from '../../judge/report/test-name.ts'
import type { PaymentResponse, WholePaymentResponse } from '../contract/calls/report.ts'
import {
  type Held,
  heldInstant,
  heldMoney,
  type PlainMeaning,
  type ResourceField,
} from './field.ts'

/** What a payment shows: the columns of its lists and its facts, in this order. */
export const paymentFields: readonly ResourceField<PaymentResponse, WholePaymentResponse>[] = [
  { label: 'id', value: ({ id }) => id, column: { isKey: true } },
  { label: 'time', listed: ({ at }) => heldInstant(at, 'time'), column: { isSpare: true } },
  { label: 'reference', value: ({ reference }) => reference, column: { room: 'reference' } },
  {
    label: 'amount',
    value: ({ amount, currency }) => heldMoney(amount, currency),
    column: { align: 'right', isSpare: true },
  },
  { label: 'result', value: resultWords, column: {} },
  {
    label: 'charged',
    value: ({ charged, currency }) => heldMoney(charged || null, currency),
    column: { align: 'right' },
  },
  {
    label: 'refunded',
    value: ({ refunded, currency }) => heldMoney(refunded || null, currency),
    column: { align: 'right', drop: 1 },
  },
  {
    label: 'steps',
    listed: ({ steps, dropped_steps }) => ({ is: 'count', count: steps.length + dropped_steps }),
    column: { align: 'right', drop: 1 },
  },
  { label: 'declined', whole: ({ decline }) => decline && declineText(decline) },
  { label: 'method', whole: ({ method: name }) => ({ is: 'name', name }) },
  { label: 'merchant', whole: ({ merchant }) => merchant },
  { label: 'test', whole: ({ test }) => testName(test) },
  { label: 'began', whole: ({ at }) => heldInstant(at) },
]

/** What the result of a payment means, the worst first. */
export const verdictMeanings: Readonly<Record<PaymentVerdict, PlainMeaning>> = {
  'double-charge': 'bad',
  'double-refund': 'bad',
  'lost-sale': 'warn',
  unresolved: 'bad',
  failed: 'warn',
  pending: 'calm',
  held: 'calm',
  declined: 'calm',
  voided: 'calm',
  expired: 'calm',
  refunded: 'calm',
  paid: 'good',
}

/** `double charge`; a debit that its bank sent back is declined, but was paid before. */
function resultWords({ verdict, returned }: PaymentResponse): Held {
  const text = returned ? 'returned' : verdictText(verdict)
  return { is: 'words', text, meaning: returned ? 'calm' : verdictMeanings[verdict] }
}

/** `double charge` */
export function verdictText(verdict: string): string {
  return verdict.replaceAll('-', ' ')
}
