import { expect, test } from 'vitest'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

test('a year whose holidays are not known is reported once', async () => {
  await using sandbox = await startTestSandbox({ clock: Date.parse('2033-05-04T01:00:00Z') })
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase()
  await gateway.purchase()
  expect(sandbox.logs).toEqual([
    'No holidays are known for 2033: only weekends are left out of its banking days; set a file as holidays in the config',
  ])
})

test('a year whose holidays are known is no news', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase()
  expect(sandbox.logs).toEqual([])
})
