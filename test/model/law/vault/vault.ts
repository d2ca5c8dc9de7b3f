import { faultRule, useUp } from '../transaction/one-shot.ts'
import { type Call, faulty } from '../transaction/transactions.ts'
import type { Seen } from '../transaction/views.ts'
import { forbidden, withoutVault } from '../wire/caller.ts'
import type { Expected } from '../wire/expected.ts'
import { refusedWith } from '../wire/refusal.ts'
import {
  createCustomer,
  customerView,
  deleteCustomer,
  findCustomer,
  listCustomers,
  updateCustomer,
} from './customers.ts'
import { merchantOf, type Vault } from './links.ts'
import { createToken, deleteToken, listTokens, tokenView, updateToken } from './tokens.ts'

/** A call of the vault whose form is good. */
export function vaultCall(seen: Seen, call: Call): Expected {
  const merchant = merchantOf(call)
  const refusal = forbidden(call.caller, merchant) ?? withoutVault(seen.house, merchant)
  if (refusal !== undefined) return refusal
  const rule = faultRule(seen.state, call.name)
  useUp(seen.state, rule)
  if (rule?.fault?.at === 'before') return faulty(rule.fault)
  const answer = answered({ seen, call, merchant })
  return rule?.fault === undefined ? answer : faulty(rule.fault)
}

function answered(vault: Vault): Expected {
  const { call } = vault
  if (call.name === 'customer_search') return listCustomers(vault)
  if (call.name === 'customer_create') return createCustomer(vault)
  return ofCustomer(vault)
}

function ofCustomer(vault: Vault): Expected {
  const { name, parameters } = vault.call
  const customer = findCustomer(vault.seen.state, vault.merchant, parameters.customer_id)
  if (customer === undefined) return refusedWith(404, 'not_found')
  if (name === 'customer_lookup') return { status: 200, body: customerView(vault, customer) }
  if (name === 'customer_update') return updateCustomer(vault, customer)
  if (name === 'customer_delete') return deleteCustomer(vault, customer)
  if (name === 'token_list') return listTokens(vault, customer)
  if (name === 'token_create') return createToken(vault, customer)
  return ofToken(vault, customer.id)
}

function ofToken(vault: Vault, owner: number): Expected {
  const { name, parameters } = vault.call
  const token = vault.seen.state.tokens.find(
    ({ id, customer }) => id === Number(parameters.token_id) && customer === owner,
  )
  if (token === undefined) return refusedWith(404, 'not_found')
  if (name === 'token_update') return updateToken(vault, token)
  if (name === 'token_delete') return deleteToken(vault, token)
  return { status: 200, body: tokenView(vault, token) }
}
