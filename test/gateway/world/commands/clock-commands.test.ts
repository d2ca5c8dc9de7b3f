import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, type Instant } from '../../../../src/domain/time/instant.ts'
import {
  advanceClock,
  advanceInTurns,
  catchUpInTurns,
  setClockMode,
} from '../../../../src/gateway/world/commands/clock-commands.ts'
import type { FiredEvent } from '../../../../src/gateway/world/events.ts'
import { PER_TURN } from '../../../../src/gateway/world/transaction-moves.ts'
import type { World } from '../../../../src/gateway/world/world.ts'
import { bareWorld, make } from '../../../support/bare-world.ts'
import { advance } from '../../../support/world-time.ts'

const START = Date.parse('2026-03-10T01:00:00Z')
const CLEARED = Date.parse('2026-03-12T22:00:00Z')

describe('a running world asks to be woken for what comes next', () => {
  test('when it is planned, when time passes, and not at all once nothing is left', () => {
    const { world, real, wakes } = bareWorld(START, 'running')
    expect(wakes).toEqual([])
    make(world, { bsb: '062-000' })
    expect(wakes).toEqual([CLEARED - START])
    make(world, { amount: 9_700_099 })
    expect(wakes.at(-1)).toBe(30_000)
    world.run((context) => advanceClock(world, context, { to: START + HOUR, subject: 'nothing' }))
    expect(wakes.at(-1)).toBe(CLEARED - START - HOUR)
    real.now += 30 * DAY
    world.run(() => undefined)
    expect(wakes.at(-1)).toBeUndefined()
  })

  test('never while it is frozen, and again when it is resumed', () => {
    const { world, wakes } = bareWorld(START)
    make(world, { bsb: '062-000' })
    expect(wakes.filter((inMs) => inMs !== undefined)).toEqual([])
    world.run((context) => setClockMode(world, context, 'running'))
    expect(wakes.at(-1)).toBe(CLEARED - START)
    world.run((context) => setClockMode(world, context, 'frozen'))
    expect(wakes.at(-1)).toBeUndefined()
  })
})

test('sandbox time never goes back, whatever the machine’s clock does', () => {
  const { world, real } = bareWorld(START, 'running')
  expect(world.now()).toBe(START)
  real.now -= DAY
  expect(world.now()).toBe(START)
  world.run((context) => setClockMode(world, context, 'frozen'))
  expect(world.now()).toBe(START)
  world.run((context) => setClockMode(world, context, 'running'))
  real.now += HOUR
  expect(world.now()).toBe(START + HOUR)
})

test('a long agenda of later days does not keep the clock from arriving', async () => {
  const { world } = bareWorld(START)
  for (let i = 0; i <= PER_TURN; i += 1) make(world, { bsb: '062-000' })
  const to = START + HOUR
  expect(await advanceInTurns(world, () => ({ to, subject: 'nothing' }))).toEqual([])
  expect(world.now()).toBe(to)
  const told: Instant[] = []
  world.events.listen((event) => event.type === 'clock' && told.push(event.now))
  const fired = await advanceInTurns(world, () => ({ to: CLEARED + HOUR, subject: 'nothing' }))
  expect(fired).toHaveLength(PER_TURN + 1)
  // Between the turns, the clock stands just before what comes next.
  expect(told).toEqual([CLEARED - 1, CLEARED + HOUR])
})

/** Makes so many direct debits, which all clear at one instant. */
function lodge(world: World, count: number): void {
  for (let i = 0; i < count; i += 1) make(world, { bsb: '062-000' })
}

function statusesIn({ records }: World): readonly string[] {
  const all = records.keys('transactions').map((audit) => records.transaction(Number(audit)))
  return [...new Set(all.flatMap((one) => one?.status ?? []))]
}

/** What watchers hear of the clock: where it is, how it is stored, and how much has happened. */
function hearing(world: World) {
  const told: { now: Instant; clock: World['clock']; fired: number }[] = []
  world.events.listen((event) => {
    if (event.type !== 'clock') return
    told.push({ now: event.now, clock: world.clock, fired: event.fired.length })
  })
  return told
}

test('a long way goes in turns: each is stored, and told with what has happened in it', async () => {
  const { world } = bareWorld(START)
  lodge(world, 2 * PER_TURN + 1)
  const told = hearing(world)
  let between: readonly string[] = []
  setImmediate(() => {
    between = statusesIn(world)
  })
  const fired = await advanceInTurns(world, () => ({ to: CLEARED, subject: 'nothing' }))
  expect(fired.map(({ audit }) => audit)).toEqual(world.records.keys('transactions'))
  expect(told).toEqual([
    { now: CLEARED - 1, clock: expect.objectContaining({ at: CLEARED - 1 }), fired: PER_TURN },
    { now: CLEARED - 1, clock: expect.objectContaining({ at: CLEARED - 1 }), fired: PER_TURN },
    { now: CLEARED, clock: expect.objectContaining({ at: CLEARED }), fired: 1 },
  ])
  // Other requests have run meanwhile.
  expect(between).toEqual(['approved', 'pending'])
})

test('a running clock is still while it is moved in turns, and runs again afterwards', async () => {
  const { world, real } = bareWorld(START, 'running')
  lodge(world, PER_TURN + 1)
  const to = CLEARED + HOUR
  const stop = world.events.listen((event) => {
    if (event.type === 'clock') real.now += 2 * HOUR
  })
  const fired = await advanceInTurns(world, () => ({ to, subject: 'nothing' }))
  stop()
  expect(fired).toHaveLength(PER_TURN + 1)
  expect(world.now()).toBe(to + 2 * HOUR)
  real.now += HOUR
  expect(world.now()).toBe(to + 3 * HOUR)
})

test('an advance reports what was scheduled before it, too', async () => {
  const { world, real } = bareWorld(START, 'running')
  make(world, { bsb: '062-000' })
  real.now = CLEARED + HOUR
  const to = CLEARED + 2 * HOUR
  const fired = await advanceInTurns(world, () => ({ to, subject: 'nothing' }))
  expect(fired).toMatchObject([{ at: CLEARED, event: 'cleared' }])
})

test('what was scheduled while a world was closed happens in turns, to the last', async () => {
  const { world, real } = bareWorld(START, 'running')
  lodge(world, 2 * PER_TURN)
  real.now = CLEARED
  let between: readonly string[] = []
  setImmediate(() => {
    between = statusesIn(world)
  })
  await catchUpInTurns(world)
  expect(statusesIn(world)).toEqual(['approved'])
  await nextTurn()
  expect(between).toEqual(['approved', 'pending'])
})

test('watchers hear when the clock stops and when it runs again, each once', () => {
  const { world } = bareWorld(START)
  const told: [string, Instant, readonly FiredEvent[]][] = []
  world.events.listen((event) => {
    if (event.type === 'clock') told.push([event.mode, event.now, event.fired])
  })
  for (const mode of ['frozen', 'running', 'running', 'frozen'] as const) {
    world.run((context) => setClockMode(world, context, mode))
  }
  expect(told).toEqual([
    ['running', START, []],
    ['frozen', START, []],
  ])
})

test('a clock that stays where it is is neither stored nor told; another mode is', () => {
  const { world } = bareWorld(START)
  const told = hearing(world)
  const { pulse } = world.events
  expect(advance(world, START)).toEqual([])
  expect([told, world.events.pulse]).toEqual([[], pulse])
  const there = { to: START, subject: 'nothing', mode: 'running' } as const
  world.run((context) => advanceClock(world, context, there))
  expect(world.clock.mode).toBe('running')
  expect(told).toMatchObject([{ now: START, fired: 0 }])
})
