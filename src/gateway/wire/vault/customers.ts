import {
  deleteCustomer,
  findOrCreateCustomer,
  searchCustomers,
  updateCustomer,
} from '../../world/commands/vault/customers.ts'
import { jsonAnswer, type Result } from '../answer.ts'
import type { UserCall } from '../call.ts'
import type {
  CustomerCreateCall,
  CustomerDeleteCall,
  CustomerLookupCall,
  CustomerSearchCall,
  CustomerUpdateCall,
} from '../contract/vault/customer-contract.ts'
import { underRules } from '../operation.ts'
import { fixedPaths } from '../paths.ts'
import { customerView } from './representation.ts'
import { deleted, foundCustomer, listLinks, nextPage, vaultMerchant } from './vault-call.ts'

export function customerSearch(call: UserCall, { query }: CustomerSearchCall): Result {
  const merchant = vaultMerchant(call, query.merchant_id)
  const { ordering, name, reference, offset, limit } = query
  const facts = { merchant: merchant.id, customer_reference: reference }
  return underRules(call, { operation: 'customer_search', ...facts }, () => {
    const search = { ordering, name, reference, offset, limit }
    const { items, hasMore } = searchCustomers(call.world, merchant.id, search)
    const _links = listLinks(call, fixedPaths.customers, { offset, limit, hasMore })
    const results = items.map(customerView(call))
    return { answer: jsonAnswer(200, { _links, results }), facts: { next: nextPage(call, _links) } }
  })
}

/** Returns the customer with this reference, or creates one. */
export function customerCreate(call: UserCall, { query, body }: CustomerCreateCall): Result {
  const { world } = call
  const merchant = vaultMerchant(call, query.merchant_id).id
  const facts = { customer_reference: body.reference }
  return underRules(call, { operation: 'customer_create', merchant, ...facts }, () => {
    const { status, rels } = call.context.assumptions
    const { customer, isNew } = findOrCreateCustomer(world, call.context, merchant, body)
    const view = customerView(call)(customer)
    if (!isNew) {
      return {
        answer: jsonAnswer(status.customer_existing, view),
        facts: { vault: ['found-again'] },
      }
    }
    const headers = { Location: view._links[rels.self]?.href ?? '' }
    return { answer: { ...jsonAnswer(status.customer_created, view), headers } }
  })
}

export function customerLookup(call: UserCall, { path, query }: CustomerLookupCall): Result {
  const found = foundCustomer(call, query.merchant_id, path)
  return underRules(call, { operation: 'customer_lookup', ...found.facts }, () => ({
    answer: jsonAnswer(200, customerView(call)(found.customer())),
  }))
}

export function customerUpdate(call: UserCall, { path, query, body }: CustomerUpdateCall): Result {
  const found = foundCustomer(call, query.merchant_id, path)
  return underRules(call, { operation: 'customer_update', ...found.facts }, () => {
    const customer = updateCustomer(call.world, found.customer(), body)
    return { answer: jsonAnswer(200, customerView(call)(customer)) }
  })
}

export function customerDelete(call: UserCall, { path, query }: CustomerDeleteCall): Result {
  const found = foundCustomer(call, query.merchant_id, path)
  return underRules(call, { operation: 'customer_delete', ...found.facts }, () => {
    deleteCustomer(call.world, found.customer())
    return { answer: deleted(call) }
  })
}
