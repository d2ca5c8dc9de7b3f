import { expect, test } from 'vitest'
import { call, paidBody } from '../../support/gateway-client.ts'
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

test('other refused calls to a world that does not exist leave no trace', async () => {
  await using judged = await Judged.start()
  const url = `${judged.sandbox.url}/w/test-1`
  await fetch(`${url}/nowhere`, { headers: { Origin: origin } })
  await fetch(`${url}/v1/nowhere`)
  expect(await judged.report()).toMatchObject({ requests: 0, findings: [] })
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
