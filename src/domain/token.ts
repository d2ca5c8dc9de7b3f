import type { Instant } from './instant.ts'
import type { StoredAccount, StoredCard } from './transaction.ts'

export type TokenAccount =
  | { readonly type: 'card'; readonly card: StoredCard; readonly name: string }
  | { readonly type: 'bank'; readonly account: StoredAccount }

/** One stored payment method of a customer. `preferredName` is unique per customer. */
export interface Token {
  readonly id: number
  readonly customer: number
  readonly merchant: number
  readonly virtualPan: string
  readonly preferredName: string
  readonly active: boolean
  readonly account: TokenAccount
  readonly createdAt: Instant
}
