import { describe, expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import { HOUR } from '../../../src/domain/time/instant.ts'
import {
  replaceState,
  resetWorld,
  stateIntake,
} from '../../../src/world/commands/state-commands.ts'
import { metaChange } from '../../../src/world/records/meta.ts'
import { Records } from '../../../src/world/records/records.ts'
import { transactionLine } from '../../../src/world/records/transaction-line.ts'
import type { World } from '../../../src/world/world.ts'
import { bareWorld } from '../../support/bare-world.ts'
import { byCard, NOON, transaction } from '../../support/transaction.ts'

function stateAt(at: number): Records {
  const records = new Records()
  records.apply([metaChange('clock', { mode: 'frozen', at })])
  return records
}

test.each<[string, number, (world: World) => void]>([
  ['reset', NOON, (world) => resetWorld(world)],
  ['imported', NOON - HOUR, (world) => replaceState(world, stateAt(NOON - HOUR), 'imported')],
  ['restored', NOON + HOUR, (world) => replaceState(world, stateAt(NOON + HOUR), 'restored')],
])('watchers hear that the state was %s, and what time it is in it', (state, now, act) => {
  const { world } = bareWorld(NOON)
  const told: unknown[] = []
  world.events.listen((event) => told.push(event))
  act(world)
  expect(told).toEqual([
    { type: 'scenario', scenarios: ['default'], state },
    { type: 'clock', now, mode: 'frozen', fired: [] },
  ])
})

describe('an id that two transactions of a document have', () => {
  const card = byCard.rail === 'card' ? byCard.card : undefined
  const method = { rail: 'card', card: { ...card, fingerprint: 'f'.repeat(22) } }
  const row = (audit: number, createdAt: number) => ({
    ...JSON.parse(transactionLine(transaction({ audit, createdAt, correlation: redactText('c') }))),
    method,
  })

  test.each([
    ['is refused while it is remembered', 24 * HOUR - 1, 'which is still remembered'],
    ['is fine once it is forgotten', 24 * HOUR, undefined],
  ])('%s', async (_what, later, message) => {
    const { world, real } = bareWorld(NOON, 'running')
    real.now = NOON + later
    const records = new Records()
    const rows = await stateIntake(records, world.environment).untrusted()
    for (const one of [row(1_000_001, NOON), row(1_000_002, NOON + later)]) {
      rows.load('transactions', JSON.stringify(one))
    }
    const finished = Promise.resolve(rows.finish())
    if (message === undefined) await finished
    else await expect(finished).rejects.toThrow(message)
    expect(records.size('transactions')).toBe(2)
  })
})
