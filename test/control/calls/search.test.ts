import { expect, test } from 'vitest'
import type { FoundResponse } from '../../../src/control/contract/calls/search.ts'
import { ControlClient } from '../../support/control-client.ts'
import { cents, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'
import { VaultClient } from '../../support/vault-client.ts'

const referred = (reference: string) => ({ 'transaction.reference': reference })

async function found({ url }: TestSandbox, query: string) {
  const { body } = await new ControlClient(url).get<FoundResponse>(`/search?${query}`)
  return {
    payments: body.payments.map(({ reference }) => reference),
    requests: body.requests.map(({ world, id }) => `${world} ${id}`),
    transactions: body.transactions.map(({ world, audit }) => `${world} ${audit}`),
    customers: body.customers.map(({ name }) => name),
  }
}

const nothing = { payments: [], requests: [], transactions: [], customers: [] }

test('a text finds payments, requests, transactions and customers by what people call them', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(
    { ...referred('ORD-77'), ...cents(4995) },
    { 'x-correlation-id': 'call-a' },
  )
  await gateway.purchase({ ...referred('other'), ...cents(1234) }, { 'x-correlation-id': 'call-b' })
  await new VaultClient(sandbox.api).createCustomer({ name: 'Ord Nung', reference: 'CUST-9' })
  const one = {
    payments: ['ORD-77'],
    requests: ['default 1'],
    transactions: ['default 1000001'],
    customers: [],
  }
  for (const q of [
    'ord-77',
    'call-a',
    '1000001',
    '49.95',
    'AUD 49.95',
    '$49.95',
    'A$49.95',
    '4995',
  ]) {
    expect({ q, ...(await found(sandbox, `q=${encodeURIComponent(q)}`)) }).toEqual({ q, ...one })
  }
  const card = await found(sandbox, 'q=1111')
  expect(await found(sandbox, 'q=…1111')).toEqual(card)
  expect(card.transactions).toEqual(['default 1000002', 'default 1000001'])
  expect(card.requests.slice(-2)).toEqual(['default 2', 'default 1'])
  expect(card.payments).toContain('ORD-77')
  expect((await found(sandbox, 'q=ORD%20n')).customers).toEqual(['Ord Nung'])
  expect((await found(sandbox, 'q=cust-9')).customers).toEqual(['Ord Nung'])
  expect((await found(sandbox, 'q=1')).customers).toEqual(['Ord Nung'])
  expect(await found(sandbox, 'q=')).toEqual(nothing)
})

test('all worlds are searched, and what was before a reset', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const control = new ControlClient(sandbox.url)
  await control.post('/reset', { label: 'retries blindly' })
  // Both answers are lost: the payment shows a finding and keeps its requests.
  const lost = { ...referred('LOST-1'), ...cents(9_800_000) }
  for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
  await control.post('/reset')
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase(referred('LOST-2'))
  expect(await found(sandbox, 'q=lost-')).toEqual({
    payments: ['LOST-2', 'LOST-1'],
    requests: ['blue 1', 'default 2', 'default 1'],
    transactions: ['blue 1000001'],
    customers: [],
  })
  expect((await found(sandbox, 'q=lost-&world=blue')).payments).toEqual(['LOST-2'])
  expect((await found(sandbox, 'q=blindly')).payments).toEqual(['LOST-1'])
  expect((await found(sandbox, 'q=1111')).payments).toEqual(['LOST-2', 'LOST-1'])
})

test('results are paged, and a card number is neither needed whole nor repeated', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  for (let i = 0; i < 60; i++) await gateway.purchase(referred(`page-${i}`))
  const control = new ControlClient(sandbox.url)
  const first = (await control.get<FoundResponse>('/search?q=page-')).body
  expect([first.payments.length, first.next]).toEqual([50, 50])
  const second = (await control.get<FoundResponse>('/search?q=page-&after=50')).body
  expect([second.payments.length, second.next]).toEqual([10, null])
  const whole = await control.get<FoundResponse>('/search?q=4111111111111111')
  expect(whole.body.transactions).toHaveLength(50)
  expect(JSON.stringify(whole.body)).not.toContain('4111111111111111')
  const far = (after: number) => control.get<FoundResponse>(`/search?q=page-&after=${after}`)
  expect((await far(950)).body).toMatchObject({ payments: [], next: null })
  expect((await far(951)).status).toBe(422)
  const long = await control.get(`/search?q=${'x'.repeat(256)}`)
  expect(long.status).toBe(422)
})

test('a payment is found by each of its correlation ids, and its amount without cents', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const pay = (reference: string, amount: number, id: string) =>
    gateway.purchase({ ...referred(reference), ...cents(amount) }, { 'x-correlation-id': id })
  await pay('lost', 9_800_500, 'first')
  await pay('lost', 9_800_500, 'second')
  await pay('other', 5000, 'third')
  expect((await found(sandbox, 'q=first')).payments).toEqual(['lost'])
  expect((await found(sandbox, 'q=second')).payments).toEqual(['lost'])
  expect((await found(sandbox, 'q=50')).payments).toEqual(['other'])
  expect((await found(sandbox, 'q=5000')).payments).toEqual(['other'])
  expect((await found(sandbox, 'q=5')).payments).toEqual([])
})

test('requests of the same moment are found newest first', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.lookup(1, { 'x-correlation-id': 'same' })
  const { history } = sandbox.world
  const [first] = history.entries()
  if (first === undefined) throw new Error('it is not in the journal')
  for (let i = 0; i < 3; i++) history.ended({ ...first, id: history.nextId() })
  expect((await found(sandbox, 'q=same')).requests).toEqual([
    ...['default 4', 'default 3', 'default 2', 'default 1'],
  ])
})

test('a payment without a card is not found by the digits of one', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(referred('with a card'))
  await gateway.purchase({ ...referred('without'), 'transaction.payment_method': undefined })
  expect((await found(sandbox, 'q=with')).payments).toEqual(['without', 'with a card'])
  expect((await found(sandbox, 'q=1111')).payments).toEqual(['with a card'])
})
