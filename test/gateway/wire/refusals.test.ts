import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { errorAnswer } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import {
  amountBody,
  call,
  faultsOf,
  GatewayClient,
  paidBody,
  voidBody,
} from '../../support/gateway-client.ts'

const ID = { 'x-correlation-id': 'c-1' }
const JSON_TYPE = { 'content-type': 'application/json' }
const LIMIT = 64 * 1024

function post({ api }: TestGateway, body: string, headers: Record<string, string> = {}) {
  return call(`${api}/transactions/purchase`, {
    method: 'POST',
    body,
    headers: { ...ID, ...JSON_TYPE, ...headers },
  })
}

/** A good request of exactly so many bytes. */
function purchaseOf(bytes: number): string {
  const [start, end] = JSON.stringify(paidBody({ padding: '' })).split('"padding":""')
  const padding = bytes - Buffer.byteLength(`${start}"padding":""${end}`)
  return `${start}"padding":"${'x'.repeat(padding)}"${end}`
}

/** A GET whose target is sent as it is, whatever it looks like. */
function requestTarget(url: string, path: string): Promise<{ readonly status: number }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path }, (incoming) => {
      incoming.resume()
      resolve({ status: incoming.statusCode ?? 0 })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json'])(
  'a body of type %s is not accepted',
  async (type) => {
    await using gateway = await startGateway()
    const answer = await post(gateway, '{}', { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(faultsOf(answer)).toEqual(['unsupported_media_type at header.Content-Type'])
  },
)

describe('a body', () => {
  test('may have 64 KiB, and not a byte more', async () => {
    await using gateway = await startGateway()
    expect((await post(gateway, purchaseOf(LIMIT))).status).toBe(200)
    const answer = await post(gateway, purchaseOf(LIMIT + 1))
    expect(answer.status).toBe(413)
    expect(faultsOf(answer)).toEqual(['body_too_large at body'])
    expect(answer.headers['x-correlation-id']).toBe('c-1')
  })

  test('that does not say its size is measured as it comes', async () => {
    await using gateway = await startGateway()
    const chunked = { 'transfer-encoding': 'chunked' }
    expect((await post(gateway, purchaseOf(LIMIT), chunked)).status).toBe(200)
    expect((await post(gateway, purchaseOf(LIMIT + 1), chunked)).status).toBe(413)
  })

  test('without end is answered before it ends', async () => {
    await using gateway = await startGateway()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const endless = request(`${gateway.api}/transactions/purchase`, {
        method: 'POST',
        headers: { ...ID, ...JSON_TYPE },
      })
      endless.on('response', (answer) => {
        resolve(answer.statusCode)
        endless.destroy()
      })
      endless.on('error', reject)
      endless.write('x'.repeat(LIMIT + 1))
    })
    expect(status).toBe(413)
  })

  test('that breaks off is no failure of the sandbox', async () => {
    await using gateway = await startGateway()
    const broken = request(`${gateway.api}/transactions/purchase`, {
      method: 'POST',
      headers: { ...ID, ...JSON_TYPE, 'content-length': 100 },
    })
    const gone = new Promise<void>((resolve) => broken.on('close', () => resolve()))
    broken.on('error', () => undefined)
    broken.write('{', () => broken.destroy())
    await gone
    await expect.poll(() => gateway.world.history.entries().length).toBe(1)
    expect(gateway.world.history.entries()[0]?.response.status).toBeNull()
    expect(gateway.logs).toEqual([])
    expect((await gateway.client.purchase()).status).toBe(200)
  })
})

test.each([
  ['/v1/nowhere', 'GET'],
  ['/v1/transactions/', 'GET'],
  ['/v1/transactions/1/nothing', 'POST'],
  ['/v2/transactions/1', 'GET'],
  ['/nowhere', 'DELETE'],
])('%s is not found', async (path, method) => {
  await using gateway = await startGateway()
  const answer = await call(gateway.url + path, { method, headers: ID })
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-correlation-id']).toBe('c-1')
  expect(faultsOf(answer)).toEqual(['not_found at path'])
})

test.each([
  ['/transactions/1000001', 'POST', 'GET, HEAD'],
  ['/transactions/purchase', 'GET', 'POST'],
  ['/transactions/purchase', 'OPTIONS', 'POST'],
  ['/transactions/1000001/completion', 'GET', 'POST'],
  ['/transactions/1000001/void', 'DELETE', 'POST'],
])('%s does not respond %s, only %s', async (path, method, allowed) => {
  await using gateway = await startGateway()
  const answer = await call(gateway.api + path, { method, headers: ID, body: '{}' })
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe(allowed)
  expect(answer.headers['x-correlation-id']).toBe('c-1')
  expect(faultsOf(answer)).toEqual(['method_not_allowed at path'])
})

test('HEAD is GET without a body, and leaves the connection in order', async () => {
  await using gateway = await startGateway()
  const { body } = await gateway.client.purchase()
  const path = `/transactions/${body.audit}`
  const whole = await gateway.client.get(path)
  const head = await call(gateway.api + path, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.text).toBe('')
  expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  expect((await call(`${gateway.api}/transactions/1`, { method: 'HEAD' })).status).toBe(404)
  expect((await gateway.client.get(path)).status).toBe(200)
})

