import type { Snapshots } from '../../gateway/store/port/snapshots.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import { catchUpInTurns } from '../../gateway/world/commands/clock-commands.ts'
import { stateIntake } from '../../gateway/world/commands/state-commands.ts'
import type { Environment } from '../../gateway/world/environment.ts'
import type { Loader } from '../../gateway/world/records/medium.ts'
import { Records } from '../../gateway/world/records/records.ts'
import { fillAtStart, type StartState } from '../../gateway/world/start-state.ts'
import { World } from '../../gateway/world/world.ts'
import type { WorldHome } from './world-home.ts'

export const DEFAULT_WORLD = 'default'

/** Each kept world holds a file open, and a start reads them all. */
const MOST_KEPT = 100

interface RegistryParts {
  readonly home: WorldHome
  readonly start: StartState
  readonly environment: Environment
  /** How many worlds there may be at a time. */
  readonly limit: number
  /** Called with each world before anyone else gets it. */
  readonly opened: (world: World, from: 'store' | 'nothing') => void
}

/** All worlds of this process: the stored ones from the start on, others from their first use on. */
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

  /** Concurrent calls get the same world. */
  open(name: string): Promise<World> {
    const ready = this.ready(name)
    if (ready) return Promise.resolve(ready)
    const opening = this.#opening.get(name) ?? this.#make(name)
    this.#opening.set(name, opening)
    return opening
  }

  /** Opens the stored worlds and the default one. */
  async openKept(): Promise<void> {
    for (const name of [DEFAULT_WORLD, ...(await this.#parts.home.names())]) await this.open(name)
  }

  /** The worlds by name, the default one first. */
  list(): readonly World[] {
    return [...this.#worlds.values()].sort(byName)
  }

  has(name: string): boolean {
    return this.#worlds.has(name)
  }

  snapshots(name: string): Snapshots {
    return this.#parts.home.snapshots(name)
  }

  /** Removes a world with its data and snapshots; false if there is none. */
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
      // A caller that arrives during the removal gets a new world.
      await this.#removing.get(name)
      this.#refuseTooMany(name)
      return await this.#opened(name)
    } finally {
      this.#opening.delete(name)
    }
  }

  async #opened(name: string): Promise<World> {
    const { home, start, environment, opened } = this.#parts
    const records = new Records()
    const loader: Loader = {
      ...stateIntake(records, environment),
      remove: (table, key) => records.remove(table, key),
      tables: records.tables,
    }
    const medium = await home.open(name, loader)
    const from = records.size('meta') > 0 ? 'store' : 'nothing'
    if (from === 'nothing' && start.baseline !== undefined) {
      fillAtStart(records, start)
      medium.replace(records.tables, () => undefined)
    }
    const world = new World(name, { records, medium, start, environment })
    opened(world, from)
    await catchUpInTurns(world)
    this.#worlds.set(name, world)
    world.setAlarm()
    return world
  }

  #refuseTooMany(name: string): void {
    const { limit, home } = this.#parts
    // This one is among the opening ones.
    const others = this.#worlds.size + this.#opening.size - 1
    const isKept = home.isKept(name)
    if (others < (isKept ? Math.min(limit, MOST_KEPT) : limit)) return
    const message =
      isKept && limit >= MOST_KEPT
        ? `There are ${MOST_KEPT} worlds already, the most that can be kept; remove some`
        : `There are ${limit} worlds already; remove some, or raise worlds.limit in the config`
    throw requestProblem('too_many_worlds', message, ['path', 'world'])
  }

  async #unmake(name: string): Promise<boolean> {
    try {
      const world = this.#worlds.get(name) ?? (await this.#opening.get(name))
      if (world === undefined) return false
      this.#worlds.delete(name)
      // The world is being removed, so a failure to store its last changes does not matter.
      await world.close().catch(() => undefined)
      await this.#parts.home.remove(name)
      return true
    } finally {
      this.#removing.delete(name)
    }
  }
}

function byName({ name: one }: World, { name: other }: World): number {
  if (one === DEFAULT_WORLD) return -1
  if (other === DEFAULT_WORLD) return 1
  return one < other ? -1 : 1
}
