import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { call, faultsOf, newId, paidBody } from '../../support/gateway-client.ts'
import { VaultClient } from '../../support/vault-client.ts'

const json = { 'content-type': 'application/json' }

test('a byte order mark in front of a body is skipped', async () => {
  await using gateway = await startGateway()
  const answer = await call(`${gateway.api}/transactions/purchase`, {
    method: 'POST',
    headers: { ...json, 'x-correlation-id': newId() },
    body: `\u{feff}${JSON.stringify(paidBody())}`,
  })
  expect(answer.status).toBe(200)
})

test.each([
  ['gzip', 415],
  ['br', 415],
  ['identity', 200],
])('a body with Content-Encoding %s gets %i', async (encoding, status) => {
  await using gateway = await startGateway()
  const text = JSON.stringify(paidBody())
  const answer = await call(`${gateway.api}/transactions/purchase`, {
    method: 'POST',
    headers: { ...json, 'content-encoding': encoding, 'x-correlation-id': newId() },
    body: encoding === 'gzip' ? gzipSync(text) : text,
  })
  expect(answer.status).toBe(status)
  if (status === 415) {
    expect(faultsOf(answer)).toEqual(['unsupported_media_type at header.Content-Encoding'])
  }
})

test('a query parameter that is given twice is refused, with all other faults', async () => {
  await using gateway = await startGateway()
  const { api } = gateway
  const twice = await call(`${api}/customers?limit=5&name=a&limit=6`)
  expect(twice.status).toBe(422)
  expect(faultsOf(twice)).toEqual(['repeated_parameter at query.limit'])
  expect(faultsOf(await call(`${api}/transactions?merchant_id=x&merchant_id=x`))).toEqual([
    'missing_field at query.correlation_id_lookup',
    'invalid_type at query.merchant_id',
    'repeated_parameter at query.merchant_id',
  ])
})

test.each(['/transactions/purchase', '/nowhere', '/transactions', ''])(
  'a page that calls /v1%s is refused',
  async (path) => {
    await using gateway = await startGateway()
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers = { origin: 'http://shop.example' }
      const answer = await call(`${gateway.api}${path}`, { method, headers })
      expect(answer.status).toBe(403)
      expect(faultsOf(answer)).toEqual(['browser_call_refused at header.Origin'])
    }
  },
)

test('a request without credentials is refused for that first, on any path', async () => {
  const user = { name: 'shop', token: 'tok', merchant: 1, merchants: [1] }
  await using gateway = await startGateway({ auth: 'required', users: [user] })
  const headers = { origin: 'http://shop.example' }
  expect((await call(`${gateway.api}/nowhere`, { headers })).status).toBe(401)
})

test.each([
  ['/nowhere', 'GET', 404],
  ['/transactions/purchase', 'PUT', 405],
  ['/customers/1', 'PUT', 405],
])('credentials come first: %s %s', async (path, method, status) => {
  const user = { name: 'shop', token: 'tok', merchant: 1, merchants: [1] }
  await using gateway = await startGateway({ auth: 'required', users: [user] })
  // In a world that is there, and in one that is not.
  for (const prefix of ['', '/w/none']) {
    const address = `${gateway.url}${prefix}/v1${path}`
    const stranger = await call(address, { method })
    expect(faultsOf(stranger)).toEqual(['unauthenticated at header.Authorization'])
    expect(stranger.headers['www-authenticate']).toContain('Basic')
    const known = await call(address, { method, headers: { authorization: 'Bearer tok' } })
    expect(known.status).toBe(status)
  }
})

test.each([
  ['application/json; charset=utf-16', 415],
  ['application/json;charset="iso-8859-1"', 415],
  ['application/json; v=1; charset=utf-16le', 415],
  ['application/json; charset=utf-8x', 415],
  ['application/json; charset="UTF-8"', 200],
  ['application/json;charset=utf8; v=1', 200],
])('a body of %s gets %i', async (type, status) => {
  await using gateway = await startGateway()
  const answer = await call(`${gateway.api}/transactions/purchase`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-correlation-id': newId() },
    body: JSON.stringify(paidBody()),
  })
  expect(answer.status).toBe(status)
  if (status === 415) {
    expect(faultsOf(answer)).toEqual(['unsupported_media_type at header.Content-Type'])
  }
})

test('without credentials, the vault is that of merchant 1, or of the first one listed', async () => {
  const shop = { name: 'Shop', vault: true, standaloneRefunds: true, surcharge: undefined }
  const merchants = [
    { ...shop, id: 7 },
    { ...shop, id: 9 },
  ]
  await using gateway = await startGateway({ merchants })
  const vault = new VaultClient(gateway.api)
  expect((await vault.createCustomer()).status).toBe(201)
  expect((await vault.customers({ merchant_id: 7 })).body.results).toHaveLength(1)
  await using usual = await startGateway({ merchants: [...merchants, { ...shop, id: 1 }] })
  await new VaultClient(usual.api).createCustomer()
  const own = await new VaultClient(usual.api).customers({ merchant_id: 1 })
  expect(own.body.results).toHaveLength(1)
})

test.each(['note', 'kvps'])('invalid UTF-8 in %s is malformed', async (name) => {
  await using gateway = await startGateway()
  const text = JSON.stringify({ [name]: { a: 'caf\u00e9' }, merchant: { id: 1 } })
  const headers = { 'content-type': 'application/json', 'x-correlation-id': newId() }
  const body = Buffer.from(text, 'latin1')
  const place = `${gateway.api}/transactions/purchase`
  const answer = await fetch(place, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ errors: [{ error_code: 'malformed_json' }] })
})
