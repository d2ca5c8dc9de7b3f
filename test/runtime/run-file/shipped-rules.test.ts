import { expect, test } from 'vitest'
import { GatewayClient } from '../../support/gateway-client.ts'
import { recordedAndPlayed } from './played.ts'

test('a CVV that a rule of a shipped scenario names is replayed with the same effect', async () => {
  const run = await recordedAndPlayed(async ({ api }) => {
    const client = new GatewayClient(api)
    for (const cvv of ['911', '912']) {
      await client.purchase({ 'transaction.payment_method.creditcard.cvv': cvv })
    }
  })
  expect(run).toMatchObject({ calls: 2, differences: [], logs: [] })
  expect(run.text).toContain('creditcard.cvv":"911"')
  expect(run.text).toContain('creditcard.cvv":"000"')
})
