import type { Instant } from '../time/instant.ts'

/** One customer of a merchant. `reference` is unique per merchant. */
export interface Customer {
  readonly id: number
  readonly merchant: number
  readonly name: string
  readonly reference: string
  /** What is unique in its stead, where a card number in the reference is kept masked. */
  readonly referenceKey?: string
  readonly createdAt: Instant
}

/** What no other customer of the merchant may have. */
export function referenceKeyOf({ reference, referenceKey }: Customer): string {
  return referenceKey ?? reference
}
