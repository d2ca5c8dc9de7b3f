import type { Instant } from '../time/instant.ts'
import type { StoredAccount, StoredCard } from '../transaction/transaction.ts'

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
  /** What is unique in its stead, where a card number in the name is kept masked. */
  readonly nameKey?: string
  readonly active: boolean
  readonly account: TokenAccount
  readonly createdAt: Instant
}

/** What no other token of the customer may have. */
export function nameKeyOf({ preferredName, nameKey }: Token): string {
  return nameKey ?? preferredName
}
