import { expect, test } from 'vitest'
import { assumptionsWith } from '../../src/domain/assumptions/assumptions.ts'
import { call, faultsOf } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

test('every answer of the sandbox itself names its version, and no other one does', async () => {
  await using sandbox = await startTestSandbox()
  const versions = async (path: string) =>
    (await call(sandbox.url + path)).headers['x-sandbox-version']
  const [clock, nowhere] = [await versions('/_sandbox/clock'), await versions('/_sandbox/nowhere')]
  expect(clock).toMatch(/^\d+\.\d+\.\d+/)
  expect(nowhere).toBe(clock)
  expect(await versions('/v1')).toBeUndefined()
})

test.each([
  ['GET', 'text/html', 'text/html'],
  ['HEAD', 'text/html', 'text/html'],
  ['GET', 'application/json', 'application/json'],
  ['POST', 'text/html', 'application/json'],
])('%s that accepts %s gets %s', async (method, accept, type) => {
  await using sandbox = await startTestSandbox()
  const { headers } = await call(`${sandbox.url}/_sandbox`, { method, headers: { accept } })
  expect(headers['content-type']).toContain(type)
})

test('only under its own address, the gateway has the codes of the assumptions', async () => {
  const assumptions = assumptionsWith({ error_codes: { forbidden_host: 'E9' } })
  await using sandbox = await startTestSandbox({ assumptions })
  const headers = { host: 'evil.example' }
  for (const [path, code] of [
    ['/v1/customers', 'E9'],
    ['/w/x/v1/customers', 'E9'],
    ['/_sandbox/clock', 'forbidden_host'],
    ['/', 'forbidden_host'],
  ]) {
    const answer = await call(`${sandbox.url}${path}`, { headers })
    expect([path, ...faultsOf(answer)]).toEqual([path, `${code} at header.Host`])
  }
})
