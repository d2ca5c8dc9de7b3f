import { expect, test } from 'vitest'
import { version } from '../../../src/runtime/version.ts'
import { call, faultsOf } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

test('the root tells a program what runs here, and where the API is', async () => {
  await using sandbox = await startTestSandbox()
  const answer = await call(`${sandbox.url}/`)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ name: 'sandgate', version, api: sandbox.api })
  const inWorld = await call(`${sandbox.url}/w/blue/`)
  expect(inWorld.body).toMatchObject({ api: `${sandbox.url}/w/blue/v1` })
})

test.each([
  ['/', '/_sandbox'],
  ['/w/blue/', '/w/blue/_sandbox'],
])('%s leads a browser to %s', async (path, dashboard) => {
  await using sandbox = await startTestSandbox()
  const headers = { accept: 'text/html,application/xhtml+xml' }
  const answer = await call(sandbox.url + path, { headers })
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe(dashboard)
})

test('the root is for known hosts only', async () => {
  await using sandbox = await startTestSandbox()
  const answer = await call(`${sandbox.url}/`, { headers: { host: 'rebound.example' } })
  expect(answer.status).toBe(403)
  expect(faultsOf(answer)).toEqual(['forbidden_host at header.Host'])
})
