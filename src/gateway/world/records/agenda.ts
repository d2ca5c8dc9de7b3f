import type { Instant } from '../../../domain/time/instant.ts'

/** One or more planned moves of a transaction at an instant. */
export interface AgendaEntry {
  readonly at: Instant
  readonly audit: number
}

/**
 * Planned moves, earliest first, ties by audit: a binary heap. Entries stay when a transaction's
 * plan changes, so readers must compare each one with the transaction.
 */
export class Agenda {
  readonly #heap: AgendaEntry[]

  constructor(heap: AgendaEntry[] = []) {
    this.#heap = heap
  }

  get size(): number {
    return this.#heap.length
  }

  peek(): AgendaEntry | undefined {
    return this.#heap[0]
  }

  add(entry: AgendaEntry): void {
    const heap = this.#heap
    let index = heap.length
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = heap[parent] as AgendaEntry
      if (!isEarlier(entry, above)) break
      heap[index] = above
      index = parent
    }
    heap[index] = entry
  }

  /** Removes the earliest entry. */
  drop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let index = 0
    for (;;) {
      const child = this.#earlierChild(index)
      if (child === undefined || !isEarlier(heap[child] as AgendaEntry, last)) break
      heap[index] = heap[child] as AgendaEntry
      index = child
    }
    heap[index] = last
  }

  /** The entries in order, sorted only as far as they are read. */
  *inOrder(): Generator<AgendaEntry> {
    const rest = new Agenda(this.#heap.slice())
    for (let next = rest.peek(); next !== undefined; next = rest.peek()) {
      yield next
      rest.drop()
    }
  }

  #earlierChild(index: number): number | undefined {
    const left = 2 * index + 1
    const leftEntry = this.#heap[left]
    if (leftEntry === undefined) return undefined
    const rightEntry = this.#heap[left + 1]
    return rightEntry !== undefined && isEarlier(rightEntry, leftEntry) ? left + 1 : left
  }
}

function isEarlier(one: AgendaEntry, other: AgendaEntry): boolean {
  return one.at === other.at ? one.audit < other.audit : one.at < other.at
}
