import { describe, expect, test } from 'vitest'
import { ControlClient } from '../../support/control-client.ts'
import { call, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'

function namesIn({ running }: TestSandbox): readonly string[] {
  return running.worlds.list().map(({ name }) => name)
}

const shop = { name: 'shop', password: 's3cret', token: 'tok', merchant: 1, merchants: [1] }
const headers = { authorization: 'Bearer tok' }

test.each([
  ['without credentials', '/w/x/v1/transactions/1', {}, 401],
  [
    'from a web page',
    '/w/x/v1/transactions/1',
    { ...headers, origin: 'https://evil.example' },
    403,
  ],
  [
    'of a host that is not ours',
    '/w/x/v1/transactions/1',
    { ...headers, host: 'evil.example' },
    403,
  ],
  ['that leads nowhere', '/w/x/v1/nowhere', headers, 404],
  ['by another method', '/w/x/v1/transactions/purchase', headers, 405],
  [
    'of the control API from elsewhere',
    '/w/x/_sandbox/clock',
    { origin: 'https://evil.example' },
    403,
  ],
  ['by an image', '/w/x/v1/transactions/1', { ...headers, 'sec-fetch-site': 'cross-site' }, 403],
  [
    'by an image over plain HTTP',
    '/w/x/v1/transactions/1',
    { ...headers, referer: 'http://evil.example/' },
    403,
  ],
  [
    'by a link to the API',
    '/w/x/v1/transactions/1',
    { ...headers, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    403,
  ],
  [
    'by a link to the control API',
    '/w/x/_sandbox/clock',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    403,
  ],
  [
    'by a link to a page',
    '/w/x/_sandbox',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' },
    404,
  ],
  ['of the address alone', '/w/x', {}, 200],
  ['of a name that Windows keeps', '/w/con/v1/transactions/1', headers, 422],
])('a call %s makes no world', async (_what, path, sent, status) => {
  await using sandbox = await startTestSandbox({ auth: 'required', users: [shop] })
  expect((await call(sandbox.url + path, { headers: sent })).status).toBe(status)
  expect(namesIn(sandbox)).toEqual(['default'])
})

test('its health makes no world without the control token, and one with it', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 's3cret' })
  const health = `${sandbox.url}/w/x/_sandbox/health`
  expect((await call(health)).status).toBe(401)
  expect((await call(`${health}?at=1`)).status).toBe(401)
  expect(namesIn(sandbox)).toEqual(['default'])
  const authorization = 'Bearer s3cret'
  expect((await call(health, { headers: { authorization } })).status).toBe(200)
  expect((await call(health)).status).toBe(401)
})

test('a call that is allowed and leads somewhere makes its world, and is in its journal', async () => {
  await using sandbox = await startTestSandbox({ auth: 'required', users: [shop] })
  expect((await call(`${sandbox.url}/w/x/v1/transactions/1`, { headers })).status).toBe(404)
  expect(namesIn(sandbox)).toEqual(['default', 'x'])
  const { body } = await new ControlClient(sandbox.url, 'x').get('/requests')
  expect(body).toMatchObject({ requests: [{ response: { status: 404 } }] })
})

test.each([
  ['the API', '/v1/transactions/1', 404],
  ['the control API', '/_sandbox/clock', 200],
])('a link of our own pages to %s is no call from elsewhere', async (_what, path, status) => {
  await using sandbox = await startTestSandbox({ publicUrl: 'https://pay.example' })
  const { localUrl } = sandbox.running
  for (const [world, page] of [
    ['x', localUrl],
    ['y', sandbox.url],
  ]) {
    const sent = { headers: { referer: `${page}/_sandbox` } }
    expect((await call(`${localUrl}/w/${world}${path}`, sent)).status).toBe(status)
  }
  expect(namesIn(sandbox)).toEqual(['default', 'x', 'y'])
})

