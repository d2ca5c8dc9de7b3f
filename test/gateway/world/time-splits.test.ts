import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../../src/domain/time/instant.ts'
import type { FiredEvent } from '../../../src/gateway/world/events.ts'
import { parseTransaction } from '../../../src/gateway/world/records/indexes/transaction-index.ts'
import { scheduled } from '../../../src/gateway/world/transaction-moves.ts'
import type { World } from '../../../src/gateway/world/world.ts'
import type { ScenarioDocument } from '../../../src/scenario/scenario-document.ts'
import { bareWorld, make } from '../../support/bare-world.ts'
import { advance } from '../../support/world-time.ts'

// The week before Easter, so that holidays and the end of daylight saving are always near.
const START = Date.parse('2026-03-27T12:00:00+11:00')

/** Several things planned for one transaction at the very same instant. */
const ties: ScenarioDocument = {
  name: 'ties',
  rules: [
    {
      when: { operation: 'purchase', amount: 3_000_001 },
      outcome: {
        resolves: [
          { after: 'clearance', status: 'approved' },
          { after: '3 banking days after lodging', status: 'declined', response_code: '4' },
        ],
      },
    },
    {
      when: { operation: 'purchase', amount: 3_000_002 },
      outcome: {
        resolves: [
          { after: 'return', status: 'approved' },
          { after: '2 banking days after lodging', status: 'declined', response_code: '6' },
          { after: '2 banking days after lodging', status: 'approved' },
        ],
      },
    },
    {
      when: { operation: 'preauthorisation', amount: 3_000_003 },
      outcome: { status: 'unknown', resolves: { after: '7d', status: 'approved' } },
    },
  ],
}

const kinds = [
  { amount: 3_000_001, bsb: '062-000' },
  { amount: 3_000_002, bsb: '062-000' },
  { operation: 'preauthorisation', amount: 3_000_003 },
  { bsb: '062-000' },
  { bsb: '032-051' },
  { bsb: '032-050' },
  { bsb: '032-060' },
  { bsb: '032-070' },
  { amount: 2_000_004, bsb: '062-000' },
  { amount: 9_700_099 },
  { operation: 'preauthorisation' },
  { operation: 'standalone_refund', bsb: '062-000' },
  { operation: 'void' },
  { operation: 'refund' },
] as const

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  wait: fc.integer({ min: 0, max: 2 * DAY }),
})

const plan = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  length: fc.integer({ min: 0, max: 40 * DAY }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
})

/** Acts on the latest transaction where the kind needs one, and passes over what is refused. */
function act(world: World, kind: (typeof kinds)[number], at: number): void {
  const needsTarget = 'operation' in kind && ['void', 'refund'].includes(kind.operation)
  const target = world.records.nextAudit - 1
  if (needsTarget && world.records.transaction(target) === undefined) return
  try {
    make(world, needsTarget ? { ...kind, target } : kind)
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'Problem')) throw cause
  }
  expect(world.now()).toBe(at)
}

/** What a world holds, but for the correlation ids, which no two worlds share. */
function stateOf(world: World): unknown {
  return world.records
    .lines('transactions')
    .map((line) => ({ ...parseTransaction(line), correlation: undefined }))
}

/** Transactions for which something was planned that is past and has not come about. */
function overdue(world: World): readonly number[] {
  return world.records
    .lines('transactions')
    .map(parseTransaction)
    .filter(({ due }) => due.some(({ at }) => at <= world.now()))
    .map(({ audit }) => audit)
}

test('any split of an interval into advances gives the same history as one advance', () => {
  fc.assert(
    fc.property(plan, ({ steps, length, cuts }) => {
      const whole = bareWorld(START, 'frozen', ties).world
      const parts = bareWorld(START, 'frozen', ties).world
      const fired: Record<'whole' | 'parts', FiredEvent[]> = { whole: [], parts: [] }
      let at = START
      const pass = (to: number): void => {
        fired.whole.push(...advance(whole, to))
        for (const cut of [...cuts].sort((one, other) => one - other)) {
          fired.parts.push(...advance(parts, at + Math.floor((to - at) * cut)))
        }
        fired.parts.push(...advance(parts, to))
        at = to
      }
      for (const { kind, wait } of steps) {
        pass(at + wait)
        act(whole, kind, at)
        act(parts, kind, at)
      }
      pass(at + length)
      expect(stateOf(parts)).toEqual(stateOf(whole))
      expect(fired.parts).toEqual(fired.whole)
      expect(parts.now()).toBe(whole.now())
    }),
    { numRuns: 60 },
  )
})

