import { type Customer, referenceKeyOf } from '../../../domain/vault/customer.ts'
import { Matches, type Page } from './matches.ts'
import { SortedList } from './sorted-list.ts'
import { isIndexable, TextIndex } from './text-index.ts'

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

/** Results that are kept, so that a walk from page to page searches once. */
const KEPT_RESULTS = 8

/** The customers of one merchant, by reference, in three orders and by parts of their texts. */
export class CustomerList {
  readonly #byReference = new Map<string, number>()
  readonly #orders: Readonly<Record<Ordering, SortedList<Entry>>> = {
    name: new SortedList<Entry>((one, other) => compare(one.name, other.name) || byId(one, other)),
    customer_id: new SortedList<Entry>(byId),
    reference: new SortedList<Entry>(
      (one, other) => compare(one.reference, other.reference) || byId(one, other),
    ),
  }
  /** Made when first asked for: a start with many customers need not wait for it. */
  #texts: Texts | undefined
  readonly #results = new Map<string, Matches<Entry>>()

  /** The customer with this reference. */
  find(referenceKey: string): number | undefined {
    return this.#byReference.get(referenceKey)
  }

  add(customer: Customer): void {
    const entry = entryOf(customer)
    this.#results.clear()
    this.#byReference.set(referenceKeyOf(customer), entry.id)
    for (const ordering of orderings) this.#orders[ordering].add(entry)
    this.#texts?.name.add(entry)
    this.#texts?.reference.add(entry)
  }

  remove(customer: Customer): void {
    const entry = entryOf(customer)
    this.#results.clear()
    const key = referenceKeyOf(customer)
    if (this.#byReference.get(key) === entry.id) this.#byReference.delete(key)
    for (const ordering of orderings) this.#orders[ordering].remove(entry)
    this.#texts?.name.remove(entry)
    this.#texts?.reference.remove(entry)
  }

  page({ ordering, name, reference, referenceKey, offset, limit }: CustomerSearch): Page<number> {
    const order = this.#orders[ordering]
    if (name === undefined && reference === undefined) {
      const items = order.slice(offset, limit).map(({ id }) => id)
      return { items, hasMore: offset + limit < order.size }
    }
    const texts = { name: name?.toLowerCase() ?? '', reference: reference?.toLowerCase() ?? '' }
    const matches = this.#matches(ordering, texts, referenceKey)
    const { items, hasMore } = matches.page(offset, limit)
    return { items: items.map(({ id }) => id), hasMore }
  }

  #matches(
    ordering: Ordering,
    { name, reference }: { readonly name: string; readonly reference: string },
    referenceKey: string | undefined,
  ): Matches<Entry> {
    const key = JSON.stringify([ordering, name, reference, referenceKey])
    const known = this.#results.get(key)
    if (known !== undefined) return known
    const passes = (entry: Entry) =>
      entry.name.includes(name) &&
      entry.reference.includes(reference) &&
      // Masked texts may look the same; the whole of one is known by its key.
      (referenceKey === undefined || entry.reference !== reference || entry.key === referenceKey)
    const order = this.#orders[ordering]
    const candidates = this.#candidates(name, reference)
    // Sorting many costs more than going through all, which are in order already.
    const isFew = candidates !== undefined && candidates.length * 16 < order.size
    const matches = isFew
      ? new Matches(order.sorted(candidates.filter(passes)), () => true)
      : new Matches(order, passes)
    if (this.#results.size === KEPT_RESULTS) this.#forgetOldest()
    this.#results.set(key, matches)
    return matches
  }

  #candidates(name: string, reference: string): readonly Entry[] | undefined {
    if (!isIndexable(name) && !isIndexable(reference)) return undefined
    this.#texts ??= textsOf(this.#orders.customer_id)
    const byName = isIndexable(name) ? this.#texts.name.candidates(name) : undefined
    if (!isIndexable(reference)) return byName
    const byReference = this.#texts.reference.candidates(reference)
    return byName && byName.length < byReference.length ? byName : byReference
  }

  #forgetOldest(): void {
    for (const key of this.#results.keys()) {
      this.#results.delete(key)
      return
    }
  }
}

interface Texts {
  readonly name: TextIndex<Entry>
  readonly reference: TextIndex<Entry>
}

function textsOf(entries: SortedList<Entry>): Texts {
  const name = new TextIndex<Entry>((entry) => entry.name)
  const reference = new TextIndex<Entry>((entry) => entry.reference)
  for (const entry of entries) {
    name.add(entry)
    reference.add(entry)
  }
  return { name, reference }
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
