import { describe, expect, test } from 'vitest'
import { redactText } from '../../../src/base/redaction/redacted.ts'
import type {
  RequestDetailResponse,
  RequestListResponse,
  RequestResponse,
  RequestsResponse,
} from '../../../src/control/contract/calls/requests.ts'
import { ControlClient } from '../../support/control-client.ts'
import { cents, GatewayClient, VISA } from '../../support/gateway-client.ts'
import { shownPurchase } from '../../support/shown-purchase.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin(settings: Parameters<typeof startTestSandbox>[0] = {}) {
  const sandbox = await startTestSandbox(settings)
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const listed = async (query: string) => {
    const { body } = await control.get<RequestsResponse>(`/requests${query}`)
    return body.requests.map(({ id }) => id)
  }
  return { sandbox, control, gateway, listed, [Symbol.asyncDispose]: () => sandbox.stop() }
}

test('a request is shown whole and masked, with what came of it', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  await control.post('/rules', { name: 'no', outcome: { response_code: '51' } })
  const bought = await gateway.purchase(
    { 'transaction.colour': 'red' },
    { 'x-correlation-id': 'order-7' },
  )
  const { body } = await control.get<RequestResponse>('/requests/1')
  expect(body).toEqual({
    id: 1,
    at: '2026-03-10T01:00:00.000Z',
    real_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    operation: 'purchase',
    merchant: 1,
    request: {
      method: 'POST',
      path: '/v1/transactions/purchase',
      query: {},
      correlation_id: 'order-7',
      origin: null,
      body: {
        ...shownPurchase,
        transaction: { ...shownPurchase.transaction, colour: '(not shown)' },
      },
      unknown_fields: ['transaction.colour'],
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
    },
    asked: expect.objectContaining({ account: '411111xxxxxx1111' }),
    response: {
      status: 200,
      body: bought.body,
      headers: expect.objectContaining({ 'X-Sandbox-Rule': 'rules/no' }),
    },
    rule: 'rules/no',
    rules: ['rules/no'],
    nearest: expect.any(Array),
    fault: null,
    audit: 1000001,
    payment: 'default-1-1',
    outcome: 'declined',
    bank: { code: '51', message: 'Insufficient funds' },
    refusals: [],
    duration: expect.any(Number),
  })
})

test('a request shows what its bank responded, why it was refused, and what it searched for', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  const shown = async (id: number) => (await control.get<RequestResponse>(`/requests/${id}`)).body
  await gateway
    .purchase({ ...cents(9_800_001) }, { 'x-correlation-id': 'a' })
    .catch(() => undefined)
  await gateway.search('a')
  await gateway.search('b')
  await gateway.purchase({ 'transaction.reference': undefined })
  await gateway.lookup(9)
  const approved = { code: '00', message: 'Approved' }
  expect(await shown(1)).toMatchObject({ bank: approved, response: { status: null }, refusals: [] })
  expect(await shown(2)).toMatchObject({ bank: approved, asked: { correlation_id: 'a' } })
  expect(await shown(3)).toMatchObject({ bank: null, asked: { correlation_id: 'b' } })
  expect(await shown(4)).toMatchObject({
    bank: null,
    refusals: [{ code: 'missing_field', field: 'transaction.reference' }],
  })
  expect(await shown(5)).toMatchObject({ refusals: [{ code: 'not_found' }], asked: { audit: 9 } })
})

test.each([
  [9_900_503, { at: 'before', http: 503, retry_after: 5 }, 503, null],
  [9_800_500, { at: 'after', http: 500 }, 500, 1000001],
  [9_900_000, { at: 'before', reset: true }, null, null],
  [9_800_001, { at: 'after', truncate: true }, null, 1000001],
])(
  'the fault of amount %i is shown as its author would write it',
  async (amount, fault, status, audit) => {
    await using sandbox = await begin()
    const { control, gateway } = sandbox
    const changes = { 'transaction.amount_details.total_amount': String(amount) }
    await gateway.purchase(changes).catch(() => undefined)
    await expect.poll(async () => (await control.get('/requests/1')).status).toBe(200)
    const { body } = await control.get<RequestResponse>('/requests/1')
    const { retry_after, ...rest } = body.fault ?? {}
    const { retry_after: wanted, ...others } = fault as { retry_after?: number }
    expect(rest).toEqual(others)
    expect(retry_after === undefined).toBe(wanted === undefined)
    expect([body.response.status, body.audit]).toEqual([status, audit])
  },
)

