import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClockResponse } from '../../../src/control/contract/calls/clock.ts'
import type { RequestsResponse } from '../../../src/control/contract/calls/requests.ts'
import type { ScenariosResponse } from '../../../src/control/contract/calls/scenarios.ts'
import type { TransactionsResponse } from '../../../src/control/contract/calls/transactions.ts'
import type { SnapshotResponse } from '../../../src/gateway/store/port/snapshot-schema.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { perNames } from '../../../src/scenario/scenario-document.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, call, cents, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  return { sandbox, control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

async function statuses(control: ControlClient): Promise<readonly string[]> {
  const { body } = await control.get<TransactionsResponse>('/transactions')
  return body.transactions.map(({ status }) => status)
}

type Begun = Awaited<ReturnType<typeof begin>>

/** All that a state consists of: data, clock, rules and counts. */
const second = {
  name: '2nd unavailable',
  when: { operation: 'purchase' },
  every: 2,
  outcome: { fault: { at: 'before', http: 503 } },
}

/** They count for each value, and do nothing yet. */
const perValue = perNames.map((per) => ({
  ...{ name: `(${per})`, per, skip: 100 },
  outcome: { fault: { at: 'before', http: 503 } },
}))

async function live({ sandbox, control, gateway }: Begun): Promise<void> {
  await control.post('/seed', { customers: 2, tokens: 3, transactions: 5 })
  await control.post('/scenarios', { name: 'per-value', rules: perValue })
  await control.post('/scenarios', { name: 'second-fails', extends: ['default'], rules: [second] })
  await control.post('/rules', { name: 'later', skip: 5, outcome: { response_code: '51' } })
  await gateway.purchase(byDirectDebit(), { 'x-correlation-id': 'a' })
  const { audit } = (await gateway.preauthorise()).body
  await gateway.complete(audit, cents(100))
  await call(`${sandbox.api}/customers?merchant_id=1&reference=(1)`)
  await control.post('/expire', { ids: ['a'] })
  await control.post('/clock/advance', { by: '1h' })
}

async function exported(control: ControlClient) {
  const { saved_at, check, ...rest } = JSON.parse((await control.get('/state')).text)
  return rest
}

test('a reset puts data, counters, clock, journal and rules back to the start', async () => {
  await using begun = await begin()
  const { control, gateway } = begun
  const before = await exported(control)
  await live(begun)
  await control.put('/snapshots/kept')
  const { body } = await control.post('/reset')
  expect(body).toEqual({ now: '2026-03-10T01:00:00.000Z', mode: 'frozen' })
  expect(await exported(control)).toEqual(before)
  expect((await control.get('/requests')).body).toEqual({ requests: [], next: null })
  const { scenarios, rules } = (await control.get<ScenariosResponse>('/scenarios')).body
  expect([scenarios.map(({ name }) => name), rules]).toEqual([['default'], []])
  expect((await control.get<{ snapshots: unknown[] }>('/snapshots')).body.snapshots).toHaveLength(1)
  expect((await gateway.purchase()).body.audit).toBe(1000001)
  const { requests } = (await control.get<RequestsResponse>('/requests')).body
  expect(requests.map(({ id }) => id)).toEqual([1])
})

test('an export is the state at one moment, whatever happens while it is read', async () => {
  await using begun = await begin()
  const { control, gateway, sandbox } = begun
  await control.post('/seed', { customers: 20, tokens: 20, transactions: 2000 })
  await gateway.purchase(byDirectDebit())
  const before = await exported(control)
  const answer = await fetch(`${sandbox.url}/_sandbox/state`)
  // The rest is written as it is read.
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const chunks = [(await reader.read()).value]
  await gateway.purchase()
  await control.post('/settle', { all: true })
  await control.post('/expire', { all: true })
  await control.post('/reset')
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
  }
  const text = Buffer.concat(chunks.filter((chunk) => chunk !== undefined)).toString()
  const { saved_at, check, ...rest } = JSON.parse(text)
  expect(rest).toEqual(before)
  const { status, body } = await new ControlClient(sandbox.url, 'copy').put('/state', text)
  expect([status, body]).toMatchObject([200, { transactions: 2001 }])
})

