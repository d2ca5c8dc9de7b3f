import { expect, test } from 'vitest'
import type {
  CustomerDetailResponse,
  CustomersResponse,
} from '../../../src/control/contract/calls/customers.ts'
import type {
  TransactionDetailResponse,
  TransactionsResponse,
} from '../../../src/control/contract/calls/transactions.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'
import { VaultClient } from '../../support/vault-client.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  return { control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

test('transactions are listed newest first, all or of one status, page by page', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  await gateway.purchase()
  await gateway.purchase(byDirectDebit())
  await gateway.purchase(cents(1_000_051))
  await gateway.purchase(byDirectDebit())
  const listed = async (query: string) => {
    const { body } = await control.get<TransactionsResponse>(`/transactions${query}`)
    return body.transactions.map(({ audit }) => audit - 1_000_000)
  }
  expect(await listed('')).toEqual([4, 3, 2, 1])
  expect(await listed('?status=pending')).toEqual([4, 2])
  expect(await listed('?status=declined')).toEqual([3])
  expect(await listed('?status=voided')).toEqual([])
  expect(await listed('?limit=2&after=1000004')).toEqual([3, 2])
  expect(await listed('?status=pending&after=1000004')).toEqual([2])
  expect(await listed('?after=1000001')).toEqual([])
  const next = async (query: string) => {
    const { body } = await control.get<TransactionsResponse>(`/transactions${query}`)
    return body.next
  }
  expect(await next('?limit=4')).toBe(null)
  expect(await next('?limit=2&after=1000004')).toBe(1_000_002)
  expect(await next('?limit=2&after=1000003')).toBe(null)
  expect(await next('?limit=1&status=pending')).toBe(1_000_004)
  expect(await next('?limit=1&after=1000004&status=pending')).toBe(null)
})

test('a transaction is shown with its moves, what acts on it and what is to come', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  await gateway.purchase(byDirectDebit(), { 'x-correlation-id': 'order-7' })
  await control.post('/clock/advance', { by: '3d' })
  await gateway.refund(1000001, cents(400))
  const { body } = await control.get<TransactionDetailResponse>('/transactions/1000001')
  expect(body).toEqual({
    audit: 1000001,
    merchant: 1,
    operation: 'purchase',
    status: 'approved',
    gateway_status_code: 0,
    response_code: '00',
    response_message: 'Approved',
    reference: 'order 1',
    amount: 1000,
    total: 1000,
    currency: 'AUD',
    method: 'direct_debit',
    account: '062-000 xxxxx678',
    card_type: null,
    token: null,
    correlation_id: 'order-7',
    target_audit: null,
    created_at: '2026-03-10T01:00:00.000Z',
    settlement_date: '2026-03-10',
    refunded: 400,
    completed: 0,
    expired_at: null,
    moves: [
      { at: '2026-03-10T01:00:00.000Z', from: null, to: 'pending', cause: 'created' },
      { at: '2026-03-12T22:00:00.000Z', from: 'pending', to: 'approved', cause: 'due' },
    ],
    payment: 'default-1-1',
    customer: null,
    trace_number: expect.stringMatching(/^\d{6}$/),
    authorisation_code: null,
    preauthorisation_code: null,
    surcharge: null,
    request_kvps: {},
    request: 1,
    rules: [],
    cutoff_at: '2026-03-10T05:00:00.000Z',
    voidable_until: null,
    expires_at: null,
    due: [],
    acting: [
      {
        audit: 1000002,
        operation: 'refund',
        status: 'pending',
        amount: 400,
        created_at: '2026-03-13T01:00:00.000Z',
      },
    ],
  })
  const refund = await control.get<TransactionDetailResponse>('/transactions/1000002')
  expect(refund.body).toMatchObject({
    target_audit: 1000001,
    due: [{ at: '2026-03-15T22:00:00.000Z', event: 'cleared', to: 'approved' }],
  })
})

test('customers are listed with how many tokens they have, and shown with them', async () => {
  await using sandbox = await begin()
  const { control } = sandbox
  await control.post('/seed', { customers: 3, tokens: 5, transactions: 0 })
  const { body } = await control.get<CustomersResponse>('/customers?limit=1&after=1')
  expect([body.customers.map(({ id }) => id), body.next]).toEqual([[2], 2])
  const last = (await control.get<CustomersResponse>('/customers?limit=1&after=2')).body
  expect([last.customers.map(({ id }) => id), last.next]).toEqual([[3], null])
  expect((await control.get<CustomersResponse>('/customers?after=3')).body.customers).toEqual([])
  const all = (await control.get<CustomersResponse>('/customers')).body.customers
  expect(all.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(5)
  const rich = all.find(({ tokens }) => tokens > 0)
  const one = await control.get<CustomerDetailResponse>(`/customers/${rich?.id}`)
  expect({ ...one.body, tokens: one.body.tokens.length }).toEqual(rich)
  expect(one.body.tokens[0]).toMatchObject({
    active: expect.any(Boolean),
    virtual_pan: expect.stringMatching(/^9\d{15}$/),
    account: expect.stringContaining('xx'),
  })
})

test('customers are searched by their name and reference, and by nothing else', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer({ name: 'Ann Example', reference: 'c-17' })
  await vault.createCustomer({ name: 'Bob', reference: 'name' })
  const found = async (q: string) => {
    const path = `/customers?search=${encodeURIComponent(q)}`
    return (await control.get<CustomersResponse>(path)).body.customers.map(({ id }) => id)
  }
  expect(await found('ANN e')).toEqual([1])
  expect(await found('C-1')).toEqual([1])
  expect(await found('name')).toEqual([2])
  expect(await found('x-9')).toEqual([])
})

test('transactions are filtered by what people know of them, and paged by the last audit number', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const control = new ControlClient(sandbox.url)
  await gateway.purchase(
    { 'transaction.reference': 'a', ...cents(100) },
    { 'x-correlation-id': 'c' },
  )
  await gateway.purchase({ 'transaction.reference': 'b', ...cents(200) })
  await control.post('/clock/advance', { by: '1h' })
  await gateway.preauthorise({ 'transaction.reference': 'a' })
  const audits = async (query: string) => {
    const { body } = await control.get<TransactionsResponse>(`/transactions?${query}`)
    return body.transactions.map(({ audit }) => audit)
  }
  expect(await audits('reference=a')).toEqual([1000003, 1000001])
  expect(await audits('reference=a&operation=purchase')).toEqual([1000001])
  expect(await audits('amount=200')).toEqual([1000002])
  expect(await audits('correlation_id=c')).toEqual([1000001])
  expect(await audits('card=1111&until=2026-03-10T01:00:00Z')).toEqual([1000002, 1000001])
  expect(await audits('card=4242')).toEqual([])
  expect(await audits('since=2026-03-10T02:00:00Z')).toEqual([1000003])
  const { body } = await control.get<TransactionsResponse>('/transactions?limit=2')
  expect(body.next).toBe(1000002)
  expect(await audits(`after=${body.next}`)).toEqual([1000001])
  expect((await control.get('/transactions?card=1')).status).toBe(422)
})
