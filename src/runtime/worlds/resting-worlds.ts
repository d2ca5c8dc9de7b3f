import { readdirSync, readFileSync } from 'node:fs'
import { isOutOfFiles } from '../../document/file-failure.ts'
import type { World } from '../../world/world.ts'

/** How many kept worlds stay open. */
export interface OpenBounds {
  /** This many may always stay open; more only if each was used within `ms`. */
  readonly open: number
  readonly ms: number
  /** The limit, exceeded only while all open worlds have running calls. */
  readonly most: number
  /** How many worlds may be opening and closing at a time. */
  readonly turns?: number
  /** Whether there are files for one more world beside this many. */
  readonly hasFiles?: (worlds: number) => boolean
}

/** So many worlds may always be open, if these many files can be opened. */
const FEW = 4
const FEW_FILES = 12

/** After this, a caller is refused if there is no file for its world. */
const LONGEST_WAIT_MS = 2000

/**
 * Worlds get a quarter of the open-file limit, and leave another quarter unused when they open:
 * connections come unasked, and a world that opens, closes or is compacted needs some more.
 */
export function usualBounds(): OpenBounds {
  const limit = openFilesLimit() ?? 1024
  const quarter = Math.floor(limit / 4)
  return {
    open: 100,
    ms: 600_000,
    most: quarter,
    turns: Math.max(1, Math.floor(quarter / 8)),
    hasFiles: (worlds) => limit - openFiles() >= (worlds < FEW ? FEW_FILES : quarter),
  }
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
  #opening = 0
  /** Settles when the last caller so far has room. */
  #line: Promise<void> = Promise.resolve()

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

  /** Opens a world when there is room for it; callers take turns. */
  async openInTurn<T>(open: () => Promise<T>): Promise<T> {
    const until = performance.now() + LONGEST_WAIT_MS
    this.#line = this.#line.then(() => this.#makeRoom(until))
    await this.#line
    try {
      return await open()
    } finally {
      this.#opening -= 1
    }
  }

  /** Closes the least recently used worlds until there is room for one more, or the time is over. */
  async #makeRoom(until: number): Promise<void> {
    const { bounds } = this.#parts
    for (;;) {
      const moving = this.#opening + this.#closing.size
      const taken = this.#open() + moving
      const hasFiles = bounds.hasFiles?.(taken) ?? true
      if (hasFiles && taken < bounds.most && moving < (bounds.turns ?? taken + 1)) break
      const isCrowded = hasFiles ? taken - this.#closing.size >= bounds.most : moving === 0
      const isClosing = isCrowded && this.#restOldest()
      // With all worlds in use, one more may open as long as there are files.
      if (hasFiles && moving === 0 && !isClosing) break
      if (performance.now() > until) break
      await Promise.race([...this.#closing.values(), pause()]).catch(() => undefined)
    }
    this.#opening += 1
  }

  /** False if all worlds are in use. */
  #restOldest(): boolean {
    for (const name of this.#usedAt.keys()) if (this.rest(name)) return true
    return false
  }

  /** Closes a world until its next use; false if a call is running in it. */
  rest(name: string): boolean {
    const { worlds } = this.#parts
    const world = worlds.get(name)
    if (world === undefined || world.isInUse) return false
    worlds.delete(name)
    this.#usedAt.delete(name)
    const closing = world.close().finally(() => this.#closing.delete(name))
    this.#closing.set(name, closing)
    // The next open of this world reports the failure.
    closing.catch(() => undefined)
    return true
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

/** How many files, sockets included, this process has open; 0 if the system does not say. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch (cause) {
    return isOutOfFiles(cause) ? Number.POSITIVE_INFINITY : 0
  }
}

/** A call may end meanwhile, and leave its world idle. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10))
}
