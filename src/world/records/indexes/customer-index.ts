import { type Customer, referenceKeyOf } from '../../../domain/vault.ts'
import { SortedList } from './sorted-list.ts'

/** Finds customers by merchant; a search never touches another merchant's customers. */
export class CustomerIndex {
  readonly #lists = new Map<number, CustomerList>()
  /** The highest id ever seen. */
  lastId = 0

  put(customer: Customer, before: Customer | undefined): void {
    if (before !== undefined) this.remove(before)
    this.lastId = Math.max(this.lastId, customer.id)
    this.#listOf(customer.merchant).add(customer)
  }

  remove(customer: Customer): void {
    this.#listOf(customer.merchant).remove(customer)
  }

  byReference(merchant: number, referenceKey: string): number | undefined {
    return this.#lists.get(merchant)?.find(referenceKey)
  }

  page(merchant: number, search: CustomerSearch): PageOf<number> {
    return this.#lists.get(merchant)?.page(search) ?? { items: [], hasMore: false }
  }

  #listOf(merchant: number): CustomerList {
    const list = this.#lists.get(merchant) ?? new CustomerList()
    this.#lists.set(merchant, list)
    return list
  }
}

export const orderings = ['name', 'customer_id', 'reference'] as const

export type Ordering = (typeof orderings)[number]

/** A filter, an order and a page. */
export interface CustomerSearch {
  readonly ordering: Ordering
  /** Part of the name, ignoring case. */
  readonly name: string | undefined
  readonly reference: string | undefined
  readonly offset: number
  readonly limit: number
}

/** The searchable texts, in lower case. */
interface CustomerEntry {
  readonly id: number
  readonly name: string
  readonly reference: string
}

/** The customers of one merchant, by reference and in three orders. */
export class CustomerList {
  readonly #byReference = new Map<string, number>()
  readonly #orders: Readonly<Record<Ordering, SortedList<CustomerEntry>>> = {
    name: new SortedList<CustomerEntry>(
      (one, other) => compare(one.name, other.name) || byId(one, other),
    ),
    customer_id: new SortedList<CustomerEntry>(byId),
    reference: new SortedList<CustomerEntry>(
      (one, other) => compare(one.reference, other.reference) || byId(one, other),
    ),
  }

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

  page({ ordering, name, reference, offset, limit }: CustomerSearch): PageOf<number> {
    const order = this.#orders[ordering]
    if (name === undefined && reference === undefined) {
      const items = order.slice(offset, limit).map(({ id }) => id)
      return { items, hasMore: offset + limit < order.size }
    }
    const wanted = { name: name?.toLowerCase() ?? '', reference: reference?.toLowerCase() ?? '' }
    const found = order.first(
      offset + limit + 1,
      (entry) => entry.name.includes(wanted.name) && entry.reference.includes(wanted.reference),
    )
    const items = found.slice(offset, offset + limit).map(({ id }) => id)
    return { items, hasMore: found.length > offset + limit }
  }
}

function entryOf({ id, name, reference }: Customer): CustomerEntry {
  return { id, name: name.toLowerCase(), reference: reference.toLowerCase() }
}

function byId(one: CustomerEntry, other: CustomerEntry): number {
  return one.id - other.id
}

function compare(one: string, other: string): number {
  if (one < other) return -1
  return one > other ? 1 : 0
}

export interface PageOf<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}
