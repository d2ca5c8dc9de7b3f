import { describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../../../support/gateway.ts'
import { cents, faultsOf } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { moveTo } from '../../../support/world-time.ts'

async function purchased({ client }: TestGateway): Promise<number> {
  return (await client.purchase()).body.audit
}

test('of twenty refunds at once, only as many pass as there is money for', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const audit = await purchased(gateway)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.refund(audit, cents(300))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(17)
})

test('an undecided refund counts until it is decided', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const audit = await purchased(gateway)
  useRules(world, {
    when: { operation: ['refund'] },
    times: 1,
    outcome: {
      status: 'unknown',
      resolves: [{ after: '30000ms', status: 'declined' }],
    },
  })
  expect((await client.refund(audit)).body.status.gateway_status_code).toBe(-99)
  expect((await client.refund(audit)).status).toBe(422)
  moveTo(world, world.now() + 30_000)
  expect((await client.refund(audit)).status).toBe(200)
})

describe('a standalone refund', () => {
  test('is refused to a merchant who is not enabled for it', async () => {
    const merchant = { id: 1, name: 'Shop', vault: true, surcharge: undefined }
    await using gateway = await startGateway({
      merchants: [{ ...merchant, standaloneRefunds: false }],
    })
    const answer = await gateway.client.standaloneRefund()
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['not_refundable at body.merchant.id'])
  })
})
