import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { redactText } from '../../../src/base/redaction/redacted.ts'
import { assumptionsWith } from '../../../src/domain/assumptions/assumptions.ts'
import { ControlClient } from '../../support/control-client.ts'
import { collectGarbage } from '../../support/garbage.ts'
import { cents, GatewayClient, paidBody } from '../../support/gateway-client.ts'
import { bodiesIn, rawAnswers } from '../../support/raw-http.ts'
import { startTestSandbox } from '../../support/start.ts'

function portOf(url: string): string {
  return new URL(url).port
}

function request(body: unknown, id: string, extra: readonly string[] = []): string {
  const text = JSON.stringify(body)
  return [
    'POST /v1/transactions/purchase HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-Correlation-Id: ${id}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...extra,
    '',
    text,
  ].join('\r\n')
}

const garbled = [
  400,
  {
    errors: [
      {
        error_code: 'malformed_request',
        error_message: 'The request is not well-formed HTTP',
        location: [],
      },
    ],
  },
]

test('a purchase with garbage behind it is answered before the garbage is refused', async () => {
  await using sandbox = await startTestSandbox()
  const text = await rawAnswers(portOf(sandbox.url), `${request(paidBody(), 'a')}GARBAGE\r\n\r\n`)
  expect(bodiesIn(text)).toEqual([[200, expect.objectContaining({ audit: 1_000_001 })], garbled])
})

test('of several on one connection all are answered, in order, before the garbage', async () => {
  await using sandbox = await startTestSandbox()
  const requests = ['a', 'b', 'c'].map((id) => request(paidBody(), id)).join('')
  const text = await rawAnswers(portOf(sandbox.url), `${requests}\x00\x01\x02\r\n\r\n`)
  expect(bodiesIn(text).map((answer) => (answer as [number])[0])).toEqual([200, 200, 200, 400])
})

test('a request whose own body is broken is refused, and nothing is processed', async () => {
  await using sandbox = await startTestSandbox()
  const broken = [
    'POST /v1/transactions/purchase HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'X-Correlation-Id: broken',
    'Transfer-Encoding: chunked',
    '',
    'not a length',
    '',
  ].join('\r\n')
  const text = await rawAnswers(portOf(sandbox.url), request(paidBody(), 'whole') + broken)
  const answers = bodiesIn(text)
  expect(answers.map((answer) => (answer as [number])[0])).toEqual([200, 400])
  expect((await new GatewayClient(sandbox.api).search('broken')).body.results).toEqual([])
})

const oneHost = 'The request needs one valid Host header, which agrees with its address'
const validPath =
  "The path of the request is not valid: it must begin with '/', without a backslash and without dots as '%2e' between slashes"

const get = (target: string, host = '127.0.0.1') =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`

describe('what is refused before it is a request has the shape of every error', () => {
  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'malformed_request', 'The request is not well-formed HTTP'],
    [
      'CONNECT',
      'CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
      400,
      'malformed_request',
      'The request is not well-formed HTTP',
    ],
    ['no host', 'GET /v1 HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request', oneHost],
    [
      'two hosts',
      'GET /_sandbox/health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      400,
      'malformed_request',
      oneHost,
    ],
    ['a host with a path', get('/v1', '127.0.0.1/x'), 400, 'malformed_request', oneHost],
    ['a backslash', get('/v1\\customers'), 400, 'malformed_request', validPath],
    ['encoded dots', get('/v1/%2e%2e/_sandbox'), 400, 'malformed_request', validPath],
    ['no path', get('*'), 400, 'malformed_request', validPath],
    [
      'headers that are too large',
      `GET /v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
      'The headers of the request are too large',
    ],
    [
      'an expectation',
      'POST /v1/transactions/purchase HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      417,
      'expectation_failed',
      'Only Expect: 100-continue is supported',
    ],
  ])('%s', async (_what, bytes, status, error_code, error_message) => {
    await using sandbox = await startTestSandbox()
    const text = await rawAnswers(portOf(sandbox.url), bytes)
    expect(bodiesIn(text)).toEqual([
      [status, { errors: [{ error_code, error_message, location: [] }] }],
    ])
    expect(text).toMatch(/^content-type: application\/json; charset=utf-8\r$/im)
  })
})

