import { referenceKeyOf } from '../../../../domain/vault.ts'
import type { Customer } from '../../../../domain/vault-records.ts'

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

type Ordering = (typeof orderings)[number]

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
class CustomerList {
  readonly #byReference = new Map<string, number>()
  readonly #entries = new Map<number, CustomerEntry>()
  readonly #orders: Record<Ordering, CustomerEntry[]> = { name: [], customer_id: [], reference: [] }
  /** Orders that miss the last changes. A search sorts them, which is quick if few are new. */
  readonly #unsorted = new Set<Ordering>()

  find(referenceKey: string): number | undefined {
    return this.#byReference.get(referenceKey)
  }

  add(customer: Customer): void {
    const { id, name, reference } = customer
    const entry = { id, name: name.toLowerCase(), reference: reference.toLowerCase() }
    this.#byReference.set(referenceKeyOf(customer), id)
    this.#entries.set(id, entry)
    for (const ordering of orderings) {
      this.#orders[ordering].push(entry)
      this.#unsorted.add(ordering)
    }
  }

  remove(customer: Customer): void {
    const key = referenceKeyOf(customer)
    if (this.#byReference.get(key) === customer.id) this.#byReference.delete(key)
    this.#entries.delete(customer.id)
    for (const ordering of orderings) this.#unsorted.add(ordering)
  }

  page({ ordering, name = '', reference = '', offset, limit }: CustomerSearch): PageOf<number> {
    const sorted = this.#sorted(ordering)
    // Otherwise a deep page of a big vault would go through all customers before it.
    if (name === '' && reference === '') {
      const items = sorted.slice(offset, offset + limit).map(({ id }) => id)
      return { items, hasMore: sorted.length > offset + limit }
    }
    const wanted = { name: name.toLowerCase(), reference: reference.toLowerCase() }
    const items: number[] = []
    let index = 0
    for (const entry of sorted) {
      if (!entry.name.includes(wanted.name) || !entry.reference.includes(wanted.reference)) continue
      if (items.length === limit) return { items, hasMore: true }
      if (index >= offset) items.push(entry.id)
      index += 1
    }
    return { items, hasMore: false }
  }

  #sorted(ordering: Ordering): readonly CustomerEntry[] {
    if (!this.#unsorted.delete(ordering)) return this.#orders[ordering]
    const current = this.#orders[ordering].filter((one) => this.#entries.get(one.id) === one)
    const by = ordering === 'customer_id' ? 'id' : ordering
    this.#orders[ordering] = current.sort(
      (one, other) => compare(one[by], other[by]) || one.id - other.id,
    )
    return this.#orders[ordering]
  }
}

function compare<T extends string | number>(one: T, other: T): number {
  if (one < other) return -1
  return one > other ? 1 : 0
}

export interface PageOf<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}
