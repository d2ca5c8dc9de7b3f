import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { later, memberOf, type Operation, operation } from '../operation.ts'
import { tokensPath } from './customer-representation.ts'
import {
  CUSTOMERS,
  customerCreate,
  customerDelete,
  customerLookup,
  customerSearch,
  customerUpdate,
} from './customers.ts'
import { tokenCreate, tokenDelete, tokenList, tokenLookup, tokenUpdate } from './tokens.ts'

const get = { method: 'GET', hasBody: false } as const
const post = { method: 'POST', hasBody: true } as const
const patch = { method: 'PATCH', hasBody: true } as const
const remove = { method: 'DELETE', hasBody: false } as const

/** All operations of the vault, with the paths that the assumptions give them. */
export function vaultOperations(assumptions: Assumptions): readonly Operation[] {
  return [...customerOperations(assumptions), ...tokenOperations(assumptions)]
}

async function loadCustomerChecks() {
  const { checksAgainst } = await import('../contract/check.ts')
  const { customerContracts } = await import('../contract/vault/customer-request.ts')
  return checksAgainst(customerContracts)
}

async function loadTokenChecks(assumptions: Assumptions) {
  const { checksAgainst } = await import('../contract/check.ts')
  const { tokenContracts } = await import('../contract/vault/token-request.ts')
  return checksAgainst(tokenContracts(assumptions))
}

function customerOperations({ paths }: Assumptions): readonly Operation[] {
  const checks = later(loadCustomerChecks)
  return [
    operation({
      ...get,
      name: 'customer_search',
      path: CUSTOMERS,
      check: memberOf(checks, 'customer_search'),
      handle: customerSearch,
    }),
    operation({
      ...post,
      name: 'customer_create',
      path: CUSTOMERS,
      check: memberOf(checks, 'customer_create'),
      handle: customerCreate,
    }),
    operation({
      ...get,
      name: 'customer_lookup',
      path: paths.customer,
      check: memberOf(checks, 'customer_lookup'),
      handle: customerLookup,
    }),
    operation({
      ...patch,
      name: 'customer_update',
      path: paths.customer,
      check: memberOf(checks, 'customer_update'),
      handle: customerUpdate,
    }),
    operation({
      ...remove,
      name: 'customer_delete',
      path: paths.customer,
      check: memberOf(checks, 'customer_delete'),
      handle: customerDelete,
    }),
  ]
}

function tokenOperations(assumptions: Assumptions): readonly Operation[] {
  const { paths } = assumptions
  const checks = later(() => loadTokenChecks(assumptions))
  return [
    operation({
      ...get,
      name: 'token_list',
      path: tokensPath,
      check: memberOf(checks, 'token_list'),
      handle: tokenList,
    }),
    operation({
      ...post,
      name: 'token_create',
      path: tokensPath,
      check: memberOf(checks, 'token_create'),
      handle: tokenCreate,
    }),
    operation({
      ...get,
      name: 'token_lookup',
      path: paths.token,
      check: memberOf(checks, 'token_lookup'),
      handle: tokenLookup,
    }),
    operation({
      ...patch,
      name: 'token_update',
      path: paths.token,
      check: memberOf(checks, 'token_update'),
      handle: tokenUpdate,
    }),
    operation({
      ...remove,
      name: 'token_delete',
      path: paths.token,
      check: memberOf(checks, 'token_delete'),
      handle: tokenDelete,
    }),
  ]
}