test.each([
  ['a reset', 'post', '/reset'],
  ['a snapshot', 'post', '/snapshots/empty/restore'],
] as const)('%s wins over a seed that is under way', async (_what, method, path) => {
  await using begun = await begin()
  const { control, sandbox } = begun
  await control.put('/snapshots/empty')
  const before = await exported(control)
  const seeding = control.post<ErrorResponse>('/seed', { transactions: 5000 })
  await expect.poll(() => sandbox.world.records.size('transactions')).toBeGreaterThan(0)
  expect((await control[method](path)).status).toBe(200)
  const { status, body } = await seeding
  expect([status, body.errors[0]?.error_code]).toEqual([422, 'invalid_world'])
  expect(await exported(control)).toEqual(before)
})

test('an export that is imported elsewhere is the same world again', async () => {
  await using begun = await begin()
  await using other = await begin()
  await live(begun)
  const { text } = await begun.control.get('/state')
  // The count of a world has no value.
  const counted = perValue.filter(({ per }) => per !== 'world')
  for (const { name } of counted) expect(text).toContain(`${name}\\t`)
  const answer = await call(`${other.sandbox.url}/_sandbox/state`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: text,
  })
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      now: '2026-03-10T02:00:00.000Z',
      mode: 'frozen',
      customers: 2,
      tokens: 3,
      transactions: 8,
    },
  ])
  expect(await exported(other.control)).toEqual(await exported(begun.control))
  for (const { control } of [begun, other]) await control.post('/clock/advance', { by: '30d' })
  expect(await exported(other.control)).toEqual(await exported(begun.control))
})

test('an export that an editor formatted differently can be imported', async () => {
  await using begun = await begin()
  await live(begun)
  const { check, ...document } = JSON.parse((await begun.control.get('/state')).text)
  document.transactions = document.transactions.map((row: object) =>
    Object.fromEntries(Object.entries(row).reverse()),
  )
  const before = await exported(begun.control)
  await begun.control.post('/reset')
  const body = JSON.stringify(document, undefined, 2)
  const headers = { 'content-type': 'application/json' }
  const url = `${begun.sandbox.url}/_sandbox/state`
  expect((await call(url, { method: 'PUT', headers, body })).status).toBe(200)
  expect(await exported(begun.control)).toEqual(before)
})

interface Document {
  version: number
  meta: Record<string, unknown>[]
  transactions: Record<string, unknown>[]
  customers: Record<string, unknown>[]
}

describe('what is no good state is refused, and changes nothing', () => {
  let begun: Begun
  let before: unknown
  let text: string

  beforeAll(async () => {
    begun = await begin()
    await live(begun)
    before = await exported(begun.control)
    text = (await begun.control.get('/state')).text
  })

  afterAll(() => begun.sandbox.stop())

  test.each<[string, (document: Document) => unknown]>([
    ['no state at all', () => ({ hello: 'world' })],
    [
      'a status that there is not',
      (document) => {
        Object.assign(document.transactions[0] ?? {}, { status: 'lost' })
        return document
      },
    ],
    [
      'a card number in full',
      (document) => {
        const [row] = document.transactions
        const method = {
          kind: 'card',
          card: { pan: '4111111111111111', type: 'visa', fingerprint: '' },
        }
        Object.assign(row ?? {}, { method })
        return document
      },
    ],
    [
      'a gap between audits',
      (document) => ({
        ...document,
        transactions: document.transactions.toSpliced(1, 1),
      }),
    ],
    [
      'a target that comes later',
      (document) => {
        Object.assign(document.transactions[0] ?? {}, { target: 1000005 })
        return document
      },
    ],
  ])('%s', async (_title, spoil) => {
    const { check, ...document } = JSON.parse(text)
    const body = JSON.stringify(spoil(document))
    const headers = { 'content-type': 'application/json' }
    const url = `${begun.sandbox.url}/_sandbox/state`
    const answer = await call(url, { method: 'PUT', headers, body })
    expect([answer.status, answer.body.errors.length]).toEqual([422, 1])
    expect(answer.body.errors[0]).toMatchObject({
      error_code: 'invalid_format',
      location: ['body'],
    })
    expect(answer.text).not.toContain('4111111111111111')
    expect(await exported(begun.control)).toEqual(before)
    expect(begun.sandbox.logs).toEqual([])
  })

  test('an export that was cut off or changed', async () => {
    const url = `${begun.sandbox.url}/_sandbox/state`
    const headers = { 'content-type': 'application/json' }
    const spoiled = [text.slice(0, -200), text.replace('"amount":1000', '"amount":9999'), '', '[]']
    for (const body of spoiled) {
      expect((await call(url, { method: 'PUT', headers, body })).status).toBe(422)
    }
    const { transactions } = (await begun.control.get<TransactionsResponse>('/transactions')).body
    expect(transactions).toHaveLength(8)
  })
})

