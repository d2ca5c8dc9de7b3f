import { MAX_ID } from '../../domain/identifier.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import {
  transactionKinds,
  transactionStatuses,
} from '../../domain/transaction/kinds-and-statuses.ts'
import { paymentVerdicts } from '../../judge/payments/payment-verdict.ts'
import { operations } from '../../scenario/operations.ts'
import { filters } from './filter.ts'

/** What requests and transactions have in common. */
const ofPayments = filters({
  reference: {
    kind: { is: 'text' },
    label: 'Reference',
    help: 'with this reference',
    size: 9,
  },
  correlation_id: {
    kind: { is: 'text' },
    label: 'Correlation id',
    help: 'with this correlation id',
    value: 'id',
    size: 9,
  },
  amount: {
    kind: { is: 'number', min: 1, max: MAX_AMOUNT, unit: ' of cents' },
    label: 'Amount in cents',
    help: 'of this amount',
    value: 'cents',
    size: 6,
    example: '4995',
  },
  card: {
    kind: { is: 'last four digits' },
    label: 'Card ends in',
    help: 'with a card or account that ends in these 4 digits',
    value: 'digits',
    size: 4,
    example: '1111',
  },
})

const until = filters({
  until: {
    kind: { is: 'instant' },
    label: 'To',
    help: 'up to this instant, or before this date',
    value: 'time',
    size: 7,
    example: '12:05',
  },
})

const merchant = filters({
  merchant: {
    kind: { is: 'number', min: 1, max: MAX_ID },
    label: 'Merchant',
    help: 'for this merchant',
    value: 'id',
    isLinked: true,
  },
})

/** Where a list begins. */
const since = {
  label: 'From',
  help: 'from this instant or date on',
  value: 'time',
  size: 7,
  example: '12:01:03',
} as const

export const transactionFilters = filters({
  status: {
    kind: { is: 'word', words: transactionStatuses },
    label: 'Status',
    help: 'with this status',
  },
  operation: {
    kind: { is: 'word', words: transactionKinds },
    label: 'Operation',
    help: 'of this operation',
    value: 'name',
  },
  ...ofPayments,
  since: { kind: { is: 'instant' }, ...since },
  ...until,
  customer: {
    kind: { is: 'number', min: 1, max: MAX_ID },
    label: 'Customer',
    help: 'paid with a token of this customer',
    value: 'id',
    isLinked: true,
  },
  ...merchant,
})

export const requestFilters = filters({
  operation: {
    kind: { is: 'word', words: operations },
    label: 'Operation',
    help: 'of this operation',
    value: 'name',
  },
  lost: {
    kind: { is: 'yes or no' },
    label: 'Response lost',
    help: 'whose response was lost: none, cut off, unreadable, 5xx or 408',
  },
  status: {
    kind: { is: 'number', min: 100, max: 599 },
    label: 'Status',
    help: 'with this HTTP status in the response',
    value: 'n',
    size: 4,
    example: '200',
  },
  ...ofPayments,
  reference: {
    ...ofPayments.reference,
    help: 'with this reference, or about a transaction with it',
  },
  correlation_id: {
    ...ofPayments.correlation_id,
    help: 'with this correlation id, or searching for it',
  },
  since: { kind: { is: 'instant or id' }, ...since },
  ...until,
  rule: {
    kind: { is: 'text' },
    label: 'Rule',
    help: 'that a rule applied to: <scenario>/<rule>, or its name',
    value: 'rule',
    size: 9,
  },
  audit: {
    kind: { is: 'number', min: 1, max: MAX_ID },
    label: 'Transaction',
    help: 'about the transaction with this audit number',
    value: 'n',
    isLinked: true,
  },
  ...merchant,
})

export const paymentFilters = filters({
  verdict: {
    kind: { is: 'word', words: paymentVerdicts },
    label: 'Result',
    help: 'with this result',
    value: 'result',
  },
  reference: ofPayments.reference,
  correlation_id: {
    ...ofPayments.correlation_id,
    help: 'with a request that has this correlation id, or searches for it',
  },
  amount: ofPayments.amount,
  audit: {
    kind: { is: 'number', min: 1, max: MAX_ID },
    label: 'Transaction',
    help: 'with the transaction of this audit number',
    value: 'n',
  },
  test: {
    kind: { is: 'text' },
    label: 'Test',
    help: 'of the test with this id in the report, or `current`',
    value: 'id',
    isLinked: true,
  },
  charged: {
    kind: { is: 'yes or no' },
    label: 'Charged',
    help: 'that charged money',
    isLinked: true,
  },
  returned: {
    kind: { is: 'yes or no' },
    label: 'Returned',
    help: 'that the bank returned',
    isLinked: true,
  },
})

export const customerFilters = filters({
  search: {
    kind: { is: 'text' },
    label: 'Name or reference',
    help: 'with this text in the name or the reference',
    value: 'text',
  },
})
