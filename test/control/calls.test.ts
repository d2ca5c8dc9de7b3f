import { expect, test } from 'vitest'
import type { AssumptionsResponse, IndexResponse } from '../../src/control/contract/calls/about.ts'
import type { MagicResponse } from '../../src/control/contract/calls/scenarios.ts'
import { allCalls, callGroups } from '../../src/control/control-calls.ts'
import type { ErrorResponse } from '../../src/gateway/wire/contract/transaction-answer.ts'
import { version } from '../../src/runtime/version.ts'
import { ControlClient } from '../support/control-client.ts'
import { call } from '../support/gateway-client.ts'
import { bodiesIn, rawAnswers } from '../support/raw-http.ts'
import { startTestSandbox } from '../support/start.ts'

const otherTypes: Readonly<Record<string, string>> = {
  '/_sandbox/run': 'application/x-ndjson; charset=utf-8',
}

test.each(['/clock', '/nowhere'])(
  'the response to %s says that a sandbox gave it',
  async (path) => {
    await using sandbox = await startTestSandbox()
    const { headers } = await new ControlClient(sandbox.url).get(path)
    expect(headers['x-sandbox-version']).toBe(version)
  },
)

test('the list of calls names each call once, and each answers', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const { body } = await control.get<IndexResponse>('')
  const names = body.calls.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('POST /_sandbox/clock/advance')
  const readable = body.calls.filter(
    ({ method, path }) => method === 'GET' && !path.includes('{') && !path.endsWith('/events'),
  )
  for (const { path } of readable) {
    const answer = await call(sandbox.url + path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers).toMatchObject({
      'content-type': otherTypes[path] ?? 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
  }
})

test.each([
  ['/transactions?status=approved&status=declined', 'status'],
  ['/clock/upcoming?limit=1&limit=2', 'limit'],
])('%s is refused, since one of the two values would be ignored', async (path, name) => {
  await using sandbox = await startTestSandbox()
  const { status, body } = await new ControlClient(sandbox.url).get<ErrorResponse>(path)
  expect([status, body.errors]).toEqual([
    422,
    [
      {
        error_code: 'repeated_parameter',
        error_message: 'Must be given only once',
        location: ['query', name],
      },
    ],
  ])
})

test('no two calls share a name, and the list is the same at both of its places', async () => {
  const named = callGroups.flatMap(({ rows }) => Object.keys(rows))
  expect(named).toHaveLength(Object.keys(allCalls).length)
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const { body } = await control.get<IndexResponse>('/calls')
  expect(body).toEqual((await control.get('')).body)
  expect(body.calls).toHaveLength(named.length)
  const addresses = body.calls.map(({ method, path }) => `${method} ${path}`)
  expect(addresses).toContain('GET /_sandbox')
  expect(addresses).toContain('GET /_sandbox/calls')
  expect(addresses).toContain('PUT /_sandbox/worlds/{name}')
})

test.each(callGroups.map(({ rows, load }) => [Object.keys(rows).join(', '), load] as const))(
  'there is a handler for each of %s',
  async (names, load) => {
    expect(
      Object.keys(await load())
        .sort()
        .join(', '),
    ).toBe(names.split(', ').sort().join(', '))
  },
)

test('a call that takes nothing refuses what it is given, all at once', async () => {
  await using sandbox = await startTestSandbox()
  const { status, body } = await new ControlClient(sandbox.url).post<ErrorResponse>('/reset?at=1', {
    all: true,
  })
  expect([status, body.errors.map(({ location }) => location.join('.'))]).toEqual([
    422,
    ['body', 'query'],
  ])
})

test.each(['null', '5', '"x"', '[]', '[1]'])(
  'a call that takes nothing takes no %s either',
  async (body) => {
    await using sandbox = await startTestSandbox()
    const headers = { 'content-type': 'application/json' }
    const answer = await call(`${sandbox.url}/_sandbox/stop`, { method: 'POST', headers, body })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ error_code: 'invalid_type', error_message: 'Must be an object', location: ['body'] }],
    ])
    expect((await new ControlClient(sandbox.url).get('/health')).status).toBe(200)
  },
)

