import { expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { moveTo } from '../../../support/world-time.ts'

test('the offset of a lookup follows the date of the transaction, not of the lookup', async () => {
  await using gateway = await startGateway({ clock: Date.parse('2026-04-04T12:00:00+11:00') })
  const { client, world } = gateway
  const { body } = await client.purchase()
  moveTo(world, Date.parse('2026-04-06T12:00:00+10:00'))
  expect((await client.lookup(body.audit)).body.gateway_timestamp).toBe(
    '2026-04-04T12:00:00.000+11:00',
  )
})
