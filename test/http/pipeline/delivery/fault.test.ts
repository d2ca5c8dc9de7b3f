import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { WireFault } from '../../../../src/scenario/faults/wire-fault.ts'
import type { RuleDocument } from '../../../../src/scenario/scenario-document.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { newId, paidBody } from '../../../support/gateway-client.ts'
import { rawAnswers } from '../../../support/raw-http.ts'
import { isWhole, SocketClient } from '../../../support/socket-client.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { VaultClient } from '../../../support/vault-client.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})

afterAll(() => sandbox.stop())

let lastWorld = 0

/** A world of its own, with rules that each shape one request with a reference. */
async function begin(rules: Readonly<Record<string, RuleDocument['outcome']>> = {}) {
  lastWorld += 1
  const name = `faults-${lastWorld}`
  const world = await sandbox.running.worlds.open(name)
  const control = new ControlClient(sandbox.url, name)
  for (const [reference, outcome] of Object.entries(rules)) {
    await control.post('/rules', { when: { reference }, outcome })
  }
  return {
    world,
    control,
    api: `${sandbox.url}/w/${name}/v1`,
    request: (reference: string) => requestIn(name, reference),
    entries: () =>
      world.history.entries().map(({ answer, facts }) => [answer.status, facts.hasLeft]),
    [Symbol.asyncDispose]: async () => {
      await sandbox.running.worlds.remove(name)
    },
  }
}

