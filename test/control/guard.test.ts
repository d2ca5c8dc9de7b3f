import { describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { call } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

async function codeOf(url: string, headers: Record<string, string>, method = 'GET') {
  const { status, body } = await call(url, { method, headers })
  return status === 200 ? 200 : `${status} ${body.errors?.[0]?.error_code}`
}

describe('pages of other sites are kept out', () => {
  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }, 'POST'],
    ['the same name and port over TLS', { host: 'localhost', origin: 'https://localhost' }, 'GET'],
    ['a foreign origin that only reads', { origin: 'https://evil.example' }, 'GET'],
    ['an origin that hides', { origin: 'null' }, 'POST'],
    ['a name that only begins like ours', { origin: 'http://localhost.evil.example' }, 'POST'],
    ['a user name that looks like ours', { origin: 'http://localhost@evil.example' }, 'POST'],
    ['a browser that declares it', { 'sec-fetch-site': 'cross-site' }, 'POST'],
    ['a script', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 'GET'],
    ['an origin with a path', { host: 'localhost', origin: 'http://localhost/' }, 'POST'],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 'POST'],
    ['a page of another port that hides it', { 'sec-fetch-site': 'same-site' }, 'POST'],
    ['an image of another port', { 'sec-fetch-site': 'same-site' }, 'GET'],
    ['an old browser', { referer: 'http://127.0.0.1:1/page' }, 'POST'],
    ['two values', { 'sec-fetch-site': 'same-origin, cross-site' }, 'POST'],
    [
      'a frame',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      'GET',
    ],
    ['a form', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'POST'],
  ])('%s', async (_title, headers, method) => {
    await using sandbox = await startTestSandbox()
    const path = method === 'GET' ? '/clock' : '/reset'
    const code = await codeOf(`${sandbox.url}/_sandbox${path}`, headers, method)
    expect(code).toBe('403 forbidden_origin')
  })

  test('even where they only ask whether it runs', async () => {
    await using sandbox = await startTestSandbox()
    const headers = { origin: 'https://evil.example' }
    expect(await codeOf(`${sandbox.url}/_sandbox/health`, headers)).toBe('403 forbidden_origin')
  })
})