test('living through an interval gives the same history as advancing over it', () => {
  fc.assert(
    fc.property(plan, ({ steps, length, cuts }) => {
      const jumped = bareWorld(START, 'frozen', ties).world
      const { world: lived, real } = bareWorld(START, 'running', ties)
      let at = START
      const pass = (to: number): void => {
        advance(jumped, to)
        for (const cut of [...cuts].sort((one, other) => one - other)) {
          real.now = at + Math.floor((to - at) * cut)
          lived.run(() => undefined)
        }
        real.now = to
        lived.run(() => undefined)
        at = to
      }
      for (const { kind, wait } of steps) {
        pass(at + wait)
        act(jumped, kind, at)
        act(lived, kind, at)
      }
      pass(at + length)
      expect(stateOf(lived)).toEqual(stateOf(jumped))
    }),
    { numRuns: 60 },
  )
})

test('all that is scheduled happens in its time, and nothing else does', () => {
  fc.assert(
    fc.property(plan, ({ steps, length }) => {
      const { world } = bareWorld(START, 'frozen', ties)
      const pass = (to: number): void => {
        const expected = scheduled(world).filter(({ at }) => at <= to)
        const fired = advance(world, to)
        expect(fired.map(({ from: _from, to: _to, ...event }) => event)).toEqual(expected)
        expect(overdue(world)).toEqual([])
      }
      for (const { kind, wait } of steps) {
        pass(world.now() + wait)
        act(world, kind, world.now())
      }
      pass(world.now() + length)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['a debit', { amount: 3_000_001, bsb: '062-000' }, ['cleared approved', 'returned declined']],
  [
    'a hold',
    { operation: 'preauthorisation', amount: 3_000_003 },
    ['resolved approved', 'preauthorisation_expired undefined'],
  ],
] as const)('two events for %s at one instant both happen', (_what, kind, events) => {
  const { world } = bareWorld(START, 'frozen', ties)
  make(world, kind)
  const fired = advance(world, START + 30 * DAY)
  expect(fired.map(({ event, to }) => `${event} ${to}`)).toEqual(events)
  expect(new Set(fired.map(({ at }) => at)).size).toBe(1)
  expect(overdue(world)).toEqual([])
})

test('each thing happens at its own instant, in the order of time, ties by audit number', () => {
  const { world } = bareWorld(START)
  for (let i = 0; i < 20; i += 1) {
    make(world, { bsb: i % 2 === 0 ? '062-000' : '032-056' })
    advance(world, world.now() + 5 * HOUR)
  }
  const fired = advance(world, world.now() + 30 * DAY)
  const sorted = [...fired].sort(
    (one, other) => one.at - other.at || (one.audit ?? 0) - (other.audit ?? 0),
  )
  expect(fired).toEqual(sorted)
  for (const { at, audit, to } of fired) {
    const moves = world.records.transaction(audit ?? 0)?.moves ?? []
    expect(moves.at(-1)).toEqual({ at, from: 'pending', to, cause: 'due' })
  }
})

test('ten thousand pending debits clear by one advance, in order', () => {
  const { world } = bareWorld(START)
  for (let i = 0; i < 10_000; i += 1) {
    if (i === 5000) advance(world, world.now() + DAY)
    make(world, { bsb: '062-000' })
  }
  const fired = advance(world, world.now() + 30 * DAY)
  const audits = world.records.lines('transactions').map((_line, i) => 1_000_001 + i)
  expect(fired.map(({ audit }) => audit)).toEqual(audits)
  expect(new Set(fired.map(({ event, to }) => `${event} ${to}`))).toEqual(
    new Set(['cleared approved']),
  )
  expect([...new Set(fired.map(({ at }) => at))]).toEqual([
    Date.parse('2026-04-01T09:00:00+11:00'),
    // Lodged on the Monday after the weekend.
    Date.parse('2026-04-02T09:00:00+11:00'),
  ])
})