test('a call that makes its world is read once, and a second one is refused in it', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(`${sandbox.url}/w/x/v1`)
  expect((await gateway.purchase()).status).toBe(200)
  const refused = await call(`${sandbox.url}/w/x/v1/customers?limit=0`)
  expect([refused.status, namesIn(sandbox)]).toEqual([422, ['default', 'x']])
  const { body } = await new ControlClient(sandbox.url, 'x').get('/requests')
  expect(body).toMatchObject({
    requests: [{ response: { status: 200 } }, { response: { status: 422 } }],
  })
})

test('beyond the limit a world is refused until one is removed', async () => {
  await using sandbox = await startTestSandbox({ worldLimit: 3 })
  const control = new ControlClient(sandbox.url)
  const purchase = (world: string) => new GatewayClient(`${sandbox.url}/w/${world}/v1`).purchase()
  expect((await purchase('a')).status).toBe(200)
  expect((await control.put('/worlds/b')).status).toBe(200)
  const refused = await purchase('c')
  expect([refused.status, refused.body.errors]).toEqual([
    429,
    [
      {
        error_code: 'too_many_worlds',
        error_message:
          'There are 3 worlds already; remove some, or raise worlds.limit in the config',
        location: ['path', 'world'],
      },
    ],
  ])
  expect((await control.put('/worlds/c')).status).toBe(429)
  expect((await purchase('a')).status).toBe(200)
  expect((await control.delete('/worlds/b')).status).toBe(200)
  expect((await purchase('c')).status).toBe(200)
})

test('many who ask for new worlds at once get no more than the limit allows', async () => {
  await using sandbox = await startTestSandbox({ worldLimit: 5 })
  const asked = Array.from({ length: 30 }, (_, i) =>
    new GatewayClient(`${sandbox.url}/w/w${i}/v1`).purchase(),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  expect(namesIn(sandbox)).toHaveLength(5)
})

describe('a control call that is for an existing world only', () => {
  const ask = async ({ url }: TestSandbox, world: string) => {
    const headers = { 'x-sandbox-world': 'existing' }
    const { status, body } = await call(`${url}/w/${world}/_sandbox/clock`, { headers })
    return status === 200 ? 200 : [status, body.errors]
  }
  const missing = (error_message: string) => [
    404,
    [{ error_code: 'not_found', error_message, location: ['path', 'world'] }],
  ]

  test('makes none, and names those that there are', async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    expect(await ask(sandbox, 'bleu')).toEqual(
      missing("There is no world 'bleu'; the only one is default"),
    )
    await control.put('/worlds/blue')
    expect(await ask(sandbox, 'bleu')).toEqual(
      missing("There is no world 'bleu'; there are default, blue"),
    )
    expect(await ask(sandbox, 'blue')).toBe(200)
    expect(await ask(sandbox, 'default')).toBe(200)
    expect(namesIn(sandbox)).toEqual(['default', 'blue'])
  })
})

test('a control call that is good makes its world', async () => {
  await using sandbox = await startTestSandbox()
  const rules = `${sandbox.url}/w/x/_sandbox/rules`
  const { status } = await call(rules, { method: 'POST', body: { outcome: {} } })
  expect([status, namesIn(sandbox)]).toEqual([200, ['default', 'x']])
})

test('a bad import leaves a world alone that others use', async () => {
  await using sandbox = await startTestSandbox()
  const purchase = () => new GatewayClient(`${sandbox.url}/w/x/v1`).purchase()
  const load = () => call(`${sandbox.url}/w/x/_sandbox/state`, { method: 'PUT', body: '{}' })
  const [loaded, bought] = await Promise.all([load(), purchase()])
  expect([loaded.status, bought.status]).toEqual([422, 200])
  expect((await load()).status).toBe(422)
  expect(namesIn(sandbox)).toEqual(['default', 'x'])
  const { body } = await new ControlClient(sandbox.url, 'x').get('/transactions')
  expect(body).toMatchObject({ transactions: [{ audit: bought.body.audit }] })
})