test.each([
  ['its own pages', { host: '127.0.0.1:7263', origin: 'http://127.0.0.1:7263' }],
  ['its own pages by another name', { host: 'localhost:7263', origin: 'http://localhost:7263' }],
  ['its own pages by IPv6', { host: '[::1]:7263', origin: 'http://[::1]:7263' }],
  ['same-origin calls', { 'sec-fetch-site': 'same-origin' }],
  ['an address that the user typed', { 'sec-fetch-site': 'none' }],
  ["Node's own fetch", { 'sec-fetch-mode': 'cors' }],
  ['a link from another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
  ['a link from elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  [
    'a link from elsewhere that says where it leads',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
])('%s are let in', async (_title, headers) => {
  await using sandbox = await startTestSandbox()
  expect(await codeOf(`${sandbox.url}/_sandbox/clock`, headers)).toBe(200)
})

test('the origin of the public address is its own', async () => {
  // Behind a public address, the sandbox does not say which port it was given.
  const port = await freePort()
  await using _sandbox = await startTestSandbox({ port, publicUrl: 'https://pay.example/sand' })
  const url = `http://127.0.0.1:${port}/_sandbox/clock`
  expect(await codeOf(url, { origin: 'https://pay.example' })).toBe(200)
  expect(await codeOf(url, { host: 'pay.example' })).toBe(200)
})

test('a name that the server was not started for is refused, as is its origin', async () => {
  await using sandbox = await startTestSandbox()
  const headers = { host: 'evil.example', origin: 'http://evil.example' }
  expect(await codeOf(`${sandbox.url}/_sandbox/clock`, headers)).toBe('403 forbidden_host')
})

describe('host names are compared whole', () => {
  test.each(['localhostx', '127.0.0.12', 'localhost.evil.example', 'xlocalhost'])(
    '%s is refused, with and without a port, with what to do',
    async (host) => {
      await using sandbox = await startTestSandbox()
      for (const named of [host, `${host}:7263`]) {
        for (const path of ['/_sandbox/clock', '/v1/transactions/1', '/']) {
          const { status, body } = await call(`${sandbox.url}${path}`, { headers: { host: named } })
          expect([status, body.errors?.[0]?.error_code]).toEqual([403, 'forbidden_host'])
        }
      }
    },
  )

  test('a public address does not let its longer namesake in', async () => {
    const port = await freePort()
    await using _sandbox = await startTestSandbox({ port, publicUrl: 'https://pay.co' })
    const url = `http://127.0.0.1:${port}/_sandbox/clock`
    expect(await codeOf(url, { host: 'pay.co' })).toBe(200)
    expect(await codeOf(url, { host: 'pay.com' })).toBe('403 forbidden_host')
  })

  test('further names are let in with any port, in any case, and as origins', async () => {
    await using sandbox = await startTestSandbox({ hosts: ['sandbox.test', 'fd00::1'] })
    const url = `${sandbox.url}/_sandbox/clock`
    for (const host of ['sandbox.test', 'Sandbox.Test:8080', '[fd00::1]:80', '[FD00::1]']) {
      expect(await codeOf(url, { host })).toBe(200)
    }
    const host = 'sandbox.test:99'
    expect(await codeOf(url, { host, origin: 'http://sandbox.test:99' })).toBe(200)
    expect(await codeOf(url, { host, origin: 'http://sandbox.test' })).toBe('403 forbidden_origin')
    const { body } = await call(url, { headers: { host: 'sandbox' } })
    expect(body.errors?.[0]?.error_message).toBe(
      'This sandbox does not serve the host sandbox; to allow it, start with --allow-host sandbox or add it to server.hosts in the config',
    )
  })
})

describe('where a token is set', () => {
  const missing = 'The control API needs its token, as Authorization: Bearer'
  const wrong = 'The control token is wrong: this sandbox was started with another one'
  test.each([
    ['none', {}, missing],
    ['another', { authorization: 'Bearer another' }, wrong],
    ['one with something behind it', { authorization: 'Bearer s3cret ' + 'x' }, wrong],
    ['another scheme', { authorization: 'Basic czNjcmV0' }, missing],
  ])('%s is refused', async (_title, headers, message) => {
    await using sandbox = await startTestSandbox({ controlToken: 's3cret' })
    const answer = await call(`${sandbox.url}/_sandbox/clock`, { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.body.errors).toEqual([
      {
        error_code: 'unauthenticated',
        error_message: message,
        location: ['header', 'Authorization'],
      },
    ])
  })

  test('it opens every call, health needs none, and no world is made without it', async () => {
    await using sandbox = await startTestSandbox({ controlToken: 's3cret' })
    const headers = { authorization: 'Bearer s3cret' }
    expect(await codeOf(`${sandbox.url}/_sandbox/clock`, headers)).toBe(200)
    expect(await codeOf(`${sandbox.url}/_sandbox/health`, {})).toBe(200)
    const blue = `${sandbox.url}/w/blue/_sandbox/clock`
    expect(await codeOf(blue, {})).toBe('401 unauthenticated')
    expect(sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
  })
})

test.each([
  ['another host', { host: 'evil.example' }, '403 forbidden_host'],
  ['another origin', { origin: 'https://evil.example' }, '403 forbidden_origin'],
  ['no token', { authorization: '' }, '401 unauthenticated'],
])('who has %s is not told which calls there are', async (_title, headers, code) => {
  await using sandbox = await startTestSandbox({ controlToken: 's3cret' })
  const sent = { authorization: 'Bearer s3cret', ...headers }
  expect(await codeOf(`${sandbox.url}/_sandbox/nowhere`, sent)).toBe(code)
})

test('a foreign host is refused as such even for a path or a world that does not exist', async () => {
  await using sandbox = await startTestSandbox()
  const headers = { host: 'evil.example' }
  const code = await codeOf(`${sandbox.url}/w/new/v1/nowhere`, headers)
  expect(code).toBe('403 forbidden_host')
})
