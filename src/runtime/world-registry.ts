import type { Snapshots } from '../store/port/snapshots.ts'
import { stateIntake } from '../world/commands/state-commands.ts'
import type { Loader } from '../world/records/medium.ts'
import { Records } from '../world/records/records.ts'
import type { StartState } from '../world/start-state.ts'
import { type Surroundings, World } from '../world/world.ts'
import type { WorldHome } from './world-home.ts'

export const DEFAULT_WORLD = 'default'

interface RegistryParts {
  readonly home: WorldHome
  readonly start: StartState
  readonly surroundings: Surroundings
  /** Called with each world before anybody else gets it. */
  readonly opened: (world: World, from: 'store' | 'nothing') => void
}

/** All worlds of this process, each made when it is first asked for. */
export class WorldRegistry {
  readonly #worlds = new Map<string, World>()
  readonly #opening = new Map<string, Promise<World>>()
  readonly #removing = new Map<string, Promise<boolean>>()
  readonly #parts: RegistryParts

  constructor(parts: RegistryParts) {
    this.#parts = parts
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

  /** The default one and all that are kept: what was planned in them goes on. */
  async openKept(): Promise<void> {
    const kept = await this.#parts.home.names()
    for (const name of new Set([DEFAULT_WORLD, ...kept])) await this.open(name)
  }

  /** By name, the default one first. */
  list(): readonly World[] {
    return [...this.#worlds.values()].sort(byName)
  }

  snapshots(name: string): Snapshots {
    return this.#parts.home.snapshots(name)
  }

  /** With its data and snapshots; false if there is no such world. */
  remove(name: string): Promise<boolean> {
    const removing = this.#removing.get(name) ?? this.#unmake(name)
    this.#removing.set(name, removing)
    return removing
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#opening.values(), ...this.#removing.values()])
    const closed = await Promise.allSettled(this.list().map((world) => world.close()))
    await this.#parts.home.close()
    for (const result of closed) if (result.status === 'rejected') throw result.reason
  }

  async #make(name: string): Promise<World> {
    try {
      // Whoever comes while it is being removed gets a new one.
      await this.#removing.get(name)
      const { home, start, surroundings, opened } = this.#parts
      const records = new Records()
      let world: World | undefined
      const loader: Loader = {
        ...stateIntake(records, surroundings),
        remove: (table, key) => records.remove(table, key),
        // A reset gives a world new records.
        image: () => (world?.records ?? records).image(),
      }
      const medium = await home.open(name, loader)
      const from = records.size('meta') > 0 ? 'store' : 'nothing'
      world = new World(name, { records, medium, start, surroundings })
      this.#worlds.set(name, world)
      opened(world, from)
      world.setAlarm()
      return world
    } finally {
      this.#opening.delete(name)
    }
  }

  async #unmake(name: string): Promise<boolean> {
    try {
      const world = this.#worlds.get(name) ?? (await this.#opening.get(name))
      if (world === undefined) return false
      this.#worlds.delete(name)
      await world.close()
      await this.#parts.home.remove(name)
      return true
    } finally {
      this.#removing.delete(name)
    }
  }
}

function byName(one: World, other: World): number {
  if (one.name === DEFAULT_WORLD) return -1
  if (other.name === DEFAULT_WORLD) return 1
  return one.name < other.name ? -1 : 1
}