describe('requests are found', () => {
  test('by operation, status, correlation id and place, the newest last', async () => {
    await using sandbox = await begin()
    const { gateway, listed, control } = sandbox
    await gateway.purchase({}, { 'x-correlation-id': 'a' })
    await gateway.purchase({}, { 'x-correlation-id': 'a' })
    await control.post('/clock/advance', { by: '1h' })
    await gateway.lookup(1000001)
    await gateway.lookup(9)
    await gateway.search('a')
    expect(await listed('')).toEqual([1, 2, 3, 4, 5])
    expect(await listed('?operation=lookup')).toEqual([3, 4])
    expect(await listed('?status=409')).toEqual([2])
    expect(await listed('?status=404&operation=lookup')).toEqual([4])
    expect(await listed('?correlation_id=a')).toEqual([1, 2, 5])
    expect(await listed('?limit=2')).toEqual([4, 5])
    expect(await listed('?since=2')).toEqual([3, 4, 5])
    expect(await listed('?since=1&limit=2')).toEqual([2, 3])
    expect(await listed('?since=5')).toEqual([])
    expect(await listed('?since=2026-03-10T02:00:00Z')).toEqual([3, 4, 5])
  })

  test('by a correlation id that holds a card number, which is not shown', async () => {
    await using sandbox = await begin()
    const { gateway, listed, control } = sandbox
    await gateway.purchase({}, { 'x-correlation-id': VISA })
    await gateway.purchase({}, { 'x-correlation-id': '5555555555554444' })
    expect(await listed(`?correlation_id=${VISA}`)).toEqual([1])
    const { text } = await control.get('/requests')
    expect(text).not.toContain(VISA)
    expect((await control.get('/transactions')).text).not.toContain(VISA)
  })

  test('as many as are kept', async () => {
    await using sandbox = await begin({ requestLimit: 3 })
    const { gateway, listed } = sandbox
    for (let i = 0; i < 5; i += 1) await gateway.lookup(1)
    expect(await listed('?limit=200')).toEqual([3, 4, 5])
  })
})

test('the journal is emptied, and keeps counting', async () => {
  await using sandbox = await begin()
  const { gateway, listed, control } = sandbox
  await gateway.lookup(1)
  await gateway.lookup(2)
  expect((await control.delete('/requests')).body).toEqual({ removed: 2 })
  expect(await listed('')).toEqual([])
  await gateway.lookup(3)
  expect(await listed('')).toEqual([3])
})

test('the journal keeps fewer requests where they are large', async () => {
  await using begun = await begin({ requestLimit: 100_000 })
  const { sandbox, gateway, listed } = begun
  await gateway.lookup(1)
  const { history } = sandbox.world
  const [small] = history.entries()
  if (small === undefined) throw new Error('it is not in the journal')
  const body = { reference: redactText('x'.repeat(200_000)) }
  for (let i = 0; i < 500; i += 1) {
    history.ended({ ...small, id: history.nextId(), request: { ...small.request, body } })
  }
  const kept = history.entries()
  expect(kept.at(-1)?.id).toBe(501)
  expect(kept.length).toBeLessThan(500)
  expect(kept.length).toBeGreaterThan(100)
  expect((await listed('?limit=1&since=0'))[0]).toBe(kept[0]?.id)
})

test('a wait continues after the journal is cleared', async () => {
  await using begun = await begin()
  const { control, gateway } = begun
  const found = control.post<RequestsResponse>('/requests/wait', {
    filter: { audit: 2 },
    count: 2,
    timeout: '4m',
  })
  await gateway.lookup(2)
  await control.delete('/requests')
  await gateway.lookup(2)
  await gateway.lookup(2)
  expect((await found).body.requests).toHaveLength(2)
})

test('requests are filtered by amount, card, time and lost response, and read backwards by the last id', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const control = new ControlClient(sandbox.url)
  await gateway.purchase(cents(100))
  await gateway.purchase(cents(9_900_000)).catch(() => undefined)
  await control.post('/clock/advance', { by: '1h' })
  await gateway.lookup(1000001)
  const ids = async (query: string) => {
    const { body } = await control.get<RequestListResponse>(`/requests?${query}`)
    return body.requests.map(({ id }) => id)
  }
  expect(await ids('amount=100')).toEqual([1])
  expect(await ids('lost=true')).toEqual([2])
  expect(await ids('lost=false')).toEqual([1, 3])
  expect(await ids('card=1111')).toEqual([1, 2, 3])
  expect(await ids('until=2026-03-10T01:00:00Z')).toEqual([1, 2])
  const { body } = await control.get<RequestListResponse>('/requests?limit=2')
  expect(body.next).toBe(2)
  expect(await ids('after=2')).toEqual([1])
  for (const query of ['', '?limit=3', '?after=2', '?since=1&limit=1', '?status=404']) {
    const whole = await control.get<RequestListResponse>(`/requests${query}`)
    expect([query, whole.body.next]).toEqual([query, null])
  }
  expect(await ids('since=2026-03-10T00:00:00Z&after=3&limit=1')).toEqual([2])
  const found = await control.get<RequestDetailResponse>('/requests/3')
  expect(found.body.payment).toBe('default-1-1')
  expect((await control.get('/requests?status=lost')).status).toBe(422)
  expect((await control.get('/requests?lost=maybe')).status).toBe(422)
})
