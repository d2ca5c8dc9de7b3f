import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { merchantOf, type UserCall } from '../call.ts'
import type { Base } from '../hal.ts'
import type { User } from '../pipeline/auth.ts'
import { problem } from '../request-problem.ts'

/** The merchant whose vault a call is for: the one it names, else the user's own. */
export function vaultMerchant(call: UserCall, asked: number | undefined): Merchant {
  const location = ['query', 'merchant_id']
  const merchant = merchantOf(call, asked ?? call.user.merchant, location)
  if (!merchant.vault) {
    throw problem('vault_not_enabled', `Merchant ${merchant.id} does not have the vault`, location)
  }
  return merchant
}

/** For whom something is represented: the caller, where links lead, and what is assumed. */
export interface Viewer {
  readonly base: Base
  readonly user: User
  readonly world: { readonly environment: { readonly assumptions: Assumptions } }
}

/** What a link to a merchant's data must say, so that this user can follow it. */
export function merchantQuery(user: User, merchant: number): Readonly<Record<string, string>> {
  return merchant === user.merchant ? {} : { merchant_id: String(merchant) }
}
