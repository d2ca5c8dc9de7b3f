import { isoUtc } from '../../domain/time/instant.ts'
import type { World } from '../../world/world.ts'

/** Node cannot wait longer in one go; it is then set again. */
const LONGEST = 2 ** 31 - 1

/** One wake-up for each world that has something coming, so that it happens while nobody calls. */
export class AlarmClock {
  readonly #timers = new Map<World, NodeJS.Timeout>()
  readonly #log: (line: string, cause?: unknown) => void

  constructor(log: (line: string, cause?: unknown) => void) {
    this.#log = log
  }

  readonly wake = (world: World, inMs: number | undefined): void => {
    clearTimeout(this.#timers.get(world))
    this.#timers.delete(world)
    if (inMs === undefined) return
    // A millisecond more, since timers may go off a little early.
    // What keeps a process alive is its server.
    const timer = setTimeout(() => this.#ring(world), Math.min(inMs + 1, LONGEST)).unref()
    this.#timers.set(world, timer)
  }

  #ring(world: World): void {
    world.clearAlarm()
    const fired = world.run((_ground, caughtUp) => caughtUp)
    world.setAlarm()
    if (fired.length === 0) return
    world.durable()?.catch((cause: unknown) => {
      this.#log(`What fell due until ${isoUtc(world.now())} could not be stored`, cause)
    })
  }
}