/** A sandbox that waits for a request no longer than this. */
async function impatientSandbox(requestTimeout: number) {
  const sandbox = await startTestSandbox()
  let server: Server | undefined
  const found = (message: unknown) => {
    server = (message as { readonly server: Server }).server
  }
  subscribe('http.server.request.start', found)
  await new ControlClient(sandbox.url).get('/health')
  unsubscribe('http.server.request.start', found)
  const timeouts = { headersTimeout: requestTimeout, requestTimeout }
  Object.assign(server ?? {}, { ...timeouts, connectionsCheckingInterval: 1 })
  // From which on Node looks for those that are late.
  server?.emit('listening')
  return sandbox
}

const purchase = '/v1/transactions/purchase'

test.each([
  ['a purchase', 'POST', purchase],
  ['a purchase in a world that is not there', 'POST', `/w/x${purchase}`],
  ['a control call', 'POST', '/_sandbox/reset'],
  ['an import', 'PUT', '/_sandbox/state'],
])('%s whose body does not come to its end gets 408, and no more', async (_what, method, path) => {
  // So short that some are late before anybody reads them.
  await using sandbox = await impatientSandbox(1)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'X-Correlation-Id: late',
    'Content-Length: 100',
  ]
  const text = await rawAnswers(portOf(sandbox.url), `${head.join('\r\n')}\r\n\r\n{"merchant"`)
  const error_message = 'The request was not complete in time'
  const error = { error_code: 'request_timeout', error_message, location: [] }
  expect(bodiesIn(text)).toEqual([[408, { errors: [error] }]])
  expect(text).toMatch(/^connection: close\r$/im)
  expect(sandbox.logs).toEqual([])
})

describe('a request whose headers could be read gets its correlation id back', () => {
  test.each([
    ['an expectation', 'Host: 127.0.0.1\r\nExpect: miracles', 417],
    ['no host', 'X-Other: 1', 400],
  ])('%s', async (_what, headers, status) => {
    await using sandbox = await startTestSandbox()
    const line = (id: string) =>
      `GET /v1 HTTP/1.1\r\n${headers}\r\nX-Correlation-Id: ${id}\r\nConnection: close\r\n\r\n`
    const good = await rawAnswers(portOf(sandbox.url), line('c-17'))
    expect(good).toContain(`HTTP/1.1 ${status} `)
    expect(good).toMatch(/^x-correlation-id: c-17\r$/im)
    expect(await rawAnswers(portOf(sandbox.url), line('c 17'))).not.toMatch(/x-correlation-id/i)
  })
})

test('what is refused before it is a request goes by the codes of the assumptions', async () => {
  const error_codes = {
    malformed_request: 'E1',
    headers_too_large: 'E2',
    expectation_failed: 'E3',
    too_many_worlds: 'E4',
  }
  const assumptions = assumptionsWith({ error_codes })
  await using sandbox = await startTestSandbox({ assumptions, worldLimit: 1 })
  const host = 'Host: 127.0.0.1\r\nConnection: close'
  const codes = []
  for (const bytes of [
    'hello\r\n\r\n',
    'GET /v1 HTTP/1.1\r\nConnection: close\r\n\r\n',
    `GET /v1 HTTP/1.1\r\n${host}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    `GET /v1 HTTP/1.1\r\n${host}\r\nExpect: miracles\r\n\r\n`,
    `GET /w/one-more/v1/customers HTTP/1.1\r\n${host}\r\n\r\n`,
  ]) {
    const text = await rawAnswers(portOf(sandbox.url), bytes)
    codes.push(/"error_code":"([^"]*)"/.exec(text)?.[1])
  }
  expect(codes).toEqual(['E1', 'E1', 'E2', 'E3', 'E4'])
})

test('a reset waits until the responses before it on its connection are sent', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  await control.post('/rules', { when: { amount: '100' }, outcome: { delay: '100ms' } })
  const fault = { at: 'before', reset: true }
  await control.post('/rules', { when: { amount: '200' }, outcome: { fault } })
  const sent = [100, 200].map((amount) => request(paidBody(cents(amount)), `r${amount}`)).join('')
  const socket = connect(Number(portOf(sandbox.url)), '127.0.0.1')
  const seen: string[] = []
  socket.on('data', (chunk: Buffer) => seen.push(chunk.toString()))
  socket.on('error', ({ message }) => seen.push(message))
  socket.write(sent)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(seen.join('')).toMatch(/"approved".*read ECONNRESET$/s)
})

test('large responses that nobody reads do not pile up on a connection', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).lookup(1)
  const { history } = sandbox.world
  const [small] = history.entries()
  if (small === undefined) throw new Error('it is not in the journal')
  const body = { reference: redactText('x'.repeat(200_000)) }
  for (let i = 0; i < 50; i++) {
    history.ended({ ...small, id: history.nextId(), request: { ...small.request, body } })
  }
  const size = 50 * 200_000
  const control = new ControlClient(sandbox.url)
  const socket = connect(Number(portOf(sandbox.url)), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const before = await memoryInUse()
  socket.pause()
  socket.write(`GET /_sandbox/requests?limit=50 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(500))
  for (let i = 0; i < 100; i++) await control.get('/clock')
  expect(((await memoryInUse()) - before) / size).toBeLessThan(2)
})

test('watchers of events that read nothing share what waits for them', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).lookup(1)
  const { history, events } = sandbox.world
  const [small] = history.entries()
  if (small === undefined) throw new Error('it is not in the journal')
  const body = { reference: redactText('x'.repeat(200_000)) }
  const port = Number(portOf(sandbox.url))
  for (let i = 0; i < 30; i++) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write('GET /_sandbox/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await once(socket, 'readable')
  }
  const before = await memoryInUse()
  // Fewer bytes than those after which a watcher is disconnected.
  for (let i = 0; i < 35; i++) {
    const entry = { ...small, request: { ...small.request, body } }
    events.emit({ type: 'request', entry })
  }
  expect(((await memoryInUse()) - before) / (35 * 200_000)).toBeLessThan(2)
})

