import type { Instant } from './instant.ts'

/** One customer of a merchant. `reference` is unique per merchant. */
export interface Customer {
  readonly id: number
  readonly merchant: number
  readonly name: string
  readonly reference: string
  readonly createdAt: Instant
}