describe('a call from a web page', () => {
  test.each(['http://shop.example', 'null', ''])(
    'with the origin %j is refused',
    async (origin) => {
      await using gateway = await startGateway()
      const { client, world } = gateway
      const { body } = await client.purchase()
      for (const answer of [
        await client.purchase({}, { origin }),
        await client.void(body.audit, {}, { origin }),
        await client.lookup(body.audit, { origin }),
        await client.get('/transactions?merchant_id=1&correlation_id_lookup=a', { origin }),
      ]) {
        expect(answer.status).toBe(403)
        expect(faultsOf(answer)).toEqual(['browser_call_refused at header.Origin'])
      }
      expect(world.records.size('transactions')).toBe(1)
    },
  )
})

describe('a host that the sandbox was not started for', () => {
  test('is refused, in the shape of every error', async () => {
    await using gateway = await startGateway()
    const answer = await gateway.client.get('/transactions/1', { host: 'rebound.example' })
    expect(answer.status).toBe(403)
    expect(faultsOf(answer)).toEqual(['forbidden_host at header.Host'])
  })

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST:1234', '[::1]:80'])(
    '%s is known',
    async (host) => {
      await using gateway = await startGateway()
      const { body } = await gateway.client.purchase()
      const found = await gateway.client.lookup(body.audit, { host })
      expect(found.status).toBe(200)
      expect(found.body._links.self?.href).toBe(`http://${host}/v1/transactions/${body.audit}`)
    },
  )
})

test('links are built from the public address, where there is one', async () => {
  const port = await freePort()
  await using gateway = await startGateway({ port, publicUrl: 'https://pay.example/sandbox/' })
  expect(gateway.api).toBe('https://pay.example/sandbox/v1')
  const client = new GatewayClient(`http://127.0.0.1:${port}/v1`)
  const { body } = await client.purchase({}, { host: 'pay.example' })
  expect(body._links.self?.href).toBe(`https://pay.example/sandbox/v1/transactions/${body.audit}`)
})

test('a call is served by the world that its whole address names', async () => {
  await using gateway = await startGateway()
  const { url } = gateway
  const blue = new GatewayClient(`${url}/w/blue/v1`)
  const { body } = await blue.purchase()
  const path = `/w/blue/v1/transactions/${body.audit}`
  expect((await gateway.client.lookup(body.audit)).status).toBe(404)
  for (const target of [url + path, `/w/green/../blue/v1/transactions/${body.audit}`]) {
    expect((await requestTarget(url, target)).status).toBe(200)
  }
})

test('another merchant has no such transaction', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const { body: bought } = await client.purchase()
  const { body: held } = await client.preauthorise()
  const other = { 'merchant.id': 2 }
  for (const answer of [
    await client.complete(held.audit, other),
    await client.refund(bought.audit, other),
    await client.void(bought.audit, other),
    await client.void(1000099),
    await client.lookup(1000099),
    await client.lookup(1),
  ]) {
    expect(answer.status).toBe(404)
    expect(faultsOf(answer)).toEqual(['not_found at path.audit'])
  }
})

test('refusals come in their order', async () => {
  const shop = { name: 'shop', password: 'secret', merchant: 1, merchants: [1] }
  await using gateway = await startGateway({ auth: 'required', users: [shop] })
  const { api } = gateway
  const good = { authorization: `Basic ${btoa('shop:secret')}` }
  const send = (path: string, body: unknown, headers: Record<string, string>) =>
    call(api + path, { method: 'POST', body, headers })
  const large = 'x'.repeat(LIMIT + 1)
  const bought = await send('/transactions/purchase', paidBody(), { ...good, ...ID })
  const { audit } = bought.body
  const at = `/transactions/${audit}`
  const gone = '/transactions/7'
  const page = { origin: 'http://shop.example' }
  const steps: readonly (readonly [number, string, unknown, Record<string, string>])[] = [
    [401, '/transactions/0/void', large, page],
    [403, '/transactions/0/void', large, { ...good, ...page }],
    [413, '/transactions/0/void', large, good],
    [415, '/transactions/0/void', '{', good],
    [400, '/transactions/0/void', '{', { ...good, ...JSON_TYPE }],
    [422, '/transactions/0/void', voidBody({ 'merchant.id': 2 }), good],
    [403, `${gone}/void`, voidBody({ 'merchant.id': 2 }), { ...good, ...ID }],
    [404, `${gone}/void`, voidBody(), { ...good, ...ID }],
    [409, `${at}/completion`, amountBody(), { ...good, ...ID }],
    [422, `${at}/completion`, amountBody(), { ...good, 'x-correlation-id': 'c-2' }],
  ]
  for (const [status, path, body, headers] of steps) {
    const answer = await send(path, body, headers)
    expect([path, answer.status]).toEqual([path, status])
    errorAnswer.parse(answer.body)
  }
  expect(gateway.world.records.size('transactions')).toBe(1)
})
