import type { Medium } from '../world/medium.ts'
import { Records } from '../world/records.ts'
import { type StartState, type Surroundings, World } from '../world/world.ts'

export const DEFAULT_WORLD = 'default'

/** Opens what a world's data is kept on, and fills its records from it. */
export type OpenMedium = (name: string, records: Records) => Promise<Medium>

/** All worlds of this process, each made when it is first asked for. */
export class WorldRegistry {
  readonly #worlds = new Map<string, World>()
  readonly #opening = new Map<string, Promise<World>>()
  readonly #openMedium: OpenMedium
  readonly #start: StartState
  readonly #surroundings: Surroundings

  constructor(parts: {
    readonly openMedium: OpenMedium
    readonly start: StartState
    readonly surroundings: Surroundings
  }) {
    this.#openMedium = parts.openMedium
    this.#start = parts.start
    this.#surroundings = parts.surroundings
  }

  ready(name: string): World | undefined {
    return this.#worlds.get(name)
  }

  /** Two who ask at once get the same world. */
  open(name: string): Promise<World> {
    const ready = this.#worlds.get(name)
    if (ready) return Promise.resolve(ready)
    const opening = this.#opening.get(name) ?? this.#make(name)
    this.#opening.set(name, opening)
    return opening
  }

  list(): readonly World[] {
    return [...this.#worlds.values()]
  }

  async remove(name: string): Promise<boolean> {
    const world = this.#worlds.get(name)
    if (world === undefined) return false
    this.#worlds.delete(name)
    await world.close()
    return true
  }

  async close(): Promise<void> {
    await Promise.all(this.#opening.values())
    await Promise.all(this.list().map((world) => world.close()))
  }

  async #make(name: string): Promise<World> {
    try {
      const records = new Records()
      const medium = await this.#openMedium(name, records)
      const start = this.#start
      const world = new World(name, { records, medium, start, surroundings: this.#surroundings })
      this.#worlds.set(name, world)
      world.setAlarm()
      return world
    } finally {
      this.#opening.delete(name)
    }
  }
}
