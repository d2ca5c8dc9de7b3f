import { expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { faultsOf, paidBody } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { VaultClient } from '../../../support/vault-client.ts'

test('a request is in progress until it has its answer, and no longer', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const send = () =>
    client.post('/transactions/purchase', paidBody(), { 'x-correlation-id': 'c-1' })
  expect((await send()).status).toBe(200)
  expect(world.unanswered.size).toBe(0)
  expect(faultsOf(await send())).toEqual(['duplicate_correlation_id at header.X-Correlation-Id'])
})

test('a good answer has its own headers, and those of a rule in place of them', async () => {
  await using gateway = await startGateway()
  const headers = { 'content-type': 'application/hal+json', Server: 'nginx' }
  useRules(gateway.world, { when: {}, outcome: { headers } })
  const answer = await gateway.client.purchase({}, { 'x-correlation-id': 'c-1' })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/hal+json',
    server: 'nginx',
    'x-correlation-id': 'c-1',
    'x-sandbox-rule': 'test/rule-1',
    'x-content-type-options': 'nosniff',
    'content-length': String(Buffer.byteLength(answer.text)),
  })
})

test('an answer without a body has none, nor a type', async () => {
  await using gateway = await startGateway()
  const vault = new VaultClient(gateway.api)
  const { body } = await vault.createCustomer()
  const { status, headers, text } = await vault.deleteCustomer(body.id)
  expect([status, text, headers['content-type'], headers['x-content-type-options']]).toEqual([
    204,
    '',
    undefined,
    'nosniff',
  ])
})

test('a late answer comes as late as a rule says, and is whole', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  await client.purchase()
  useRules(world, { when: {}, outcome: { delayMs: 30 } })
  const started = performance.now()
  expect((await client.lookup(1_000_001)).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(29)
})
