import { expect, test } from 'vitest'
import type { OutcomeDocument } from '../../../../src/scenario/scenario-document.ts'
import { startGateway, type TestGateway } from '../../../support/gateway.ts'
import { useRules } from '../../../support/rules.ts'

async function outcomes(gateway: TestGateway, outcome: OutcomeDocument, times: number) {
  const { client, world } = gateway
  useRules(world, { when: {}, outcome })
  const found = []
  for (let i = 0; i < times; i += 1) found.push((await client.preauthorise()).body)
  return found
}

test.each([
  ['a decline', { response_code: '51' }, 'declined', 0, '51'],
  ['an error of the bank', { response_code: '96' }, 'error', 0, '96'],
] as const)(
  '%s has its optional codes about every other time, decided by the audit number',
  async (_what, outcome, status, gatewayCode, code) => {
    await using gateway = await startGateway()
    const bodies = await outcomes(gateway, outcome, 40)
    let shown = 0
    for (const body of bodies) {
      const { acquirer } = body.status
      expect(body.status).toMatchObject({
        gateway_status_code: gatewayCode,
        transaction_status_code: status,
        acquirer: { response_code: code },
      })
      const isShown = 'settlement_date' in acquirer
      expect('authorisation_code' in acquirer).toBe(isShown)
      expect('preauthorisation_code' in acquirer).toBe(isShown)
      if ('authorisation_code' in acquirer) shown += 1
      const found = await gateway.client.lookup(body.audit)
      expect(found.body.status).toEqual(body.status)
      expect(found.body.kvps).toEqual(body.kvps)
    }
    expect(shown).toBeGreaterThan(8)
    expect(shown).toBeLessThan(32)
  },
)

test('a decline has all of its optional codes or none, and what was voided keeps its own', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const paid = (await client.purchase()).body
  await client.void(paid.audit)
  const { acquirer } = (await client.lookup(paid.audit)).body.status
  expect(acquirer).toEqual(paid.status.acquirer)
  expect(acquirer.authorisation_code).toBeDefined()
  for (const body of await outcomes(gateway, { response_code: '51' }, 6)) {
    const { settlement_date, authorisation_code } = body.status.acquirer
    expect(settlement_date === undefined).toBe(authorisation_code === undefined)
  }
})

test('where the gateway failed, nothing of the bank is shown', async () => {
  await using gateway = await startGateway()
  for (const body of await outcomes(gateway, { gateway_status_code: 20 }, 12)) {
    expect(body.status).toEqual({
      gateway_status_code: 20,
      gateway_status_message: 'Acquirer unreachable',
      transaction_status_code: 'error',
      acquirer: { response_code: '', response_message: '' },
    })
    expect(Object.keys(body.kvps)).toEqual(['GATEWAY.RESPONSE.KVP.TRACE_NUMBER'])
  }
})
