import { expect, test } from 'vitest'
import {
  moveByHand,
  pendingDebits,
} from '../../../../../src/gateway/world/commands/transactions/settle.ts'
import type { World } from '../../../../../src/gateway/world/world.ts'
import { bareWorld, make, process } from '../../../../support/bare-world.ts'
import { useRules } from '../../../../support/rules.ts'
import { turnsDuring } from '../../../../support/turns.ts'

const START = Date.parse('2026-03-10T01:00:00Z')
const approval = { status: 'approved' } as const

async function settleAll(world: World, decision: Parameters<typeof moveByHand>[3] = approval) {
  return (await moveByHand(world, 'settle', await pendingDebits(world), decision)).moved
}

async function settleNow(world: World, audit: number) {
  return (await moveByHand(world, 'settle', [audit], approval)).moved
}

test('a debit that its bank is still taking its time over is left alone', async () => {
  const { world } = bareWorld(START)
  useRules(world, { when: {}, outcome: { delay: '1ms' } })
  const { audit, resolve } = process(world, { bsb: '062-000' })
  expect(await settleAll(world)).toEqual([])
  expect(await settleNow(world, audit)).toEqual([])
  resolve?.()
  expect(await settleAll(world)).toEqual([{ audit, status: 'approved' }])
})

test('in a running world, what was scheduled meanwhile happens first', async () => {
  const { world, real } = bareWorld(START, 'running')
  const { audit } = make(world, { bsb: '032-051' })
  real.now += 30 * 86_400_000
  expect(await settleNow(world, audit)).toEqual([])
  expect(world.records.transaction(audit)?.status).toBe('declined')
})

test('a thousand debits are settled in the order in which they came', async () => {
  const { world } = bareWorld(START)
  for (let i = 0; i < 1000; i += 1) make(world, { bsb: '062-000' })
  const settled = await settleAll(world, { status: 'declined', responseCode: '2' })
  expect(settled.map(({ audit }) => audit)).toEqual(
    Array.from({ length: 1000 }, (_, i) => 1_000_001 + i),
  )
  expect(world.records.transaction(1_000_001)).toMatchObject({
    status: 'declined',
    responseCode: '2',
  })
})

test('a pending card and an undecided transaction are resolved by hand, others are not', async () => {
  const { world } = bareWorld(START)
  useRules(world, { when: {}, outcome: { status: 'pending' } })
  const card = make(world).audit
  useRules(world, { when: {}, outcome: { status: 'unknown' } })
  const undecided = make(world).audit
  useRules(world)
  const debit = make(world, { bsb: '062-000' }).audit
  const decline = { status: 'declined', responseCode: '51' } as const
  expect(await moveByHand(world, 'resolve', [card, undecided, debit], decline)).toEqual({
    moved: [
      { audit: card, status: 'declined' },
      { audit: undecided, status: 'declined' },
    ],
    refused: [{ audit: debit, reason: "it is a pending direct debit; use 'settle'" }],
  })
  expect(world.records.transaction(card)).toMatchObject({ responseCode: '51', due: [] })
})

test('a slow transaction that is decided by hand keeps what was decided', async () => {
  const { world } = bareWorld(START)
  useRules(world, { when: {}, outcome: { delay: '1ms' } })
  const { audit, resolve } = process(world)
  await moveByHand(world, 'resolve', [audit], { status: 'declined', responseCode: '05' })
  expect(world.records.size('slow_responses')).toBe(0)
  expect(resolve?.().transaction.status).toBe('declined')
})

test('parts of two hundred and fifty are moved apart, so that others have their turn', async () => {
  const { world } = bareWorld(START)
  const audits = Array.from({ length: 251 }, () => make(world, { bsb: '062-000' }).audit)
  const settleSome = (some: readonly number[]) => moveByHand(world, 'settle', some, approval)
  expect(await turnsDuring(() => settleSome(audits.slice(0, 0)))).toBe(0)
  expect(await turnsDuring(() => settleSome(audits.slice(0, 250)))).toBe(0)
  let moved: unknown
  const rest = async () => {
    moved = (await settleSome([...audits, ...audits])).moved
  }
  expect(await turnsDuring(rest)).toBe(1)
  expect(moved).toEqual([{ audit: audits[250], status: 'approved' }])
})

test('a reset ends what is moved in parts', async () => {
  const { world } = bareWorld(START)
  const audits = Array.from({ length: 251 }, () => make(world, { bsb: '062-000' }).audit)
  const settling = moveByHand(world, 'settle', audits, approval)
  world.reset()
  make(world, { bsb: '062-000' })
  expect((await settling).moved).toHaveLength(250)
  expect(world.records.transaction(1_000_001)?.status).toBe('pending')
})

test('debits that have cleared meanwhile are not pending', async () => {
  const { world, real } = bareWorld(START, 'running')
  make(world, { bsb: '062-000' })
  real.now += 30 * 86_400_000
  const late = make(world, { bsb: '062-000' })
  expect(await pendingDebits(world)).toEqual([late.audit])
  real.now += 30 * 86_400_000
  expect(await pendingDebits(world)).toEqual([])
})

test('others have their turn while debits are looked for', async () => {
  const { world } = bareWorld(START)
  for (let i = 0; i < 499; i += 1) make(world)
  expect(await turnsDuring(() => pendingDebits(world))).toBe(0)
  make(world, { bsb: '062-000' })
  expect(await turnsDuring(() => pendingDebits(world))).toBe(1)
  expect(await pendingDebits(world)).toEqual([1_000_500])
})
