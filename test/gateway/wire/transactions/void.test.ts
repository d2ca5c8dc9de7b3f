import { expect, test } from 'vitest'
import { moveByHand } from '../../../../src/gateway/world/commands/transactions/settle.ts'
import { startGateway, type TestGateway } from '../../../support/gateway.ts'
import { byDirectDebit, cents, faultsOf } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { moveTo } from '../../../support/world-time.ts'

async function statusOf({ client }: TestGateway, audit: number): Promise<string> {
  return (await client.lookup(audit)).body.status.transaction_status_code
}

test.each([
  ['purchase', {}, 'approved'],
  ['direct debit', byDirectDebit(), 'pending'],
] as const)(
  'while the void of a %s is under way, nothing else has happened to it',
  async (_what, body, before) => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    const { audit } = (await client.purchase(body)).body
    useRules(world, { when: { operation: ['void'] }, outcome: { delay: '1s' } })
    const voiding = client.void(audit)
    await expect.poll(() => world.records.size('slow_responses')).toBe(1)
    const { status, _links } = (await client.lookup(audit)).body
    expect(status.transaction_status_code).toBe(before)
    expect(Object.keys(_links)).toEqual(['self'])
    expect(faultsOf(await client.void(audit))).toEqual(['not_voidable at path.audit'])
    expect(faultsOf(await client.refund(audit, cents(1)))).toEqual(['not_refundable at path.audit'])
    expect((await voiding).body.status.transaction_status_code).toBe('approved')
    expect(await statusOf(gateway, audit)).toBe('voided')
  },
)

test('a purchase whose refund is undecided cannot be voided until that is declined', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { audit } = (await client.purchase()).body
  const slowDecline = { status: 'declined', response_code: '05', delay: '1s' } as const
  useRules(world, { when: { operation: ['refund'] }, outcome: slowDecline })
  const refunding = client.refund(audit)
  await expect.poll(() => world.records.size('slow_responses')).toBe(1)
  expect(faultsOf(await client.void(audit))).toEqual(['not_voidable at path.audit'])
  await refunding
  expect((await client.void(audit)).body.status.transaction_status_code).toBe('approved')
  expect(await statusOf(gateway, audit)).toBe('voided')
})

test('a refund counts until the void of it is through', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { audit } = (await client.purchase(cents(1000))).body
  const { body: refund } = await client.refund(audit, cents(1000))
  useRules(world, { when: { operation: ['void'] }, outcome: { delay: '1s' } })
  const voiding = client.void(refund.audit)
  await expect.poll(() => world.records.size('slow_responses')).toBe(1)
  expect(faultsOf(await client.refund(audit, cents(1)))).toEqual([
    'refund_exceeds_original at body.transaction.amount_details.total_amount',
  ])
  await voiding
  expect((await client.refund(audit, cents(1000))).status).toBe(200)
})

test.each([
  ['a purchase at the cut-off', '2026-03-10T18:00:00+11:00', '2026-03-11T18:00:00+11:00', {}],
  ['a purchase before Easter', '2026-04-02T18:30:00+11:00', '2026-04-07T18:00:00+10:00', {}],
  ['a direct debit', '2026-03-10T12:00:00+11:00', '2026-03-10T16:00:00+11:00', byDirectDebit()],
])('%s can be voided until its cut-off, not at it', async (_what, clock, limit, changes) => {
  await using gateway = await startGateway({ clock: Date.parse(clock) })
  const { client, world } = gateway
  const { body: first } = await client.purchase(changes)
  const { body: second } = await client.purchase(changes)
  moveTo(world, Date.parse(limit) - 1)
  expect((await client.lookup(first.audit)).body._links).toHaveProperty('void')
  expect((await client.void(first.audit)).status).toBe(200)
  moveTo(world, Date.parse(limit))
  expect((await client.lookup(second.audit)).body._links).not.toHaveProperty('void')
  expect(faultsOf(await client.void(second.audit))).toEqual(['not_voidable at path.audit'])
})

test('while a void is undecided, nothing else may act on its target', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { body } = await client.purchase()
  useRules(world, {
    when: { operation: ['void'] },
    outcome: {
      status: 'unknown',
      resolves: [{ after: '1000ms', status: 'approved' }],
    },
  })
  const undecided = await client.void(body.audit)
  expect(undecided.body.status).toMatchObject({
    gateway_status_code: -99,
    transaction_status_code: 'unknown',
  })
  const target = await client.lookup(body.audit)
  expect(target.body.status.transaction_status_code).toBe('approved')
  expect(Object.keys(target.body._links)).toEqual(['self'])
  expect(faultsOf(await client.void(body.audit))).toEqual(['not_voidable at path.audit'])
  expect(faultsOf(await client.refund(body.audit))).toEqual(['not_refundable at path.audit'])
  moveTo(world, world.now() + 1000)
  expect(await statusOf(gateway, body.audit)).toBe('voided')
  expect(await statusOf(gateway, undecided.body.audit)).toBe('approved')
})

test('a direct debit that a tester has cleared early cannot be voided any more', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { audit } = (await client.purchase(byDirectDebit())).body
  await moveByHand(world, 'settle', [audit], { status: 'approved' })
  const answer = await client.void(audit)
  expect(faultsOf(answer)).toEqual(['not_voidable at path.audit'])
  expect(answer.body.errors[0]?.error_message).toContain('it has cleared')
})

test('a hold cannot be completed while its void is under way', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { audit } = (await client.preauthorise()).body
  useRules(world, { when: { operation: ['void'] }, outcome: { delay: '1s' } })
  const voiding = client.void(audit)
  await expect.poll(() => world.records.size('slow_responses')).toBe(1)
  expect(faultsOf(await client.complete(audit))).toEqual(['not_completable at path.audit'])
  expect((await voiding).body.status.transaction_status_code).toBe('approved')
})
