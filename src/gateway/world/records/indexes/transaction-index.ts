import type { Instant } from '../../../../domain/time/instant.ts'
import type { Transaction } from '../../../../domain/transaction/transaction.ts'

/** Finds transactions by correlation id, by target and by due date. */
export class TransactionIndex {
  readonly agenda = new Agenda()
  readonly #byCorrelation = new Map<string, number>()
  readonly #byTarget = new Map<number, number[]>()

  put(head: TransactionHead, before: TransactionHead | undefined): void {
    if (head.dueAt !== undefined && head.dueAt !== before?.dueAt) {
      this.agenda.add({ at: head.dueAt, audit: head.audit })
    }
    if (before?.correlation !== head.correlation) {
      if (before !== undefined) this.forget(before)
      if (head.correlation !== '') this.#byCorrelation.set(head.key, head.audit)
    }
    if (before === undefined && head.target !== 0) this.#link(head)
  }

  remove(head: TransactionHead): void {
    this.forget(head)
    const siblings = this.#byTarget.get(head.target)
    if (siblings?.at(-1) === head.audit) siblings.pop()
  }

  /** The transaction with a correlation key. */
  audit(key: string): number | undefined {
    return this.#byCorrelation.get(key)
  }

  /** The stored correlation keys of all merchants, with their audits. */
  *correlated(): Generator<readonly [string, number]> {
    for (const [key, audit] of this.#byCorrelation) yield [key.slice(key.indexOf(' ') + 1), audit]
  }

  /** Audits of the transactions that act on this one, oldest first. */
  actingOn(target: number): readonly number[] {
    return this.#byTarget.get(target) ?? []
  }

  /** Removes the correlation id, unless a later transaction uses it now. */
  forget(head: TransactionHead): void {
    const { key, audit } = head
    if (this.#byCorrelation.get(key) === audit) this.#byCorrelation.delete(key)
  }

  #link(head: TransactionHead): void {
    const siblings = this.#byTarget.get(head.target)
    if (siblings) siblings.push(head.audit)
    else this.#byTarget.set(head.target, [head.audit])
  }
}

/** Whether the cache period is over; at exactly its end, it is. */
export function isForgotten(createdAt: Instant, now: Instant, cacheMs: number): boolean {
  return now - createdAt >= cacheMs
}

/** One or more planned moves of a transaction at an instant. */
export interface AgendaEntry {
  readonly at: Instant
  readonly audit: number
}

/**
 * Planned moves, earliest first, ties by audit: a binary heap. Entries stay when a transaction's
 * plan changes, so readers must compare each one with the transaction.
 */
class Agenda {
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

/** The line of a transaction is its JSON. */
export function parseTransaction(line: string): Transaction {
  // The cast is safe: lines are made from transactions, and lines from files are checked.
  return JSON.parse(line) as Transaction
}

/** What the indexes need, read from the start of a line without parsing the rest. */
export interface TransactionHead {
  readonly audit: number
  readonly merchant: number
  readonly createdAt: Instant
  readonly correlation: string
  /** What a correlation id is found by: ids of other merchants may be the same. */
  readonly key: string
  readonly target: number
  readonly dueAt: Instant | undefined
}

const head =
  /^\{"audit":(\d+),"merchant":(\d+),"createdAt":(\d+),"correlation":"([^"]*)","target":(\d+),"due":\[(?:\{"at":(\d+))?/

export function transactionHead(line: string): TransactionHead {
  const found = head.exec(line)
  if (!found) throw new Error(`Not a transaction: ${line.slice(0, 80)}`)
  const [, audit, merchant, createdAt, correlation = '', target, dueAt] = found
  return {
    audit: Number(audit),
    merchant: Number(merchant),
    createdAt: Number(createdAt),
    correlation,
    key: correlationKey(Number(merchant), correlation),
    target: Number(target),
    dueAt: dueAt === undefined ? undefined : Number(dueAt),
  }
}

export function correlationKey(merchant: number, correlation: string): string {
  return `${merchant} ${correlation}`
}

const firstMember = /^\{"(?:audit|id)":(?:(\d+)|("(?:[^"\\]|\\.)*"))/

export function keyOf(table: string, line: string): string | number {
  const found = firstMember.exec(line)
  if (!found) throw new Error(`Not a row of ${table}: ${line.slice(0, 80)}`)
  return found[1] === undefined ? (JSON.parse(found[2] as string) as string) : Number(found[1])
}
