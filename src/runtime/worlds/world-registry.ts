import { problem } from '../../http/request-problem.ts'
import type { Snapshots } from '../../store/port/snapshots.ts'
import { stateIntake } from '../../world/commands/state-commands.ts'
import type { Loader } from '../../world/records/medium.ts'
import { Records } from '../../world/records/records.ts'
import { fillAtStart, type StartState } from '../../world/start-state.ts'
import type { Surroundings } from '../../world/surroundings.ts'
import { World } from '../../world/world.ts'
import type { WorldHome } from './world-home.ts'

export const DEFAULT_WORLD = 'default'

interface RegistryParts {
  readonly home: WorldHome
  readonly start: StartState
  readonly surroundings: Surroundings
  /** How many worlds there may be at a time. */
  readonly limit: number
  /** Called with each world before anybody else gets it. */
  readonly opened: (world: World, from: 'store' | 'nothing') => void
  /** So many kept worlds stay open, and more only as long as they are used. */
  readonly idle?: { readonly open: number; readonly ms: number }
}

/** A request may take five minutes to arrive: what has been idle for twice as long has none. */
const usualIdle = { open: 100, ms: 600_000 }

/** All worlds of this process, each made when it is first asked for. */
export class WorldRegistry {
  /** Of all that there are, open or kept on disk. */
  readonly #names = new Set<string>()
  readonly #worlds = new Map<string, World>()
  readonly #usedAt = new Map<string, number>()
  /** Those that were made since, and how often each was asked for. */
  readonly #asked = new Map<string, number>()
  readonly #opening = new Map<string, Promise<World>>()
  readonly #closing = new Map<string, Promise<unknown>>()
  readonly #removing = new Map<string, Promise<boolean>>()
  readonly #parts: RegistryParts

  constructor(parts: RegistryParts) {
    this.#parts = parts
  }

  ready(name: string): World | undefined {
    const world = this.#worlds.get(name)
    if (world !== undefined) this.#use(name)
    return world
  }

  #use(name: string): void {
    if (name === DEFAULT_WORLD) return
    this.#usedAt.set(name, performance.now())
    const asked = this.#asked.get(name)
    if (asked !== undefined) this.#asked.set(name, asked + 1)
  }

  /** Two who ask at once get the same world. */
  open(name: string): Promise<World> {
    const ready = this.ready(name)
    if (ready) return Promise.resolve(ready)
    if (!this.#names.has(name)) this.#asked.set(name, 0)
    const opening = this.#opening.get(name) ?? this.#make(name)
    this.#opening.set(name, opening)
    this.#use(name)
    return opening
  }

  /**
   * Finds what is kept and opens the default world. The others are opened when they are first used:
   * what was planned in them meanwhile happens then, each thing at its own time.
   */
  async openKept(which: 'default' | 'all'): Promise<void> {
    for (const name of await this.#parts.home.names()) this.#names.add(name)
    await this.open(DEFAULT_WORLD)
    if (which === 'all') for (const name of this.#names) await this.open(name)
  }

  /** Those that are open, by name, the default one first. */
  list(): readonly World[] {
    return [...this.#worlds.values()].sort((one, other) => byName(one.name, other.name))
  }

  /** Of all, open or kept on disk, in the same order. */
  names(): readonly string[] {
    return [...this.#names].sort(byName)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** The first so many of all there are, in the same order; those on disk are opened for it. */
  async page(limit: number): Promise<readonly World[]> {
    const worlds: World[] = []
    for (const name of this.names().slice(0, limit)) worlds.push(await this.open(name))
    return worlds
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

  /** Takes a world away that was made for one who has no use for it, unless others asked for it too. */
  async abandon(name: string): Promise<boolean> {
    return this.#asked.get(name) === 1 && (await this.remove(name))
  }

  async close(): Promise<void> {
    await Promise.allSettled([
      ...this.#opening.values(),
      ...this.#closing.values(),
      ...this.#removing.values(),
    ])
    const closed = await Promise.allSettled(this.list().map((world) => world.close()))
    await this.#parts.home.close()
    for (const result of closed) if (result.status === 'rejected') throw result.reason
  }

  async #make(name: string): Promise<World> {
    const isNew = !this.#names.has(name)
    try {
      // Whoever comes while it is being removed gets a new one.
      await this.#removing.get(name)
      await this.#closing.get(name)
      this.#refuseTooMany(name)
      this.#names.add(name)
      return await this.#opened(name)
    } catch (error) {
      if (isNew) this.#forget(name)
      throw error
    } finally {
      this.#opening.delete(name)
    }
  }

  async #opened(name: string): Promise<World> {
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
    if (from === 'nothing' && start.baseline !== undefined) {
      fillAtStart(records, start)
      medium.replace(records.image(), () => undefined)
    }
    world = new World(name, { records, medium, start, surroundings })
    this.#worlds.set(name, world)
    opened(world, from)
    world.setAlarm()
    this.#closeIdle()
    return world
  }

  #refuseTooMany(name: string): void {
    const { limit } = this.#parts
    if (this.#names.has(name) || this.#names.size < limit) return
    const message = `There are ${limit} worlds already; remove some, or raise worlds.limit in the config`
    throw problem('too_many_worlds', message, ['path', 'world'])
  }

  /** Each open world holds a file: beyond some, those that nobody has used for long are closed. */
  #closeIdle(): void {
    const { home, idle = usualIdle } = this.#parts
    const kept = [...this.#usedAt].filter(([name]) => this.#worlds.has(name) && home.isKept(name))
    const before = performance.now() - idle.ms
    const old = kept.filter(([, usedAt]) => usedAt <= before).sort(([, a], [, b]) => a - b)
    for (const [name] of old.slice(0, Math.max(0, kept.length - idle.open))) this.#rest(name)
  }

  #rest(name: string): void {
    const world = this.#worlds.get(name)
    // Someone listens to it, or waits for an answer of it.
    if (world === undefined || world.events.isWatched || world.unanswered.size > 0) return
    this.#worlds.delete(name)
    this.#usedAt.delete(name)
    const closing = world.close().finally(() => this.#closing.delete(name))
    this.#closing.set(name, closing)
    // Whoever opens it next meets the failure.
    closing.catch(() => undefined)
  }

  #forget(name: string): void {
    this.#names.delete(name)
    this.#usedAt.delete(name)
    this.#asked.delete(name)
  }

  async #unmake(name: string): Promise<boolean> {
    try {
      await this.#closing.get(name)
      const world = this.#worlds.get(name) ?? (await this.#opening.get(name))
      if (!this.#names.has(name)) return false
      this.#worlds.delete(name)
      await world?.close()
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
