import type { Assumptions } from '../../domain/settings.ts'
import {
  customerCreateContract,
  customerDeleteContract,
  customerLookupContract,
  customerSearchContract,
  customerUpdateContract,
} from '../contract/customer-request.ts'
import {
  tokenContract,
  tokenDeleteContract,
  tokenListContract,
  tokenLookupContract,
} from '../contract/token-request.ts'
import { type Operation, once, operation } from '../operation.ts'
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

function customerOperations({ paths }: Assumptions): readonly Operation[] {
  return [
    operation({
      ...get,
      name: 'customer_search',
      path: CUSTOMERS,
      contract: () => customerSearchContract,
      handle: customerSearch,
    }),
    operation({
      ...post,
      name: 'customer_create',
      path: CUSTOMERS,
      contract: () => customerCreateContract,
      handle: customerCreate,
    }),
    operation({
      ...get,
      name: 'customer_lookup',
      path: paths.customer,
      contract: () => customerLookupContract,
      handle: customerLookup,
    }),
    operation({
      ...patch,
      name: 'customer_update',
      path: paths.customer,
      contract: () => customerUpdateContract,
      handle: customerUpdate,
    }),
    operation({
      ...remove,
      name: 'customer_delete',
      path: paths.customer,
      contract: () => customerDeleteContract,
      handle: customerDelete,
    }),
  ]
}

function tokenOperations(assumptions: Assumptions): readonly Operation[] {
  const { paths } = assumptions
  const contract = once(() => tokenContract(assumptions))
  return [
    operation({
      ...get,
      name: 'token_list',
      path: tokensPath,
      contract: () => tokenListContract,
      handle: tokenList,
    }),
    operation({
      ...post,
      name: 'token_create',
      path: tokensPath,
      contract: () => contract().create,
      handle: tokenCreate,
    }),
    operation({
      ...get,
      name: 'token_lookup',
      path: paths.token,
      contract: () => tokenLookupContract,
      handle: tokenLookup,
    }),
    operation({
      ...patch,
      name: 'token_update',
      path: paths.token,
      contract: () => contract().update,
      handle: tokenUpdate,
    }),
    operation({
      ...remove,
      name: 'token_delete',
      path: paths.token,
      contract: () => tokenDeleteContract,
      handle: tokenDelete,
    }),
  ]
}
