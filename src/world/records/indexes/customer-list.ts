import { type Customer, referenceKeyOf } from '../../../domain/vault.ts'
import type { Page } from './page.ts'
import { SortedList } from './sorted-list.ts'

export const orderings = ['name', 'customer_id', 'reference'] as const

export type Ordering = (typeof orderings)[number]

/** Which customers, in which order, and which part of them. */
export interface CustomerSearch {
  readonly ordering: Ordering
  /** Part of the name, in any case. */
  readonly name: string | undefined
  readonly reference: string | undefined
  /** What a reference that is searched for as a whole must be known by; only where a card number in it is masked. */
  readonly referenceKey?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** What is compared: texts in lower case. */
interface Entry {
  readonly id: number
  readonly name: string
  readonly reference: string
  readonly key: string
}

/** The customers of one merchant, by reference and in three orders. */
export class CustomerList {
  readonly #byReference = new Map<string, number>()
  readonly #orders: Readonly<Record<Ordering, SortedList<Entry>>> = {
    name: new SortedList<Entry>((one, other) => compare(one.name, other.name) || byId(one, other)),
    customer_id: new SortedList<Entry>(byId),
    reference: new SortedList<Entry>(
      (one, other) => compare(one.reference, other.reference) || byId(one, other),
    ),
  }

  /** The customer with this reference. */
  find(referenceKey: string): number | undefined {
    return this.#byReference.get(referenceKey)
  }

  add(customer: Customer): void {
    const entry = entryOf(customer)
    this.#byReference.set(referenceKeyOf(customer), entry.id)
    for (const ordering of orderings) this.#orders[ordering].add(entry)
  }

  remove(customer: Customer): void {
    const entry = entryOf(customer)
    const key = referenceKeyOf(customer)
    if (this.#byReference.get(key) === entry.id) this.#byReference.delete(key)
    for (const ordering of orderings) this.#orders[ordering].remove(entry)
  }

  page({ ordering, name, reference, referenceKey, offset, limit }: CustomerSearch): Page<number> {
    const order = this.#orders[ordering]
    if (name === undefined && reference === undefined) {
      const items = order.slice(offset, limit).map(({ id }) => id)
      return { items, hasMore: offset + limit < order.size }
    }
    const wanted = { name: name?.toLowerCase() ?? '', reference: reference?.toLowerCase() ?? '' }
    const found = order.first(offset + limit + 1, (entry) => holds(entry, wanted, referenceKey))
    const items = found.slice(offset, offset + limit).map(({ id }) => id)
    return { items, hasMore: found.length > offset + limit }
  }
}

function holds(
  entry: Entry,
  { name, reference }: Pick<Entry, 'name' | 'reference'>,
  referenceKey: string | undefined,
): boolean {
  if (name !== '' && !entry.name.includes(name)) return false
  if (reference !== '' && !entry.reference.includes(reference)) return false
  // Masked texts may look the same; the whole of one is known by its key.
  return referenceKey === undefined || entry.reference !== reference || entry.key === referenceKey
}

function entryOf(customer: Customer): Entry {
  const { id, name, reference } = customer
  const key = referenceKeyOf(customer)
  return { id, name: name.toLowerCase(), reference: reference.toLowerCase(), key }
}

function byId(one: Entry, other: Entry): number {
  return one.id - other.id
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
