import { expect, test } from 'vitest'
import { SweepWatch } from '../../../src/insight/sweep/sweep-watch.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { useRules } from '../../support/rules.ts'
import { startTestSandbox } from '../../support/start.ts'

test('a sweep is told what each request asks for and what it made', async () => {
  const sweep = new SweepWatch({})
  await using sandbox = await startTestSandbox({}, { sweep })
  const gateway = new GatewayClient(sandbox.api)
  const { audit } = (await gateway.purchase({}, { 'x-correlation-id': 'a' })).body
  await gateway.refund(audit)
  await gateway.void(audit + 1)
  expect(sweep.met.map(({ facts, audit }) => [facts, audit])).toEqual([
    [
      {
        operation: 'purchase',
        correlation_id: 'a',
        reference: 'order 1',
        amount: '1000',
        target_audit: undefined,
      },
      audit,
    ],
    [expect.objectContaining({ amount: '1000', target_audit: String(audit) }), audit + 1],
    [expect.objectContaining({ amount: undefined, target_audit: String(audit + 1) }), audit + 2],
  ])
})

test('a sweep takes an approved card payment for a plain one, unless a rule breaks its answer', async () => {
  const sweep = new SweepWatch({})
  await using sandbox = await startTestSandbox({}, { sweep })
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase()
  const fault = { at: 'after', kind: 'http', status: 502 } as const
  useRules(sandbox.world, { when: {}, outcome: { fault } })
  await gateway.purchase()
  useRules(sandbox.world, { when: {}, outcome: { fault: { ...fault, at: 'before' } } })
  await gateway.purchase()
  expect(sweep.seen.map(({ isMade, isPlain }) => [isMade, isPlain])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ])
})

test.each([
  ['http', 503],
  ['truncate', undefined],
] as const)(
  'what a sweep keeps from being processed by %s can be sent again',
  async (form, status) => {
    const call = { name: 'purchase-1', operation: 'purchase' } as const
    const cell = { name: `purchase-1/before/${form}`, call, at: 'before', form } as const
    await using sandbox = await startTestSandbox({}, { sweep: new SweepWatch({ cell }) })
    const gateway = new GatewayClient(sandbox.api)
    const pay = () => gateway.purchase({}, { 'x-correlation-id': 'a' }).catch(() => undefined)
    expect((await pay())?.status).toBe(status)
    expect(sandbox.world.records.size('transactions')).toBe(0)
    expect((await pay())?.body).toMatchObject({ audit: 1_000_001 })
  },
)
