import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { moveTo } from '../../support/world-time.ts'

test.each([
  ['2026-03-10T17:59:59.999+11:00', '2026-03-10', '2026-03-10T17:59:59+11:00'],
  ['2026-03-10T18:00:00.000+11:00', '2026-03-11', '2026-03-10T18:00:00+11:00'],
  ['2026-03-13T18:00:00.000+11:00', '2026-03-16', '2026-03-13T18:00:00+11:00'],
  ['2026-03-14T09:00:00.000+11:00', '2026-03-16', '2026-03-14T09:00:00+11:00'],
  ['2025-12-31T23:30:00.000+11:00', '2026-01-02', '2025-12-31T23:30:00+11:00'],
  ['2026-04-24T18:00:00.000+10:00', '2026-04-28', '2026-04-24T18:00:00+10:00'],
  // The clocks go back at 3:00 on 5 April: 2:30 comes twice.
  ['2026-04-04T15:30:00.000Z', '2026-04-07', '2026-04-05T02:30:00+11:00'],
  ['2026-04-04T16:30:00.000Z', '2026-04-07', '2026-04-05T02:30:00+10:00'],
  ['2026-04-05T08:00:00.000Z', '2026-04-07', '2026-04-05T18:00:00+10:00'],
  // They go forward at 2:00 on 4 October: 1:59 is followed by 3:00.
  ['2026-10-03T15:59:59.000Z', '2026-10-05', '2026-10-04T01:59:59+10:00'],
  ['2026-10-03T16:00:00.000Z', '2026-10-05', '2026-10-04T03:00:00+11:00'],
  ['2026-10-05T06:59:59.999Z', '2026-10-05', '2026-10-05T17:59:59+11:00'],
  ['2026-10-05T07:00:00.000Z', '2026-10-06', '2026-10-05T18:00:00+11:00'],
])('a purchase at %s settles on %s and is dated %s', async (clock, settles, dated) => {
  await using gateway = await startGateway({ clock: Date.parse(clock) })
  const { body } = await gateway.client.purchase()
  expect(body.status.acquirer.settlement_date).toBe(settles)
  expect(body.gateway_timestamp).toBe(dated)
})

test.each([
  ['2026-03-10T15:59:59.999+11:00', '2026-03-10', '2026-03-13T09:00:00+11:00'],
  ['2026-03-10T16:00:00.000+11:00', '2026-03-11', '2026-03-16T09:00:00+11:00'],
  ['2026-04-01T12:00:00.000+11:00', '2026-04-01', '2026-04-08T09:00:00+10:00'],
  ['2026-10-01T12:00:00.000+10:00', '2026-10-01', '2026-10-06T09:00:00+11:00'],
])('a debit of %s is lodged on %s and clears at %s', async (clock, lodged, clears) => {
  await using gateway = await startGateway({ clock: Date.parse(clock) })
  const { client, world } = gateway
  const { body } = await client.purchase(byDirectDebit())
  expect(body.status.acquirer.settlement_date).toBe(lodged)
  const status = async () => (await client.lookup(body.audit)).body.status.transaction_status_code
  moveTo(world, Date.parse(clears) - 1)
  expect(await status()).toBe('pending')
  moveTo(world, Date.parse(clears))
  expect(await status()).toBe('approved')
})

test('the offset of a lookup follows the date of the transaction, not of the lookup', async () => {
  await using gateway = await startGateway({ clock: Date.parse('2026-04-04T12:00:00+11:00') })
  const { client, world } = gateway
  const { body } = await client.purchase()
  moveTo(world, Date.parse('2026-04-06T12:00:00+10:00'))
  expect((await client.lookup(body.audit)).body.gateway_timestamp).toBe(
    '2026-04-04T12:00:00.000+11:00',
  )
})
