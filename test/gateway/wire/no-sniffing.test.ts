import { once } from 'node:events'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { ControlClient } from '../../support/control-client.ts'
import { rawAnswers } from '../../support/raw-http.ts'
import { startTestSandbox } from '../../support/start.ts'

/** No script of such an answer runs in the origin of the dashboard. */
const inert = "sandbox; default-src 'none'"

async function headersOf(url: string, headers: Record<string, string> = {}) {
  const asked = get(url, { headers })
  const [answer] = await once(asked, 'response')
  asked.destroy()
  return answer.headers as Record<string, string>
}

test('no response lets a browser guess its type', async () => {
  await using sandbox = await startTestSandbox()
  const html = { accept: 'text/html' }
  const asked = [
    ['/', {}],
    ['/', html],
    ['/nowhere', {}],
    ['/v1', {}],
    ['/v1/transactions/1', {}],
    ['/v1/transactions/1', { host: 'evil.example' }],
    ['/v1/nowhere', {}],
    ['/w/new/v1/nowhere', {}],
    ['/_sandbox/clock', {}],
    ['/_sandbox/nowhere', {}],
    ['/_sandbox/events', {}],
    ['/_sandbox/export', {}],
    ['/_sandbox', html],
    ['/_sandbox/live', {}],
    ['/_sandbox/nowhere', html],
  ] as const
  for (const [path, headers] of asked) {
    const answered = await headersOf(sandbox.url + path, headers)
    expect([path, answered['x-content-type-options']]).toEqual([path, 'nosniff'])
    if (path.includes('/v1')) expect(answered['content-security-policy']).toBe(inert)
  }
  const { port } = new URL(sandbox.url)
  for (const bytes of ['no HTTP at all\r\n\r\n', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n']) {
    expect(await rawAnswers(port, bytes)).toMatch(/^X-Content-Type-Options: nosniff\r$/im)
  }
})

test.each([{ http: 503 }, { dribble: '20ms' }, { garbage: true }])(
  'a broken response does not either, whatever its rule says: %j',
  async (kind) => {
    await using sandbox = await startTestSandbox()
    const loose = {
      'content-type': 'text/html',
      'content-security-policy': "script-src 'unsafe-inline'",
      'X-Content-Type-Options': 'none',
    }
    const rule = { outcome: { headers: loose, fault: { at: 'before', ...kind } } }
    expect((await new ControlClient(sandbox.url).post('/rules', rule)).status).toBe(200)
    const headers = await headersOf(`${sandbox.api}/transactions/1`)
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': inert,
      'x-content-type-options': 'nosniff',
    })
  },
)
