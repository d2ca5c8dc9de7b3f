import { describe, expect, test } from 'vitest'
import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import type { RequestsResponse } from '../../../src/control/contract/calls/requests.ts'
import { ControlClient } from '../../support/control-client.ts'
import { call, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'

/** What a run shows of the calls that reached it. */
async function seenBy({ url }: TestSandbox) {
  const control = new ControlClient(url)
  const { body: report } = await control.get<ReportResponse>('/report')
  const { requests } = (await control.get<RequestsResponse>('/requests')).body
  return {
    recorded: requests.map(({ request }) => request.path),
    reported: report.requests,
    found: Object.keys(report.counts_by_code),
    refused: report.refused_calls,
  }
}

const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }

describe('a page of another site', () => {
  test.each([
    ['an image', { ...image, referer: 'https://evil.example/' }],
    ['an image without its address', image],
    ['an image over plain HTTP', { referer: 'http://evil.example/page' }],
    ['a script', { origin: 'https://evil.example' }],
    ['a frame without an origin', { origin: 'null' }],
    ['a site that is called like this machine', { origin: 'http://127.0.0.1.evil.example' }],
  ])('changes neither journal nor verdict: %s', async (_title, headers) => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    await gateway.purchase()
    for (const path of ['/v1/x', '/v1/transactions/1', '/v1']) {
      expect((await call(sandbox.url + path, { headers })).status).toBe(403)
    }
    expect((await call(`${sandbox.url}/favicon.ico`, { headers })).status).toBe(404)
    expect(await seenBy(sandbox)).toEqual({
      recorded: ['/v1/transactions/purchase'],
      reported: 1,
      found: [],
      refused: 4,
    })
    await new ControlClient(sandbox.url).delete('/report')
    expect((await seenBy(sandbox)).refused).toBeUndefined()
  })
})

test.each([
  ['on this machine', { origin: 'http://localhost:3000' }],
  ['on another loopback address', { origin: 'http://127.0.0.2:3000' }],
  ['by its name', { origin: 'http://shop.localhost' }],
  ['at a host of this sandbox', { origin: 'https://shop.test' }],
  ['as an image of another port', { 'sec-fetch-site': 'same-site' }],
])("the developer's own page is refused and reported: %s", async (_title, headers) => {
  await using sandbox = await startTestSandbox({ hosts: ['shop.test'] })
  expect((await call(`${sandbox.api}/transactions/1`, { headers })).status).toBe(403)
  const seen = {
    recorded: ['/v1/transactions/1'],
    reported: 1,
    found: ['browser-call'],
    refused: undefined,
  }
  expect(await seenBy(sandbox)).toEqual(seen)
  // A call to a world that does not exist creates none, and is recorded here.
  expect((await call(`${sandbox.url}/w/new/v1/transactions/1`, { headers })).status).toBe(403)
  const recorded = ['/v1/transactions/1', '/w/new/v1/transactions/1']
  expect(await seenBy(sandbox)).toEqual({ ...seen, recorded, reported: 2 })
})

test('calls without valid credentials do not push those of users out of the journal', async () => {
  const users = [{ name: 'shop', token: 'tok', merchant: 1, merchants: [1] }]
  await using sandbox = await startTestSandbox({ auth: 'required', users, requestLimit: 2 })
  const user = new GatewayClient(sandbox.api, { authorization: 'Bearer tok' })
  await user.lookup(1)
  const stranger = new GatewayClient(sandbox.api, { authorization: 'Bearer guess' })
  for (let i = 0; i < 3; i += 1) expect((await stranger.lookup(2)).status).toBe(401)
  expect((await call(`${sandbox.url}/nowhere`)).status).toBe(404)
  const seen = await seenBy(sandbox)
  expect(seen).toMatchObject({ recorded: ['/v1/transactions/1'], reported: 1, refused: 4 })
})

describe('a query is bounded before anybody is asked for credentials', () => {
  test.each([
    ['64 parameters', Array.from({ length: 64 }, (_, i) => `a${i}=1`).join('&'), 404],
    ['65 parameters', Array.from({ length: 65 }, (_, i) => `a${i}=1`).join('&'), 400],
    ['4096 characters', `a=${'x'.repeat(4094)}`, 404],
    ['4097 characters', `a=${'x'.repeat(4095)}`, 400],
  ])('%s', async (_title, query, status) => {
    await using sandbox = await startTestSandbox()
    expect((await call(`${sandbox.api}/transactions/1?${query}`)).status).toBe(status)
    const control = await call(`${sandbox.url}/_sandbox/clock?${query}`)
    expect(control.status).toBe(status === 400 ? 400 : 422)
    const headers = { accept: 'text/html' }
    const page = await call(`${sandbox.url}/_sandbox/clock?${query}`, { headers })
    expect(page.status).toBe(status === 400 ? 400 : 200)
  })

  test('each repeated parameter is named once', async () => {
    await using sandbox = await startTestSandbox()
    const { body } = await call(`${sandbox.api}/transactions/1?a=1&b=1&a=2&b=2&a=3`)
    expect(body.errors.map(({ location }) => location.join('.'))).toEqual(['query.a', 'query.b'])
  })
})

test('a form of more than 64 KB is refused by its length', async () => {
  await using sandbox = await startTestSandbox()
  const sent = (body: string) =>
    call(`${sandbox.url}/_sandbox/act/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  expect((await sent('+'.repeat(65_536))).status).toBe(403)
  expect((await sent('+'.repeat(65_537))).status).toBe(413)
})

test('strangers do not learn which worlds exist', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'secret' })
  const authorization = 'Bearer secret'
  await call(`${sandbox.url}/_sandbox/worlds/blue`, { method: 'PUT', headers: { authorization } })
  const asked = async (path: string, headers: Record<string, string> = {}) =>
    (await call(`${sandbox.url}${path}/_sandbox/health`, { headers })).status
  expect(await asked('')).toBe(200)
  expect([await asked('/w/blue'), await asked('/w/red')]).toEqual([401, 401])
  expect(await asked('/w/red', { 'x-sandbox-world': 'existing' })).toBe(401)
  expect(await asked('/w/blue', { authorization })).toBe(200)
})
