import { expect, test } from 'vitest'
import { type Settlement, settle } from '../../../src/world/commands/settle.ts'
import type { World } from '../../../src/world/world.ts'
import { bareWorld, make, process } from '../../support/bare-world.ts'
import { useRules } from '../../support/rules.ts'

const START = Date.parse('2026-03-10T01:00:00Z')
const approval = { status: 'approved', responseCode: undefined } as const

function settleNow(world: World, asked: Settlement) {
  return world.run((ground) => settle(world, ground, asked))
}

test('a debit that its bank is still taking its time over is left alone', () => {
  const { world } = bareWorld(START)
  useRules(world, { when: {}, outcome: { delayMs: 1 } })
  const { audit, decide } = process(world, { bsb: '062-000' })
  expect(settleNow(world, { ...approval, audits: 'all' })).toEqual([])
  expect(settleNow(world, { ...approval, audits: [audit] })).toEqual([])
  decide?.()
  expect(settleNow(world, { ...approval, audits: 'all' })).toEqual([{ audit, status: 'approved' }])
})

test('in a running world, what fell due meanwhile happens first', () => {
  const { world, real } = bareWorld(START, 'running')
  const { audit } = make(world, { bsb: '032-051' })
  real.now += 30 * 86_400_000
  expect(settleNow(world, { ...approval, audits: [audit] })).toEqual([])
  expect(world.records.transaction(audit)?.status).toBe('declined')
})

test('a thousand debits are settled in the order in which they came', () => {
  const { world } = bareWorld(START)
  for (let i = 0; i < 1000; i += 1) make(world, { bsb: '062-000' })
  const settled = settleNow(world, { status: 'declined', responseCode: '2', audits: 'all' })
  expect(settled.map(({ audit }) => audit)).toEqual(
    Array.from({ length: 1000 }, (_, i) => 1_000_001 + i),
  )
  expect(world.records.transaction(1_000_001)).toMatchObject({
    status: 'declined',
    responseCode: '2',
  })
})
