import { problem } from '../../http/request-problem.ts'
import type { Snapshots } from '../../store/port/snapshots.ts'
import { catchUpInTurns } from '../../world/commands/clock-commands.ts'
import { stateIntake } from '../../world/commands/state-commands.ts'
import type { Environment } from '../../world/environment.ts'
import type { Loader } from '../../world/records/medium.ts'
import { Records } from '../../world/records/records.ts'
import { fillAtStart, type StartState } from '../../world/start-state.ts'
import { World } from '../../world/world.ts'
import { type OpenBounds, RestingWorlds, usualBounds } from './resting-worlds.ts'
import type { WorldHome } from './world-home.ts'

export const DEFAULT_WORLD = 'default'

interface RegistryParts {
  readonly home: WorldHome
  readonly start: StartState
  readonly environment: Environment
  /** How many worlds there may be at a time. */
  readonly limit: number
  /** Called with each world before anyone else gets it. */
  readonly opened: (world: World, from: 'store' | 'nothing') => void
  readonly bounds?: OpenBounds
}

/** All worlds of this process, each created at its first use. */
export class WorldRegistry {
  /** The names of all worlds, open or only on disk. */
  readonly #names = new Set<string>()
  readonly #worlds = new Map<string, World>()
  readonly #opening = new Map<string, Promise<World>>()
  readonly #removing = new Map<string, Promise<boolean>>()
  readonly #resting: RestingWorlds
  readonly #parts: RegistryParts

  constructor(parts: RegistryParts) {
    this.#parts = parts
    const { home, bounds = usualBounds() } = parts
    const isKept = (name: string) => name !== DEFAULT_WORLD && home.isKept(name)
    this.#resting = new RestingWorlds({ worlds: this.#worlds, isKept, bounds })
  }

  ready(name: string): World | undefined {
    const world = this.#worlds.get(name)
    if (world !== undefined && name !== DEFAULT_WORLD) this.#resting.use(name)
    return world
  }

  /** Concurrent calls get the same world. */
  open(name: string): Promise<World> {
    const ready = this.ready(name)
    if (ready) return Promise.resolve(ready)
    const opening = this.#opening.get(name) ?? this.#make(name)
    this.#opening.set(name, opening)
    if (name !== DEFAULT_WORLD) this.#resting.use(name)
    return opening
  }

  /**
   * Finds the stored worlds and opens the default one. The others open at their first use; events
   * that fell due meanwhile happen then, each at its own time.
   */
  async openKept(which: 'default' | 'all'): Promise<void> {
    for (const name of await this.#parts.home.names()) this.#names.add(name)
    await this.open(DEFAULT_WORLD)
    if (which === 'all') for (const name of this.#names) await this.open(name)
  }

  /** The open worlds by name, the default one first. */
  list(): readonly World[] {
    return [...this.#worlds.values()].sort((one, other) => byName(one.name, other.name))
  }

  /** The names of all worlds, open or on disk, in the same order. */
  names(): readonly string[] {
    return [...this.#names].sort(byName)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Calls `tell` for the first `limit` worlds. A world on disk is opened only for that call. */
  async page<T>(limit: number, tell: (world: World) => T): Promise<readonly T[]> {
    const told: T[] = []
    for (const name of this.names().slice(0, limit)) {
      // The world may have been removed meanwhile.
      if (!this.#names.has(name)) continue
      const ready = this.#worlds.get(name)
      told.push(tell(ready ?? (await this.open(name))))
      if (ready === undefined) this.#resting.rest(name)
      await this.#resting.closing(name)
    }
    return told
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
    await Promise.allSettled([
      ...this.#opening.values(),
      this.#resting.closed(),
      ...this.#removing.values(),
    ])
    const closed = await Promise.allSettled(this.list().map((world) => world.close()))
    await this.#parts.home.close()
    for (const result of closed) if (result.status === 'rejected') throw result.reason
  }

  async #make(name: string): Promise<World> {
    const isNew = !this.#names.has(name)
    try {
      // A caller that arrives during the removal gets a new world.
      await this.#removing.get(name)
      await this.#resting.closing(name)
      this.#refuseTooMany(name)
      this.#names.add(name)
      const open = () => this.#opened(name)
      return await (this.#parts.home.isKept(name) ? this.#resting.openInTurn(open) : open())
    } catch (error) {
      if (isNew) this.#forget(name)
      throw error
    } finally {
      this.#opening.delete(name)
    }
  }

  async #opened(name: string): Promise<World> {
    const { home, start, environment, opened } = this.#parts
    const records = new Records()
    let world: World | undefined
    const loader: Loader = {
      ...stateIntake(records, environment),
      remove: (table, key) => records.remove(table, key),
      // A reset replaces the world's records.
      image: () => (world?.records ?? records).image(),
    }
    const medium = await home.open(name, loader)
    const from = records.size('meta') > 0 ? 'store' : 'nothing'
    if (from === 'nothing' && start.baseline !== undefined) {
      fillAtStart(records, start)
      medium.replace(records.image(), () => undefined)
    }
    world = new World(name, { records, medium, start, environment })
    opened(world, from)
    await catchUpInTurns(world)
    await world.rules.prepare()
    this.#worlds.set(name, world)
    world.setAlarm()
    this.#resting.closeOld()
    return world
  }

  #refuseTooMany(name: string): void {
    const { limit } = this.#parts
    if (this.#names.has(name) || this.#names.size < limit) return
    const message = `There are ${limit} worlds already; remove some, or raise worlds.limit in the config`
    throw problem('too_many_worlds', message, ['path', 'world'])
  }

  #forget(name: string): void {
    this.#names.delete(name)
    this.#resting.forget(name)
  }

  async #unmake(name: string): Promise<boolean> {
    try {
      await this.#resting.closing(name)
      const world = this.#worlds.get(name) ?? (await this.#opening.get(name))
      if (!this.#names.has(name)) return false
      this.#worlds.delete(name)
      // The world is being removed, so a failure to store its last changes does not matter.
      await world?.close().catch(() => undefined)
      await this.#parts.home.remove(name)
      this.#forget(name)
      return true
    } finally {
      this.#removing.delete(name)
    }
  }
}

function byName(one: string, other: string): number {
  if (one === DEFAULT_WORLD) return -1
  if (other === DEFAULT_WORLD) return 1
  return one < other ? -1 : 1
}
