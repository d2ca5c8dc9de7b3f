import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../src/domain/time/instant.ts'
import type { WorldEvent } from '../../src/world/events.ts'
import { metaChange } from '../../src/world/records/meta.ts'
import { PER_TURN, plannedStatus, scheduled, stillDue } from '../../src/world/transaction-moves.ts'
import type { World } from '../../src/world/world.ts'
import { bareWorld, make, process } from '../support/bare-world.ts'
import { useRules } from '../support/rules.ts'
import { advance } from '../support/world-time.ts'

const START = Date.parse('2026-03-10T01:00:00Z')
const CLEARED = Date.parse('2026-03-12T22:00:00Z')

function hearing(world: World): WorldEvent[] {
  const told: WorldEvent[] = []
  world.events.listen((event) => told.push(event))
  return told
}

function statusesIn({ records }: World): readonly (string | undefined)[] {
  return records.keys('transactions').map((audit) => records.transaction(Number(audit))?.status)
}

test('what is due happens exactly then, and is told with the time; else no time is told', () => {
  const { world, real } = bareWorld(START, 'running')
  const { audit } = make(world, { bsb: '062-000' })
  const told = hearing(world)
  real.now = CLEARED - 1
  world.run(() => undefined)
  expect(told).toEqual([])
  real.now = CLEARED
  world.run(() => undefined)
  const fired = [{ at: CLEARED, event: 'cleared', audit, from: 'pending', to: 'approved' }]
  expect(told).toEqual([
    {
      type: 'transaction',
      audit,
      status: 'approved',
      bank: '00 Approved',
      at: CLEARED,
      isNew: false,
      isAnswer: false,
    },
    { type: 'clock', now: CLEARED, mode: 'running', fired },
  ])
})

test('nobody is told the time where nobody listens, and nothing seems to have changed by it', () => {
  const { world } = bareWorld(START)
  const { pulse } = world.events
  world.run(() => undefined)
  expect(world.events.pulse).toBe(pulse)
})

test('a new transaction is told as new, and a slow answer as an answer', () => {
  const { world } = bareWorld(START)
  useRules(world, { when: {}, outcome: { delayMs: 1, responseCode: '51' } })
  const told = hearing(world)
  const { audit, decide } = process(world)
  decide?.()
  expect(told).toEqual([
    {
      type: 'transaction',
      audit,
      status: 'unknown',
      bank: '',
      at: START,
      isNew: true,
      isAnswer: false,
    },
    {
      type: 'transaction',
      audit,
      status: 'declined',
      bank: expect.stringMatching(/^51 ./),
      at: START,
      isNew: false,
      isAnswer: true,
    },
  ])
})

test('a frozen world that is far behind catches up at once, a running one in parts', () => {
  const frozen = bareWorld(START).world
  const { world: running, real } = bareWorld(START, 'running')
  for (let i = 0; i <= PER_TURN; i += 1) {
    make(frozen, { bsb: '062-000' })
    make(running, { bsb: '062-000' })
  }
  frozen.commit([metaChange('clock', { mode: 'frozen', at: CLEARED })])
  real.now = CLEARED
  expect(frozen.run((_context, fired) => fired.length)).toBe(PER_TURN + 1)
  expect(running.run((_context, fired) => fired.length)).toBe(PER_TURN)
  expect(running.run((_context, fired) => fired.length)).toBe(1)
})

test('a running world is not woken again for what was called off', () => {
  const { world, real, wakes } = bareWorld(START, 'running')
  const { audit } = make(world, { bsb: '062-000' })
  make(world, { operation: 'void', target: audit })
  real.now = CLEARED
  expect(world.run((_context, fired) => fired)).toEqual([])
  expect(wakes.at(-1)).toBeUndefined()
})

describe('a hold that ends', () => {
  test('has expired if it could have been completed, and its status stays', () => {
    const { world } = bareWorld(START)
    const { audit } = make(world, { operation: 'preauthorisation' })
    const fired = advance(world, START + 8 * DAY)
    expect(fired).toEqual([{ at: START + 7 * DAY, event: 'preauthorisation_expired', audit }])
    expect(statusesIn(world)).toEqual(['approved'])
  })

  test('ends unheard if it was completed or voided', () => {
    const { world } = bareWorld(START)
    const [one, other] = [1, 2].map(() => make(world, { operation: 'preauthorisation' }).audit)
    make(world, { operation: 'completion', target: one ?? 0 })
    make(world, { operation: 'void', target: other ?? 0 })
    expect(scheduled(world)).toEqual([])
    expect(advance(world, START + 8 * DAY)).toEqual([])
  })
})

test('a move that has become impossible passes unheard', () => {
  const { world } = bareWorld(START)
  const after = (ms: number) => ({ after: { kind: 'elapsed', ms }, status: 'approved' }) as const
  useRules(world, { when: {}, outcome: { status: 'pending', resolves: [after(1), after(2)] } })
  const transaction = make(world)
  expect(stillDue(world, transaction).map(({ at }) => at)).toEqual([START + 1])
  expect(advance(world, START + 9).map(({ at }) => at)).toEqual([START + 1])
  expect(world.records.transaction(transaction.audit)?.due).toEqual([])
})

describe('what is scheduled', () => {
  /** A debit that clears and comes back later, and another that is lodged in between. */
  function two() {
    const { world } = bareWorld(START)
    const returned = make(world, { bsb: '032-060' }).audit
    advance(world, START + DAY)
    const other = make(world, { bsb: '062-000' }).audit
    return { world, returned, other }
  }

  test('comes in the order of time, whichever transaction it belongs to', () => {
    const { world, returned, other } = two()
    const all = [
      [returned, 'cleared'],
      [other, 'cleared'],
      [returned, 'returned'],
    ]
    expect(scheduled(world).map(({ audit, event }) => [audit, event])).toEqual(all)
    for (const limit of [1, 2, 3, 4]) {
      const found = scheduled(world, limit).map(({ audit, event }) => [audit, event])
      expect(found).toEqual(all.slice(0, limit))
    }
  })

  test('is listed once, though a rehearsal has called it off and on again', () => {
    const { world, returned, other } = two()
    world.rehearse(() => make(world, { operation: 'void', target: other }))
    expect(scheduled(world).map(({ audit }) => audit)).toEqual([returned, other, returned])
  })
})

test('what will become of a transaction: a slow answer, its next move, or what it is', () => {
  const { world } = bareWorld(START)
  const planned = (audit: number) => {
    const transaction = world.records.transaction(audit)
    return transaction && plannedStatus(world.records, transaction)
  }
  expect(planned(make(world).audit)).toBe('approved')
  expect(planned(make(world, { bsb: '062-000' }).audit)).toBe('approved')
  expect(planned(make(world, { bsb: '032-051' }).audit)).toBe('declined')
  expect(planned(make(world, { operation: 'preauthorisation' }).audit)).toBe('approved')
  useRules(world, { when: {}, outcome: { delayMs: 1, responseCode: '51' } })
  const { audit, decide } = process(world)
  expect([world.records.transaction(audit)?.status, planned(audit)]).toEqual([
    'unknown',
    'declined',
  ])
  decide?.()
  expect(planned(audit)).toBe('declined')
  advance(world, START + HOUR)
})
