import { expect, test } from 'vitest'
import type { RequestsAnswer } from '../../../src/http/contract/control/calls/requests.ts'
import { call, GatewayClient, paidBody } from '../../support/gateway-client.ts'
import { Judged } from './judged.ts'

const origin = 'https://shop.example'

test.each([
  ['POST', { Origin: origin, 'Content-Type': 'application/json' }],
  // Before such a call, a browser asks whether it may.
  ['OPTIONS', { Origin: origin, 'Access-Control-Request-Method': 'POST' }],
] as const)(
  'a %s from a web page to a world that does not exist is counted and judged, and makes no world',
  async (method, headers) => {
    await using judged = await Judged.start()
    const answer = await fetch(`${judged.sandbox.url}/w/test-1/v1/transactions/purchase`, {
      method,
      headers: { ...headers, 'X-Correlation-Id': 'a' },
      ...(method === 'POST' && { body: JSON.stringify(paidBody()) }),
    })
    expect(answer.status).toBe(403)
    expect(await judged.report()).toMatchObject({
      verdict: 'unsafe',
      headline: 'UNSAFE: 1 call from a browser',
      requests: 1,
      worlds: 1,
      findings: [{ code: 'browser-call', subject: `page at ${origin}` }],
    })
    expect(judged.sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
  },
)

test('other refused calls to a world that does not exist are counted, and are no retries of each other', async () => {
  await using judged = await Judged.start()
  const { url } = judged.sandbox
  for (const world of ['test-1', 'test-2']) {
    const gateway = new GatewayClient(`${url}/w/${world}/v1`)
    expect((await gateway.purchase({ transaction: undefined })).status).toBe(422)
    await fetch(`${url}/w/${world}/v1/nowhere`)
    await fetch(`${url}/w/${world}/v1/transactions/purchase`)
    // Not a path of the API.
    await fetch(`${url}/w/${world}/nowhere`)
  }
  expect(await judged.report()).toMatchObject({ requests: 6, worlds: 1, findings: [] })
  const { body } = await judged.control.get<RequestsAnswer>('/requests')
  const shown = body.requests.map(({ request, answer }) => [request.path, answer.status])
  expect(shown.slice(0, 3)).toEqual([
    ['/w/test-1/v1/transactions/purchase', 422],
    ['/w/test-1/v1/nowhere', 404],
    ['/w/test-1/v1/transactions/purchase', 405],
  ])
  const covered = (await judged.report()).coverage.cases.filter((one) => one.covered)
  expect(covered.map(({ name }) => name)).toContain('invalid-request')
})

test('a web page without credentials is a stranger, and is not recorded', async () => {
  const users = [{ name: 'shop', password: 's', token: undefined, merchant: 1, merchants: [1] }]
  await using judged = await Judged.start({ auth: 'required', users })
  const url = `${judged.sandbox.url}/w/test-1/v1/transactions/1`
  expect((await fetch(url, { headers: { Origin: origin } })).status).toBe(401)
  expect(await judged.report()).toMatchObject({ requests: 0 })
})

test('a picture of another site, which has no origin, is judged too', async () => {
  await using judged = await Judged.start()
  const url = `${judged.sandbox.url}/w/test-1/v1/transactions/1`
  expect((await call(url, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect(await judged.findings()).toMatchObject([
    { code: 'browser-call', subject: 'page of another site' },
  ])
})
