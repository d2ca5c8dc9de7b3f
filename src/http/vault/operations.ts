import type { Assumptions } from '../../domain/settings.ts'
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

async function loadTokenContracts(assumptions: Assumptions) {
  const { tokenContract, tokenListContract, tokenLookupContract, tokenDeleteContract } =
    await import('../contract/token-request.ts')
  return {
    list: tokenListContract,
    lookup: tokenLookupContract,
    remove: tokenDeleteContract,
    ...tokenContract(assumptions),
  }
}

function customerOperations({ paths }: Assumptions): readonly Operation[] {
  const contracts = later(() => import('../contract/customer-request.ts'))
  return [
    operation({
      ...get,
      name: 'customer_search',
      path: CUSTOMERS,
      contract: memberOf(contracts, 'customerSearchContract'),
      handle: customerSearch,
    }),
    operation({
      ...post,
      name: 'customer_create',
      path: CUSTOMERS,
      contract: memberOf(contracts, 'customerCreateContract'),
      handle: customerCreate,
    }),
    operation({
      ...get,
      name: 'customer_lookup',
      path: paths.customer,
      contract: memberOf(contracts, 'customerLookupContract'),
      handle: customerLookup,
    }),
    operation({
      ...patch,
      name: 'customer_update',
      path: paths.customer,
      contract: memberOf(contracts, 'customerUpdateContract'),
      handle: customerUpdate,
    }),
    operation({
      ...remove,
      name: 'customer_delete',
      path: paths.customer,
      contract: memberOf(contracts, 'customerDeleteContract'),
      handle: customerDelete,
    }),
  ]
}

function tokenOperations(assumptions: Assumptions): readonly Operation[] {
  const { paths } = assumptions
  const contracts = later(() => loadTokenContracts(assumptions))
  return [
    operation({
      ...get,
      name: 'token_list',
      path: tokensPath,
      contract: memberOf(contracts, 'list'),
      handle: tokenList,
    }),
    operation({
      ...post,
      name: 'token_create',
      path: tokensPath,
      contract: memberOf(contracts, 'create'),
      handle: tokenCreate,
    }),
    operation({
      ...get,
      name: 'token_lookup',
      path: paths.token,
      contract: memberOf(contracts, 'lookup'),
      handle: tokenLookup,
    }),
    operation({
      ...patch,
      name: 'token_update',
      path: paths.token,
      contract: memberOf(contracts, 'update'),
      handle: tokenUpdate,
    }),
    operation({
      ...remove,
      name: 'token_delete',
      path: paths.token,
      contract: memberOf(contracts, 'remove'),
      handle: tokenDelete,
    }),
  ]
}
