import { expect, test } from 'vitest'
import { DAY } from '../../../src/domain/time/instant.ts'
import { resetWorld } from '../../../src/gateway/world/commands/state-commands.ts'
import { Records } from '../../../src/gateway/world/records/records.ts'
import type { World } from '../../../src/gateway/world/world.ts'
import { bareWorld, make } from '../../support/bare-world.ts'
import { refusalOf } from '../../support/transaction.ts'
import { advance } from '../../support/world-time.ts'

const START = Date.parse('2026-03-10T01:00:00Z')

test.each<[string, (world: World) => unknown]>([
  ['a purchase', (world) => make(world)],
  ['an advance', (world) => advance(world, START + DAY)],
  ['a reset', resetWorld],
  ['another state', (world) => world.replace(new Records())],
])('%s that reaches a closed world is refused, and changes nothing', async (_what, act) => {
  const { world } = bareWorld(START)
  make(world, { bsb: '062-000' })
  await world.close()
  const before = world.records.image()
  expect(refusalOf(() => act(world))).toBe('not_found')
  expect(world.records.image()).toEqual(before)
})

test('a closed world asks for no wake-up, whatever was due in it', async () => {
  const { world, real, wakes } = bareWorld(START, 'running')
  make(world, { bsb: '062-000' })
  expect(wakes.at(-1)).toBeGreaterThan(0)
  await world.close()
  expect(wakes.at(-1)).toBeUndefined()
  const asked = wakes.length
  real.now += 30 * DAY
  expect(refusalOf(() => world.run(() => undefined))).toBe('not_found')
  world.clearAlarm()
  world.setAlarm()
  expect(wakes).toHaveLength(asked)
})
