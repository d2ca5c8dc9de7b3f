import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { type ApiOperation, operationsBy } from '../operation.ts'
import { fixedPaths } from '../paths.ts'
import {
  customerCreate,
  customerDelete,
  customerLookup,
  customerSearch,
  customerUpdate,
} from './customers.ts'
import { tokenCreate, tokenDelete, tokenList, tokenLookup, tokenUpdate } from './tokens.ts'

async function loadChecks(assumptions: Assumptions) {
  const { checksAgainst } = await import('../contract/check.ts')
  const { customerContracts } = await import('../contract/vault/customer-contract.ts')
  const { tokenContracts } = await import('../contract/vault/token-contract.ts')
  return checksAgainst({ ...customerContracts, ...tokenContracts(assumptions) })
}

/** All operations of the vault, at the paths that the assumptions set. */
export function vaultOperations(assumptions: Assumptions): readonly ApiOperation[] {
  const { customer, token } = assumptions.paths
  const operation = operationsBy(() => loadChecks(assumptions))
  return [
    operation('customer_search', 'GET', fixedPaths.customers, customerSearch),
    operation('customer_create', 'POST', fixedPaths.customers, customerCreate),
    operation('customer_lookup', 'GET', customer, customerLookup),
    operation('customer_update', 'PATCH', customer, customerUpdate),
    operation('customer_delete', 'DELETE', customer, customerDelete),
    operation('token_list', 'GET', fixedPaths.tokens, tokenList),
    operation('token_create', 'POST', fixedPaths.tokens, tokenCreate),
    operation('token_lookup', 'GET', token, tokenLookup),
    operation('token_update', 'PATCH', token, tokenUpdate),
    operation('token_delete', 'DELETE', token, tokenDelete),
  ]
}
