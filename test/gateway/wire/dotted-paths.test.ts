import { describe, expect, test } from 'vitest'
import { bodiesIn, rawAnswers } from '../../support/raw-http.ts'
import { startTestSandbox } from '../../support/start.ts'

/** The same place by ways that the reading of an address makes short. */
const ways = (from: string, to: string) => [
  `${from}/..${to}`,
  `${from}/x/../..${to}`,
  `/w/blue/../..${from}/..${to}`,
  `/.${to}`,
  `http://127.0.0.1:PORT${from}/..${to}`,
]

/** The status of a request whose address is sent as it stands, and its error code. */
async function refusalOf(
  url: string,
  path: string,
  { method = 'GET', headers = {} as Record<string, string> } = {},
): Promise<unknown> {
  const { port } = new URL(url)
  const all = { Host: `127.0.0.1:${port}`, Connection: 'close', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = `${method} ${path.replace('PORT', port)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const [answer] = bodiesIn(await rawAnswers(port, head)) as [[number, Refused]?]
  return answer && [answer[0], answer[1].errors?.[0]?.error_code]
}

interface Refused {
  readonly errors?: readonly { readonly error_code: string }[]
}

const user = { name: 'shop', password: 's3cret', merchant: 1, merchants: [1] }

describe('no check is passed around by dots in the address', () => {
  test.each(ways('/v1', '/_sandbox/requests'))('%s needs the control token', async (path) => {
    await using sandbox = await startTestSandbox({ controlToken: 'secret' })
    expect(await refusalOf(sandbox.url, path)).toEqual([401, 'unauthenticated'])
  })

  test.each(ways('/_sandbox', '/v1/customers'))('%s needs credentials', async (path) => {
    await using sandbox = await startTestSandbox({ auth: 'required', users: [user] })
    expect(await refusalOf(sandbox.url, path)).toEqual([401, 'unauthenticated'])
  })

  test.each(ways('/_sandbox', '/v1/customers'))('%s is not for web pages', async (path) => {
    await using sandbox = await startTestSandbox()
    const headers = { Origin: 'http://shop.example' }
    expect(await refusalOf(sandbox.url, path, { headers })).toEqual([403, 'browser_call_refused'])
  })

  test.each(ways('/v1', '/_sandbox/reset'))('%s is not for other sites', async (path) => {
    await using sandbox = await startTestSandbox()
    const headers = { Origin: 'http://shop.example', 'Content-Length': '0' }
    const answer = await refusalOf(sandbox.url, path, { method: 'POST', headers })
    expect(answer).toEqual([403, 'forbidden_origin'])
  })

  // A proxy that lets only /v1 through may take the encoded ones for a part of it.
  test.each([
    '/v1\\../_sandbox/requests',
    '/v1/%2e%2e/_sandbox/requests',
    '/v1/.%2E/_sandbox/requests',
    '/v1/x/%2e./../_sandbox/requests',
  ])('%s is no address', async (path) => {
    await using sandbox = await startTestSandbox()
    expect(await refusalOf(sandbox.url, path)).toEqual([400, 'malformed_request'])
  })

  test.each(['/v1/../_sandbox/requests', '/_sandbox/../v1/customers', '/w/../v1/customers'])(
    '%s is refused by another name of the machine',
    async (path) => {
      await using sandbox = await startTestSandbox()
      const headers = { Host: 'evil.example' }
      expect(await refusalOf(sandbox.url, path, { headers })).toEqual([403, 'forbidden_host'])
    },
  )

  test.each(['/w/../../_sandbox/requests', '/w/%2e%2e/v1/customers', '/w/..%2fdata/v1/customers'])(
    '%s makes no world',
    async (path) => {
      await using sandbox = await startTestSandbox()
      await refusalOf(sandbox.url, path)
      expect(sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
    },
  )
})
