import type { Customer, Token } from '../../domain/vault.ts'
import type { Facts } from '../../scenario/rule.ts'
import { storedFacts, tokenMethod } from '../../world/commands/transactions/payment.ts'
import { findCustomer } from '../../world/commands/vault/customers.ts'
import { findToken } from '../../world/commands/vault/tokens.ts'
import type { UserCall } from '../call.ts'
import { problem } from '../request-problem.ts'
import { vaultMerchant } from './vault-call.ts'

/** A customer that a path names, perhaps in vain. */
export interface FoundCustomer {
  readonly facts: Omit<Facts, 'operation'>
  /** Refuses where there is none; a rule that breaks the call comes before that. */
  readonly customer: () => Customer
}

/** A token that a path names, perhaps in vain. */
export interface FoundToken {
  readonly facts: Omit<Facts, 'operation'>
  readonly token: () => Token
}

export function foundCustomer(
  call: UserCall,
  merchantId: number | undefined,
  path: { readonly customer_id: number },
): FoundCustomer {
  const merchant = vaultMerchant(call, merchantId).id
  const customer = findCustomer(call.world, merchant, path.customer_id)
  return {
    facts: { merchant, ...(customer && { customer_reference: customer.reference }) },
    customer: () => {
      if (customer) return customer
      const message = `Merchant ${merchant} has no customer ${path.customer_id}`
      throw problem('not_found', message, ['path', 'customer_id'])
    },
  }
}

export function foundToken(
  call: UserCall,
  merchantId: number | undefined,
  path: { readonly customer_id: number; readonly token_id: number },
): FoundToken {
  const owner = foundCustomer(call, merchantId, path)
  const { merchant } = owner.facts
  const token = findToken(call.world, path.customer_id, path.token_id)
  return {
    facts: { ...owner.facts, ...(token?.merchant === merchant && tokenFacts(token)) },
    token: () => {
      const { id } = owner.customer()
      if (token) return token
      const message = `Customer ${id} has no token ${path.token_id}`
      throw problem('not_found', message, ['path', 'token_id'])
    },
  }
}

function tokenFacts(token: Token): Partial<Facts> {
  return { ...storedFacts(tokenMethod(token)), token_name: token.preferredName }
}
