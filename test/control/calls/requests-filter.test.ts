import { expect, test } from 'vitest'
import type { PaymentsResponse } from '../../../src/control/contract/calls/report.ts'
import type { RequestsResponse } from '../../../src/control/contract/calls/requests.ts'
import { ControlClient } from '../../support/control-client.ts'
import { cents, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

test.each([
  ['reference=blue', [1, 3, 4]],
  ['reference=pink', [4]],
  ['audit=1000001', [1, 3, 4]],
  ['merchant=1', [1, 3, 4, 6]],
  ['merchant=2', [2]],
  ['rule=rules/fail', [2]],
  ['rule=ail', []],
  ['reference=blue&operation=lookup', [3]],
  ['card=1111', [1, 2, 3, 4]],
  ['card=2222', []],
])('?%s lists %j', async (query, ids) => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({ 'transaction.reference': 'blue' })
  await control.post('/rules', { name: 'fail', outcome: { response_code: '51' } })
  await gateway.purchase({ 'transaction.reference': 'red', 'merchant.id': 2 })
  await gateway.lookup(1_000_001)
  await gateway.refund(1_000_001, { 'transaction.reference': 'pink' })
  // The root of the API is no merchant's; a list of the vault is that of its user's merchant.
  await gateway.get('/')
  await gateway.get('/customers')
  const { body } = await control.get<RequestsResponse>(`/requests?${query}`)
  expect(body.requests.map(({ id }) => id)).toEqual(ids)
})

test.each(['rule=two/lost', 'rule=two/declined', 'rule=lost', 'rule=declined'])(
  '?%s finds a request that several rules shaped',
  async (query) => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const rules = [
      { name: 'declined', outcome: { response_code: '51' } },
      { name: 'lost', outcome: { fault: { at: 'after', http: 502 } } },
    ]
    await control.post('/scenarios', { name: 'two', rules })
    await new GatewayClient(sandbox.api).purchase()
    const { body } = await control.get<RequestsResponse>(`/requests?${query}`)
    expect(body.requests.map((request) => request.rules)).toEqual([['two/declined', 'two/lost']])
    const waited = await control.post<RequestsResponse>('/requests/wait', {
      filter: Object.fromEntries(new URLSearchParams(query)),
      timeout: '1s',
    })
    expect(waited).toMatchObject({ status: 200, body: { requests: [{ id: 1 }] } })
  },
)

test('a reference with a card number in it is found by what was sent', async () => {
  await using sandbox = await startTestSandbox()
  const reference = 'order 4111111111111111'
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': reference })
  const path = `/requests?reference=${encodeURIComponent(reference)}`
  const { body } = await new ControlClient(sandbox.url).get<RequestsResponse>(path)
  expect(body.requests.map(({ id }) => id)).toEqual([1])
})

test.each([
  '/requests?reference=',
  '/requests?correlation_id=',
  '/requests?rule=',
  '/payments?reference=',
  '/transactions?reference=',
])('%s takes a text of at most 255 characters', async (path) => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  expect((await control.get(path + '4.'.repeat(127))).status).toBe(200)
  const { status, body } = await control.get<object>(path + '4.'.repeat(128))
  expect([status, JSON.stringify(body)]).toEqual([
    422,
    expect.stringContaining('Must have at most 255 characters'),
  ])
})

test('waiting for a long reference is refused', async () => {
  await using sandbox = await startTestSandbox()
  const filter = { reference: '4.'.repeat(30_000) }
  const { status } = await new ControlClient(sandbox.url).post('/requests/wait', { filter })
  expect(status).toBe(422)
})

test.each([
  ['reference=blue', ['blue']],
  ['audit=1000002', ['red']],
  ['amount=100', ['blue']],
  ['correlation_id=red-id', ['red']],
  ['correlation_id=blue-id', ['blue']],
  ['charged=true', ['blue']],
  ['charged=false', ['red']],
  ['test=default-1&charged=true', ['blue']],
])('the payments of ?%s are %j', async (query, references) => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const blue = { 'x-correlation-id': 'blue-id' }
  await gateway.purchase({ 'transaction.reference': 'blue', ...cents(100) }, blue)
  const red = { 'x-correlation-id': 'red-id' }
  await control.post('/rules', { when: { reference: 'red' }, outcome: { response_code: '51' } })
  await gateway.purchase({ 'transaction.reference': 'red', ...cents(200) }, red)
  const { body } = await control.get<PaymentsResponse>(`/payments?${query}`)
  expect(body.payments.map(({ reference }) => reference)).toEqual(references)
})

test.each([
  ['reference=blue', [1, 2, 3, 4, 5]],
  ['audit=1000001', [1, 2, 3, 4, 5]],
  ['correlation_id=blue-1', [1, 2, 4, 5]],
  ['correlation_id=red-1', [6]],
  ['reference=red', []],
])('?%s lists lookups and searches that a rule hid or stopped: %j', async (query, ids) => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({ 'transaction.reference': 'blue' }, { 'x-correlation-id': 'blue-1' })
  const hidden = { when: { operation: ['search', 'lookup'] }, outcome: { found: false }, times: 2 }
  await control.post('/rules', hidden)
  await gateway.search('blue-1')
  await gateway.lookup(1_000_001)
  const lost = { when: { operation: 'search' }, outcome: { fault: { at: 'before', http: 503 } } }
  await control.post('/rules', { ...lost, times: 1 })
  await gateway.search('blue-1')
  await gateway.search('blue-1')
  await gateway.search('red-1')
  const { body } = await control.get<RequestsResponse>(`/requests?${query}`)
  expect(body.requests.map(({ id }) => id)).toEqual(ids)
})

test('after a restored snapshot, an audit number has the requests of its own transaction', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const pay = (reference: string) => gateway.purchase({ 'transaction.reference': reference })
  const listed = async (audit: number) =>
    (await control.get<RequestsResponse>(`/requests?audit=${audit}`)).body.requests.map(
      ({ id }) => id,
    )
  await pay('kept')
  await control.put('/snapshots/one')
  await pay('gone')
  await gateway.lookup(1_000_002)
  await control.put('/snapshots/two')
  await control.post('/snapshots/one/restore')
  await pay('new')
  expect([await listed(1_000_001), await listed(1_000_002)]).toEqual([[1], [4]])
  await control.post('/snapshots/two/restore')
  expect((await listed(1_000_002)).slice(0, 2)).toEqual([2, 3])
})
