import type { Sample } from './sample.ts'

const card = { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } }
const account = {
  directdebit: { bsb: '032-000', account_number: '123456', account_name: 'J Citizen' },
}

function amount(cents: string) {
  return { total_amount: cents, currency: 'AUD' }
}

function payment(cents: string, method: object = card, reference = 'Order 1001') {
  return {
    merchant: { id: 1 },
    transaction: {
      reference,
      amount_details: amount(cents),
      payment_method: method,
    },
  }
}

function followUp(reference: string, cents?: string) {
  const transaction =
    cents === undefined ? { reference } : { reference, amount_details: amount(cents) }
  return { merchant: { id: 1 }, transaction }
}

/** Every operation of the gateway. Audits count from 1000001. */
export const gatewaySamples: readonly Sample[] = [
  {
    of: 'purchase, approved',
    method: 'POST',
    path: '/v1/transactions/purchase',
    body: { ...payment('1995'), kvps: { basket: '42' } },
  },
  {
    of: 'purchase, declined',
    note: 'Declined by the bank: the HTTP status is 200 all the same.',
    method: 'POST',
    path: '/v1/transactions/purchase',
    body: payment('1000051'),
  },
  {
    of: 'purchase, by direct debit',
    note: 'A direct debit is pending until the bank reports on it.',
    method: 'POST',
    path: '/v1/transactions/purchase',
    body: payment('2500', account, 'Order 1002'),
  },
  {
    of: 'preauthorisation',
    method: 'POST',
    path: '/v1/transactions/preauthorisation',
    body: payment('5000', card, 'Order 1003'),
  },
  {
    of: 'completion',
    method: 'POST',
    path: '/v1/transactions/1000004/completion',
    body: followUp('Order 1003', '4500'),
  },
  {
    of: 'refund',
    method: 'POST',
    path: '/v1/transactions/1000005/refund',
    body: followUp('Return 1', '500'),
  },
  {
    of: 'standalone_refund',
    method: 'POST',
    path: '/v1/transactions/refund',
    body: payment('500'),
  },
  {
    of: 'void',
    method: 'POST',
    path: '/v1/transactions/1000001/void',
    body: followUp('Cancelled'),
  },
  { of: 'lookup', method: 'GET', path: '/v1/transactions/1000001' },
  {
    of: 'search',
    method: 'GET',
    path: '/v1/transactions?merchant_id=1&correlation_id_lookup=call-2',
  },
  {
    of: 'search, with no result',
    note: 'Nothing was processed with this correlation id.',
    method: 'GET',
    path: '/v1/transactions?merchant_id=1&correlation_id_lookup=never-sent',
  },
  {
    of: 'an error response',
    note: 'The response lists every error of the request, sorted by location.',
    method: 'POST',
    path: '/v1/transactions/purchase',
    body: payment('0', { creditcard: { pan: '4111111111111112', expiry_date: '1230' } }),
  },
  { of: 'index', note: 'The response links to every part of the API.', method: 'GET', path: '/v1' },
]
