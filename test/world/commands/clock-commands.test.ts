import { describe, expect, test } from 'vitest'
import { DAY, HOUR, type Instant } from '../../../src/domain/time/instant.ts'
import {
  advanceClock,
  advanceInTurns,
  setClockMode,
} from '../../../src/world/commands/clock-commands.ts'
import { PER_TURN } from '../../../src/world/transaction-moves.ts'
import { bareWorld, make } from '../../support/bare-world.ts'

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

test('a frozen clock takes no notice of real time, and is resumed from where it stood', () => {
  const { world, real } = bareWorld(START)
  real.now += 5 * DAY
  expect(world.now()).toBe(START)
  world.run((context) => setClockMode(world, context, 'running'))
  expect(world.now()).toBe(START)
  real.now += HOUR
  expect(world.now()).toBe(START + HOUR)
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

test('freezing a world that is frozen and resuming one that runs change nothing', () => {
  const { world, real } = bareWorld(START)
  world.run((context) => setClockMode(world, context, 'frozen'))
  expect(world.clock).toMatchObject({ mode: 'frozen', at: START })
  world.run((context) => setClockMode(world, context, 'running'))
  real.now += HOUR
  const { clock } = world
  world.run((context) => setClockMode(world, context, 'running'))
  expect(world.clock).toEqual(clock)
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