describe('snapshots', () => {
  test('bring back the time of a running clock, so that what was undecided is undecided again', async () => {
    await using sandbox = await startTestSandbox({ clock: undefined })
    const control = new ControlClient(sandbox.url)
    await new GatewayClient(sandbox.api).purchase(cents(9_700_099))
    const saved = await control.get<ClockResponse>('/clock')
    await control.put('/snapshots/undecided')
    await control.post('/clock/advance', { by: '40s' })
    expect(await statuses(control)).toEqual(['approved'])
    const { body } = await control.post<ClockResponse>('/snapshots/undecided/restore')
    expect(body).toMatchObject({ mode: 'running' })
    expect(Date.parse(body.now) - Date.parse(saved.body.now)).toBeLessThan(30_000)
    expect(await statuses(control)).toEqual(['unknown'])
    await control.post('/clock/advance', { by: '40s' })
    expect(await statuses(control)).toEqual(['approved'])
  })

  test('are listed by name, replaced and removed', async () => {
    await using begun = await begin()
    const { control, gateway } = begun
    await control.put('/snapshots/b')
    await control.put('/snapshots/a')
    await gateway.purchase()
    await control.put('/snapshots/b')
    const { body } = await control.get<{ snapshots: SnapshotResponse[] }>('/snapshots')
    expect(body.snapshots.map(({ name, records }) => [name, records])).toEqual([
      ['a', 2],
      ['b', 3],
    ])
    expect((await control.delete('/snapshots/a')).body).toEqual({ removed: 'a' })
    for (const answer of [
      await control.delete('/snapshots/a'),
      await control.get('/snapshots/a'),
      await control.post('/snapshots/a/restore'),
    ]) {
      expect(answer.status).toBe(404)
      expect((answer.body as ErrorResponse).errors[0]?.error_message).toBe(
        "There is no snapshot 'a'",
      )
    }
    expect((await control.put('/snapshots/..%2Fx')).status).toBe(422)
  })

  test('belong to their world', async () => {
    await using begun = await begin()
    await begun.control.put('/snapshots/a')
    const blue = new ControlClient(begun.sandbox.url, 'blue')
    expect((await blue.get('/snapshots')).body).toEqual({ snapshots: [] })
  })
})

test('a client that gives up leaves nothing imported', async () => {
  await using source = await begin()
  await source.control.post('/seed', { customers: 10, tokens: 10, transactions: 2000 })
  const { text } = await source.control.get('/state')
  await using begun = await begin()
  const { sandbox, control } = begun
  const left = request(`${sandbox.url}/_sandbox/state`, {
    method: 'PUT',
    headers: { 'Content-Length': Buffer.byteLength(text) },
  })
  left.on('error', () => undefined)
  await new Promise<void>((resolve) => left.write(text.slice(0, -2), () => resolve()))
  // The server has read it once it answers a call that came behind it.
  await control.get('/health')
  left.destroy()
  const other = await fetch(`${sandbox.url}/w/other/_sandbox/state`, { method: 'PUT', body: text })
  expect([other.status, await other.json()]).toMatchObject([200, { transactions: 2000 }])
  const { body } = await control.get<TransactionsResponse>('/transactions')
  expect(body.transactions).toEqual([])
})