function requestIn(world: string, reference: string): string {
  const body = JSON.stringify(paidBody({ 'transaction.reference': reference }))
  return [
    `POST /w/${world}/v1/transactions/purchase HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-Correlation-Id: ${newId()}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

async function connected(): Promise<Socket> {
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

describe('a connection with several requests on it', () => {
  test.each<[string, RuleDocument['outcome']]>([
    ['a hang that is over', { fault: { at: 'after', hang: '1ms' } }],
    ['a reset', { fault: { at: 'after', reset: true } }],
    ['half an answer', { fault: { at: 'after', truncate: true } }],
  ])('is not said to be left by its client after %s', async (_what, outcome) => {
    await using mine = await begin({ broken: outcome, late: { delay: '20ms' } })
    const socket = await connected()
    socket.resume().write(['broken', 'good', 'late'].map(mine.request).join(''))
    // Its error is what a reset looks like.
    await new Promise((resolve) => socket.once('close', resolve))
    await expect.poll(mine.entries).toHaveLength(3)
    expect(mine.entries()).toEqual(Array(3).fill([undefined, undefined]))
  })

  test.each<[string, RuleDocument['outcome'] | undefined]>([
    ['an answer', undefined],
    ['a late answer', { delay: '1ms' }],
    ['a broken answer', { fault: { at: 'after', garbage: true } }],
  ])('does not count %s as given while it stands in line', async (_what, outcome) => {
    const hang = { fault: { at: 'after', hang: true } } as const
    await using mine = await begin({ hanging: hang, ...(outcome && { second: outcome }) })
    const socket = await connected()
    socket.resume().write(mine.request('hanging') + mine.request('second'))
    await expect.poll(() => mine.world.records.size('transactions')).toBe(2)
    // A later call has its answer before.
    await mine.control.get('/health')
    expect([mine.world.unanswered.size, mine.entries()]).toEqual([2, []])
    socket.destroy()
    await expect.poll(mine.entries).toEqual([
      [undefined, true],
      [undefined, true],
    ])
    expect(mine.world.unanswered.size).toBe(0)
  })

  test('gets both answers, in order, and no listeners stay behind', async () => {
    await using mine = await begin({ late: { delay: '5ms' } })
    const sockets = new Set<Socket>()
    const found = (message: unknown) =>
      sockets.add((message as { readonly request: { readonly socket: Socket } }).request.socket)
    subscribe('http.server.request.start', found)
    onTestFinished(() => void unsubscribe('http.server.request.start', found))
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const socket = await connected()
    const requests = ['late', ...Array.from({ length: 12 }, () => 'good')]
    socket.resume().write(requests.map(mine.request).join(''))
    await expect.poll(mine.entries).toHaveLength(13)
    expect(mine.entries().every(([status]) => status === 200)).toBe(true)
    await expect
      .poll(() => [...sockets].map((one) => one.listenerCount('close')).every((n) => n < 6))
      .toBe(true)
    expect(warnings).toEqual([])
    socket.destroy()
  })
})

test('half an answer has the whole head and half of the body', async () => {
  await using mine = await begin({ half: { fault: { at: 'after', truncate: true } } })
  const body = paidBody({ 'transaction.reference': 'half' })
  const { text, end } = await new SocketClient(mine.api, '/transactions/purchase', {
    id: newId(),
    body,
  }).seen
  const [head = '', part = ''] = text.split('\r\n\r\n')
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im)
  expect(head).toMatch(/^x-sandbox-rule: rules\/.+$/im)
  expect([part.length, end]).toEqual([Math.ceil(length / 2), 'closed'])
  expect(part).toMatch(/^\{"audit":1000001,/)
})

test('a slow answer comes whole, in a few pieces, and takes as long as it shall', async () => {
  await using mine = await begin({ slow: { fault: { at: 'after', dribble: '60ms' } } })
  const socket = await connected()
  const started = performance.now()
  const pieces: string[] = []
  socket.on('data', (chunk: Buffer) => pieces.push(chunk.toString()))
  socket.write(mine.request('slow'))
  await expect.poll(mine.entries).toEqual([[200, undefined]])
  await expect.poll(() => isWhole({ text: pieces.join(''), end: 'closed' })).toBe(true)
  expect(performance.now() - started).toBeGreaterThanOrEqual(59)
  // The head, and six pieces of the body.
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.length).toBeLessThanOrEqual(8)
  socket.destroy()
})

test('the head of a slow answer comes at once', async () => {
  await using mine = await begin({ slow: { fault: { at: 'after', dribble: '20h' } } })
  const socket = await connected()
  socket.write(mine.request('slow'))
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n$/s)
  socket.destroy()
  await expect.poll(mine.entries).toEqual([[undefined, true]])
})

test.each<[WireFault, RegExp]>([
  [{ at: 'after', kind: 'garbage' }, /^HTTP\/1\.1 200 .*text\/html.*<html>/s],
  [{ at: 'after', kind: 'truncate' }, /^HTTP\/1\.1 200 .*Content-Length: 2\r\n.*\r\n\r\n\{$/s],
  [{ at: 'after', kind: 'dribble', ms: 1 }, /^HTTP\/1\.1 200 .*Length: 2\r\n.*\r\n\r\n\{\}$/s],
])('an answer without a body is broken as an empty object: %j', async (fault, expected) => {
  await using mine = await begin()
  const { body } = await new VaultClient(mine.api).createCustomer()
  const { at, kind } = fault
  const written = kind === 'dribble' ? '1ms' : true
  await mine.control.post('/rules', { outcome: { fault: { at, [kind]: written } } })
  const path = new URL(`${mine.api}/customers/${body.id}`).pathname
  const bytes = `DELETE ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Correlation-Id: ${newId()}\r\nConnection: close\r\n\r\n`
  expect(await rawAnswers(new URL(sandbox.url).port, bytes)).toMatch(expected)
})

test('headers of a rule take the place of those of a broken answer, whatever their case', async () => {
  await using mine = await begin({
    odd: {
      headers: { 'content-type': 'text/x-odd', Server: 'nginx' },
      fault: { at: 'after', garbage: true },
    },
  })
  const sent = { id: newId(), body: paidBody({ 'transaction.reference': 'odd' }) }
  const { text } = await new SocketClient(mine.api, '/transactions/purchase', sent).seen
  expect(text.match(/^content-type: .*$/gim)).toEqual(['content-type: text/x-odd'])
  expect(text).toMatch(/^Server: nginx\r?$/m)
})

test('a client that leaves while it still sends a body that nobody needs is noticed', async () => {
  await using mine = await begin()
  await mine.control.post('/rules', { outcome: { fault: { at: 'after', hang: true } } })
  const socket = await connected()
  const path = new URL(`${mine.api}/transactions?merchant_id=1&correlation_id_lookup=a`)
  const head = `GET ${path.pathname}${path.search} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000000\r\n\r\n`
  socket.write(head + 'x'.repeat(4_000_000))
  await expect.poll(() => mine.world.history.chapter?.underWay).toHaveLength(1)
  socket.destroy()
  await expect.poll(mine.entries).toEqual([[undefined, true]])
})
