import { expect, test } from 'vitest'
import { redactText } from '../../../../src/domain/redaction/redacted.ts'
import { DAY } from '../../../../src/domain/time/instant.ts'
import { findByCorrelation } from '../../../../src/world/commands/transactions/correlation.ts'
import { rememberAnswer } from '../../../../src/world/commands/transactions/duplicate-request.ts'
import { forgetCorrelations } from '../../../../src/world/commands/transactions/forget-correlations.ts'
import { transactionChange } from '../../../../src/world/transaction-moves.ts'
import type { World } from '../../../../src/world/world.ts'
import { bareWorld } from '../../../support/bare-world.ts'
import { NOON, transaction } from '../../../support/transaction.ts'
import { turnsDuring } from '../../../support/turns.ts'

/** Fills a world with so many transactions, whose ids are c-1, c-2 and so on. */
function fill(world: World, count: number): void {
  const from = world.records.nextAudit
  world.commit(
    Array.from({ length: count }, (_, i) => {
      const audit = from + i
      const correlation = redactText(`c-${audit - 1_000_000}`)
      return transactionChange(transaction({ audit, correlation }))
    }),
  )
}

function filled(count: number): World {
  const { world } = bareWorld(NOON)
  fill(world, count)
  return world
}

const found = (world: World, now = NOON) =>
  ['c-1', 'c-2', 'c-3'].map((id) => findByCorrelation(world, 1, id, now)?.audit)

test('some ids are forgotten, and the others stay', async () => {
  const world = filled(3)
  expect(await forgetCorrelations(world, ['c-1', 'c-3', 'c-9'])).toBe(2)
  expect(found(world)).toEqual([undefined, 1_000_002, undefined])
  expect(await forgetCorrelations(world, ['c-1', 'c-3'])).toBe(0)
  expect(world.records.transaction(1_000_001)?.correlation).toBe('')
})

test('all ids are forgotten, and those that come later are not', async () => {
  const world = filled(2)
  expect(await forgetCorrelations(world, 'all')).toBe(2)
  expect(found(world)).toEqual([undefined, undefined, undefined])
  fill(world, 1)
  expect(found(world)).toEqual([undefined, undefined, 1_000_003])
  expect(await forgetCorrelations(world, 'all')).toBe(1)
})

test('where nothing is remembered, nothing is stored', async () => {
  const { world } = bareWorld(NOON)
  const before = world.records.image()
  expect(await forgetCorrelations(world, 'all')).toBe(0)
  expect(await forgetCorrelations(world, ['c-1'])).toBe(0)
  expect(world.records.image()).toEqual(before)
})

test('an id is remembered for a day, and by hand or by time it is forgotten once', async () => {
  const { world, real } = bareWorld(NOON, 'running')
  fill(world, 2)
  expect(found(world, NOON + DAY - 1)).toEqual([1_000_001, 1_000_002, undefined])
  expect(found(world, NOON + DAY)).toEqual([undefined, undefined, undefined])
  real.now += DAY
  expect(await forgetCorrelations(world, 'all')).toBe(0)
})

test('others have their turn after each five thousand ids', async () => {
  const world = filled(4999)
  expect(await turnsDuring(() => forgetCorrelations(world, 'all'))).toBe(0)
  fill(world, 5001)
  expect(await turnsDuring(() => forgetCorrelations(world, 'all'))).toBe(2)
})

test('a state that comes meanwhile is the one whose ids are forgotten', async () => {
  const world = filled(5000)
  const forgetting = forgetCorrelations(world, 'all')
  world.reset()
  fill(world, 3)
  expect(await forgetting).toBe(3)
  expect(found(world)).toEqual([undefined, undefined, undefined])
})

test('an id that two forget at once is counted for one of them', async () => {
  const world = filled(5000)
  const forget = () => forgetCorrelations(world, ['c-1'])
  expect((await Promise.all([forget(), forget()])).sort()).toEqual([0, 1])
})

test('an answer is kept only for a request that may be replayed', () => {
  const world = filled(1)
  const answer = { status: 200, body: redactText('{}') }
  rememberAnswer(world, 1_000_001, undefined, answer)
  expect(world.records.size('kept_answers')).toBe(0)
  rememberAnswer(world, 1_000_001, 'hash', answer)
  expect(world.records.lines('kept_answers').map((line) => JSON.parse(line))).toEqual([
    { id: 1_000_001, request: 'hash', status: 200, body: '{}' },
  ])
})