test.each([
  ['GET', { rules: [] }],
  ['DELETE', { removed: 0 }],
])('what a %s carries is not read', async (method, answer) => {
  await using sandbox = await startTestSandbox()
  const head = [`${method} /_sandbox/rules HTTP/1.1`, 'Host: localhost']
  const json = ['Content-Type: application/json', 'Content-Length: 7', '', '{"a":1}']
  const first = [...head, ...json].join('\r\n')
  const last = [...head, 'Connection: close', '', ''].join('\r\n')
  const text = await rawAnswers(new URL(sandbox.url).port, first + last)
  expect(bodiesIn(text)).toEqual([
    [200, answer],
    [200, answer],
  ])
})

test.each([
  ['GET', '/nowhere', 404, 'not_found', undefined],
  ['DELETE', '/clock', 405, 'method_not_allowed', 'GET, HEAD, PUT'],
  ['GET', '/settle', 405, 'method_not_allowed', 'POST'],
  ['GET', '/requests/x', 422, 'invalid_type', undefined],
  ['GET', '/transactions/1000001', 404, 'not_found', undefined],
  ['GET', '/transactions?limit=201', 422, 'out_of_range', undefined],
  ['GET', '/transactions?status=aproved', 422, 'invalid_format', undefined],
  ['GET', '/requests?since=yesterday', 422, 'invalid_format', undefined],
  ['GET', '/clock?at=1', 422, 'invalid_format', undefined],
])('%s %s is refused with %i %s', async (method, path, status, code, allow) => {
  await using sandbox = await startTestSandbox()
  const answer = await call(`${sandbox.url}/_sandbox${path}`, { method })
  expect([answer.status, answer.body.errors[0]?.error_code]).toEqual([status, code])
  expect(answer.headers.allow).toBe(allow)
})

test('all that is wrong with a call is said at once', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const { body } = await control.get<ErrorResponse>(
    '/requests?limit=x&status=9&operation=buy&page=2',
  )
  expect(body.errors.map(({ location }) => location.join('.'))).toEqual([
    'query',
    'query.limit',
    'query.operation',
    'query.status',
  ])
})

test.each([
  ['text/plain', '{"all":true}', 415, 'unsupported_media_type'],
  ['application/json', '{"all":', 400, 'malformed_json'],
  ['application/json', `{"x":"${'x'.repeat(1024 * 1024)}"}`, 413, 'body_too_large'],
])('a body of %s can be wrong', async (type, body, status, code) => {
  await using sandbox = await startTestSandbox()
  const headers = { 'content-type': type }
  const answer = await call(`${sandbox.url}/_sandbox/settle`, { method: 'POST', headers, body })
  expect([answer.status, answer.body.errors[0]?.error_code]).toEqual([status, code])
})

test('a scenario has at most 512 KB, as a file of it has', async () => {
  await using sandbox = await startTestSandbox()
  const headers = { 'content-type': 'application/json' }
  const sent = async (bytes: number) => {
    const body = `{"description":"${'x'.repeat(bytes - 18)}"}`
    return (await call(`${sandbox.url}/_sandbox/scenarios`, { method: 'POST', headers, body }))
      .status
  }
  expect([await sent(512 * 1024), await sent(512 * 1024 + 1)]).toEqual([422, 413])
})

test('control calls leave the journal alone', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  await control.get('/clock')
  await control.get('/nowhere')
  await control.delete('/clock')
  expect((await control.get('/requests')).body).toEqual({ requests: [], next: null })
})

test('every guess is listed with its value, its default and why', async () => {
  await using sandbox = await startTestSandbox()
  const { body } = await new ControlClient(sandbox.url).get<AssumptionsResponse>('/assumptions')
  expect(body.assumptions).toContainEqual({
    key: 'correlation_cache_hours',
    value: 24,
    default: 24,
    source: 'specification',
    reason: expect.any(String),
  })
})

test('the magic values are those of the scenarios in force', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const { body } = await control.get<MagicResponse>('/magic')
  expect(body.magic.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['card', 'amount', 'bsb', 'cvv']),
  )
  await control.put('/scenarios', { scenarios: [] })
  expect((await control.get('/magic')).body).toEqual({ magic: [] })
})
