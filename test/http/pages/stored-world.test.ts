import { expect, test } from 'vitest'
import { scratchFolder } from '../../runtime/scratch.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { PageClient } from '../../support/page-client.ts'
import { startTestSandbox } from '../../support/start.ts'

test('a page opens a world that is only stored; one that refreshes itself does not', async () => {
  await using folder = await scratchFolder()
  const settings = { data: folder.at('data'), keepWorlds: true }
  {
    await using first = await startTestSandbox(settings)
    await new GatewayClient(`${first.url}/w/blue/v1`).purchase()
  }
  await using sandbox = await startTestSandbox(settings)
  const pages = new PageClient(sandbox.url)
  const live = { 'X-Sandbox-Live': '1' }
  expect((await pages.get('/w/blue/_sandbox', live)).status).toBe(404)
  expect((await pages.get('/w/blue/_sandbox')).status).toBe(200)
  expect((await pages.get('/w/blue/_sandbox', live)).status).toBe(200)
})
