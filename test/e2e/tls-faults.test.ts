import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { FaultDocument } from '../../src/scenario/faults/table.ts'
import { PATIENCE } from '../support/attempt.ts'
import { newId, paidBody } from '../support/gateway-client.ts'
import { bodiesIn } from '../support/raw-http.ts'
import { useRules } from '../support/rules.ts'
import { isWhole, type Seen, SocketClient, socketTo } from '../support/socket-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

const PURCHASE = '/transactions/purchase'

function startTls(): Promise<TestSandbox> {
  return startTestSandbox({ tls: { kind: 'generated' } })
}

function pay(sandbox: TestSandbox): SocketClient {
  return new SocketClient(sandbox.api, PURCHASE, { id: newId(), body: paidBody() })
}

/** The codes that the report names, in its order. */
function codes(sandbox: TestSandbox): readonly string[] {
  return sandbox.running.findings().map(({ code }) => code)
}

const forms: readonly (readonly [string, Omit<FaultDocument, 'at'>, (seen: Seen) => void])[] = [
  ['reset', { reset: true }, (seen) => expect(seen).toEqual({ text: '', end: 'reset' })],
  [
    'truncate',
    { truncate: true },
    (seen) => {
      expect(seen.text).toContain('\r\n\r\n{"')
      expect(isWhole(seen)).toBe(false)
    },
  ],
  ['hang', { hang: '20ms' }, (seen) => expect(seen.text).toBe('')],
  [
    'garbage',
    { garbage: true },
    (seen) => {
      expect(seen.text).toContain('<html>')
      expect(isWhole(seen)).toBe(true)
    },
  ],
  [
    'dribble',
    { dribble: '40ms' },
    (seen) => {
      expect(seen.text).toMatch(/^HTTP\/1.1 200 OK/)
      expect(isWhole(seen)).toBe(true)
    },
  ],
  ['http', { http: 502 }, (seen) => expect(seen.text).toMatch(/^HTTP\/1.1 502 /)],
]

describe.each(['before', 'after'] as const)('over TLS, a fault %s processing', (at) => {
  test.each(forms)('%s is seen, recorded and judged', async (kind, more, expectSeen) => {
    await using sandbox = await startTls()
    const fault = { at, ...more }
    useRules(sandbox.world, { when: {}, times: 1, outcome: { fault } })
    expectSeen(await pay(sandbox).seen)
    const taken = () => sandbox.world.records.size('transactions')
    expect(taken()).toBe(at === 'before' ? 0 : 1)
    expect((await pay(sandbox).seen).text).toContain('"approved"')
    expect(taken()).toBe(at === 'before' ? 1 : 2)
    expect(sandbox.world.history.entries()).toMatchObject([
      { operation: 'purchase', fault },
      { operation: 'purchase', fault: null },
    ])
    if (kind !== 'dribble') expect(codes(sandbox)).toContain('blind-retry')
    expect(codes(sandbox).includes('double-charge')).toBe(at === 'after' && kind !== 'dribble')
    expect(sandbox.logs).toEqual([])
  })
})

test('over TLS, a client that leaves a hanging request is let go', async () => {
  await using sandbox = await startTls()
  useRules(sandbox.world, { when: {}, outcome: { fault: { at: 'after', hang: true } } })
  const client = pay(sandbox)
  await vi.waitFor(() => expect(sandbox.world.unanswered.size).toBe(1), PATIENCE)
  client.leave()
  await vi.waitFor(() => expect(sandbox.world.unanswered.size).toBe(0), PATIENCE)
  expect(sandbox.world.history.entries()).toMatchObject([{ response: { status: null } }])
})

function rawPurchase(id: string): string {
  const body = JSON.stringify(paidBody())
  return [
    `POST /v1${PURCHASE} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-Correlation-Id: ${id}`,
    '',
    body,
  ].join('\r\n')
}

/** Sends these bytes on one connection; ends its own side, or leaves it open. */
async function answersTo(url: string, bytes: string, ends: boolean): Promise<string> {
  const socket = socketTo(new URL(url), ends)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  // A reset is one of the ends that are wanted here.
  socket.on('error', () => undefined)
  if (ends) socket.end(bytes)
  else socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

test('over TLS, a client that ends its side behind its requests gets its responses', async () => {
  await using sandbox = await startTls()
  const text = await answersTo(sandbox.url, rawPurchase('a') + rawPurchase('b'), true)
  expect(bodiesIn(text).map((one) => (one as [number])[0])).toEqual([200, 200])
})

test('over TLS, a client that ends its side while a rule takes its time has left', async () => {
  await using sandbox = await startTls()
  useRules(sandbox.world, { when: {}, outcome: { delay: '60000ms' } })
  expect(await answersTo(sandbox.url, rawPurchase('a'), true)).toBe('')
})

test('over TLS, a reset among pipelined requests is recorded, and ends those after it', async () => {
  await using sandbox = await startTls()
  const reset = { at: 'after', reset: true } as const
  useRules(sandbox.world, { when: {}, skip: 1, times: 1, outcome: { fault: reset } })
  await answersTo(sandbox.url, rawPurchase('a') + rawPurchase('b') + rawPurchase('c'), false)
  await vi.waitFor(() => expect(sandbox.world.history.entries()).toHaveLength(2), PATIENCE)
  const faults = sandbox.world.history.entries().map(({ fault }) => fault)
  expect(faults).toEqual([null, reset])
  expect(sandbox.world.records.size('transactions')).toBe(2)
  expect(sandbox.logs).toEqual([])
})

test('over TLS, a stop lets a running request finish and closes connections without one', async () => {
  const sandbox = await startTls()
  const silent = socketTo(new URL(sandbox.url))
  await once(silent, 'secureConnect')
  useRules(sandbox.world, {
    when: {},
    outcome: { fault: { at: 'after', dribble: '200ms' } },
  })
  const client = pay(sandbox)
  await client.begun
  const closed = once(silent, 'close')
  await Promise.all([sandbox.stop(), closed])
  expect((await client.seen).text).toMatch(/^HTTP\/1.1 200 OK/)
})
