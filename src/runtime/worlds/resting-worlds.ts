import { readFileSync } from 'node:fs'
import type { World } from '../../world/world.ts'

/** How many kept worlds stay open. */
export interface OpenBounds {
  /** So many whatever happens; more only as long as each is used within `ms`. */
  readonly open: number
  readonly ms: number
  /** No more than this, except while calls are under way in all of them. */
  readonly most: number
}

/** Half of the files is for connections, snapshots and all else. */
export function usualBounds(): OpenBounds {
  return { open: 100, ms: 600_000, most: Math.floor((openFilesLimit() ?? 1024) / 2) }
}

interface RestingParts {
  /** All that are open, by name. */
  readonly worlds: Map<string, World>
  /** Whether a world can be closed and opened again. */
  readonly isKept: (name: string) => boolean
  readonly bounds: OpenBounds
}

/** Closes kept worlds that nobody uses: each open one holds a file, and a process may not have many. */
export class RestingWorlds {
  readonly #parts: RestingParts
  /** The one that was used last comes last. */
  readonly #usedAt = new Map<string, number>()
  readonly #closing = new Map<string, Promise<unknown>>()

  constructor(parts: RestingParts) {
    this.#parts = parts
  }

  use(name: string): void {
    if (!this.#parts.isKept(name)) return
    this.#usedAt.delete(name)
    this.#usedAt.set(name, performance.now())
  }

  forget(name: string): void {
    this.#usedAt.delete(name)
  }

  /** Settles when a world that rests has let go of its files. */
  closing(name: string): Promise<unknown> | undefined {
    return this.#closing.get(name)
  }

  async closed(): Promise<void> {
    await Promise.allSettled(this.#closing.values())
  }

  /** Beyond some, those that nobody has used for long. */
  closeOld(): void {
    const { open, ms } = this.#parts.bounds
    const before = performance.now() - ms
    for (const [name, usedAt] of this.#usedAt) {
      if (usedAt > before || this.#open() <= open) return
      this.rest(name)
    }
  }

  /** For one more to be opened: those that were used least recently go, however long ago that is. */
  async makeRoom(): Promise<void> {
    const { most } = this.#parts.bounds
    for (const name of [...this.#usedAt.keys()]) {
      if (this.#open() < most) break
      this.rest(name)
    }
    while (this.#open() + this.#closing.size >= most && this.#closing.size > 0) {
      await Promise.race(this.#closing.values()).catch(() => undefined)
    }
  }

  /** Closes a world until it is used again, unless someone is in it. */
  rest(name: string): void {
    const { worlds } = this.#parts
    const world = worlds.get(name)
    if (world === undefined || world.isInUse) return
    worlds.delete(name)
    this.#usedAt.delete(name)
    const closing = world.close().finally(() => this.#closing.delete(name))
    this.#closing.set(name, closing)
    // Whoever opens it next meets the failure.
    closing.catch(() => undefined)
  }

  #open(): number {
    let open = 0
    for (const name of this.#usedAt.keys()) if (this.#parts.worlds.has(name)) open += 1
    return open
  }
}

const line = /^Max open files\s+(\d+)/m

/** How many files this process may have open at a time; undefined where the system does not say. */
function openFilesLimit(): number | undefined {
  try {
    const found = line.exec(readFileSync('/proc/self/limits', 'utf8'))
    return found === null ? undefined : Number(found[1])
  } catch {
    // Only Linux has such a file.
    return undefined
  }
}
