import { readFileSync } from 'node:fs'
import type { World } from '../../world/world.ts'

/** How many kept worlds stay open. */
export interface OpenBounds {
  /** This many may always stay open; more only if each was used within `ms`. */
  readonly open: number
  readonly ms: number
  /** The hard limit, exceeded only while all open worlds have running calls. */
  readonly most: number
}

/**
 * Worlds get half of the open-file limit; connections, snapshots and the rest need the other half.
 */
export function usualBounds(): OpenBounds {
  return { open: 100, ms: 600_000, most: Math.floor((openFilesLimit() ?? 1024) / 2) }
}

interface RestingParts {
  /** The open worlds by name. */
  readonly worlds: Map<string, World>
  /** Whether a world can be closed and opened again. */
  readonly isKept: (name: string) => boolean
  readonly bounds: OpenBounds
}

/** Closes unused stored worlds: each open one holds a file, and a process may not have many. */
export class RestingWorlds {
  readonly #parts: RestingParts
  /** Ordered by last use, the most recent last. */
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

  /** Settles when a closing world has released its files. */
  closing(name: string): Promise<unknown> | undefined {
    return this.#closing.get(name)
  }

  async closed(): Promise<void> {
    await Promise.allSettled(this.#closing.values())
  }

  /** Beyond the guaranteed number, closes worlds that were not used for a while. */
  closeOld(): void {
    const { open, ms } = this.#parts.bounds
    const before = performance.now() - ms
    for (const [name, usedAt] of this.#usedAt) {
      if (usedAt > before || this.#open() <= open) return
      this.rest(name)
    }
  }

  /** Closes the least recently used worlds to make room for one more. */
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

  /** Closes a world until its next use, unless a call is running in it. */
  rest(name: string): void {
    const { worlds } = this.#parts
    const world = worlds.get(name)
    if (world === undefined || world.isInUse) return
    worlds.delete(name)
    this.#usedAt.delete(name)
    const closing = world.close().finally(() => this.#closing.delete(name))
    this.#closing.set(name, closing)
    // The next open of this world reports the failure.
    closing.catch(() => undefined)
  }

  #open(): number {
    let open = 0
    for (const name of this.#usedAt.keys()) if (this.#parts.worlds.has(name)) open += 1
    return open
  }
}

const line = /^Max open files\s+(\d+)/m

/** The open-file limit of this process; undefined if the system does not say. */
function openFilesLimit(): number | undefined {
  try {
    const found = line.exec(readFileSync('/proc/self/limits', 'utf8'))
    return found === null ? undefined : Number(found[1])
  } catch {
    // Only Linux has this file.
    return undefined
  }
}