async function memoryInUse(): Promise<number> {
  await collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('after the refusal of a body that is too large', () => {
  const head = [
    'POST /v1/transactions/purchase HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Content-Length: 100000',
    '',
    '',
  ].join('\r\n')

  test('a connection on which the rest does not come is closed', async () => {
    await using sandbox = await startTestSandbox()
    const begun = performance.now()
    const answers = bodiesIn(await rawAnswers(new URL(sandbox.url).port, `${head}{`))
    expect(answers).toMatchObject([[413, {}]])
    expect(performance.now() - begun).toBeGreaterThan(4_000)
  })

  test('a client that sends the rest can use its connection again', async () => {
    await using sandbox = await startTestSandbox()
    const next = 'GET /_sandbox/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'
    const bytes = `${head}${' '.repeat(100_000)}${next}`
    const answers = bodiesIn(await rawAnswers(new URL(sandbox.url).port, bytes))
    expect(answers).toMatchObject([
      [413, {}],
      [200, {}],
    ])
  })
})

test.each([
  ['that is too large', '/v1/transactions/purchase', `18000\r\n${' '.repeat(0x18000)}\r\n`, 413],
  ['that nobody reads', '/v1/nothing', '2\r\n{}\r\n', 404],
])('a body %s and breaks after its response gets no second response', async (...row) => {
  const [, path, begun, status] = row
  await using sandbox = await startTestSandbox()
  const lines = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'X-Correlation-Id: a']
  const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
  const socket = connect(Number(portOf(sandbox.url)), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    if (text === '') socket.write('no length\r\n')
    text += chunk.toString()
  })
  socket.write([...lines, ...headers, '', begun].join('\r\n'))
  await once(socket, 'close')
  expect(bodiesIn(text)).toMatchObject([[status, {}]])
})

test('a connection on which too many requests wait is closed', async () => {
  await using sandbox = await startTestSandbox()
  const hang = { when: { reference: 'hang' }, outcome: { fault: { at: 'after', hang: true } } }
  await new ControlClient(sandbox.url).post('/rules', hang)
  const first = request(paidBody({ 'transaction.reference': 'hang' }), 'a')
  const more = 'GET /_sandbox HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(11_000)
  await expect(rawAnswers(portOf(sandbox.url), first + more)).rejects.toThrow('ECONNRESET')
})

test.each([
  ['POST', '/v1/transactions/purchase'],
  ['POST', '/v1/./transactions/purchase'],
  ['POST', '/_sandbox/rules'],
  ['PUT', '/_sandbox/clock'],
])('a body whose first chunk makes no sense is refused at once: %s %s', async (method, target) => {
  await using sandbox = await startTestSandbox()
  const { port } = new URL(sandbox.url)
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'X-Correlation-Id: a']
  const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
  const text = await rawAnswers(port, [...lines, ...headers, '', 'zz', ''].join('\r\n'))
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
})
