import { type Customer, referenceKeyOf } from '../../../domain/vault.ts'
import { CustomerList, type CustomerSearch } from './customer-list.ts'
import type { Page } from './page.ts'

/** Finds customers of each merchant; no merchant's search ever touches another's customers. */
export class CustomerIndex {
  readonly #lists = new Map<number, CustomerList>()
  #lastId = 0

  /** The highest number ever seen. */
  get lastId(): number {
    return this.#lastId
  }

  /** What was given out since was only tried out. */
  returnTo(lastId: number): void {
    this.#lastId = lastId
  }

  /** A row has come or changed. */
  put(customer: Customer, before: Customer | undefined): void {
    if (before !== undefined) {
      if (isSame(customer, before)) return
      this.remove(before)
    }
    this.#lastId = Math.max(this.#lastId, customer.id)
    this.#listOf(customer.merchant).add(customer)
  }

  /** A row was taken out. */
  remove(customer: Customer): void {
    this.#listOf(customer.merchant).remove(customer)
  }

  byReference(merchant: number, referenceKey: string): number | undefined {
    return this.#lists.get(merchant)?.find(referenceKey)
  }

  page(merchant: number, search: CustomerSearch): Page<number> {
    return this.#lists.get(merchant)?.page(search) ?? { items: [], hasMore: false }
  }

  #listOf(merchant: number): CustomerList {
    const list = this.#lists.get(merchant) ?? new CustomerList()
    this.#lists.set(merchant, list)
    return list
  }
}

/** Whether nothing that is indexed differs. */
function isSame(one: Customer, other: Customer): boolean {
  return (
    one.merchant === other.merchant &&
    one.name === other.name &&
    one.reference === other.reference &&
    referenceKeyOf(one) === referenceKeyOf(other)
  )
}
