import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { type ApiOperation, operationsBy } from '../operation.ts'
import {
  CUSTOMERS,
  customerCreate,
  customerDelete,
  customerLookup,
  customerSearch,
  customerUpdate,
} from './customers.ts'
import { tokensPath } from './representation.ts'
import { tokenCreate, tokenDelete, tokenList, tokenLookup, tokenUpdate } from './tokens.ts'

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

/** All operations of the vault, at the paths that the assumptions set. */
export function vaultOperations(assumptions: Assumptions): readonly ApiOperation[] {
  const { customer, token } = assumptions.paths
  const ofCustomer = operationsBy(loadCustomerChecks)
  const ofToken = operationsBy(() => loadTokenChecks(assumptions))
  return [
    ofCustomer('customer_search', 'GET', CUSTOMERS, customerSearch),
    ofCustomer('customer_create', 'POST', CUSTOMERS, customerCreate),
    ofCustomer('customer_lookup', 'GET', customer, customerLookup),
    ofCustomer('customer_update', 'PATCH', customer, customerUpdate),
    ofCustomer('customer_delete', 'DELETE', customer, customerDelete),
    ofToken('token_list', 'GET', tokensPath, tokenList),
    ofToken('token_create', 'POST', tokensPath, tokenCreate),
    ofToken('token_lookup', 'GET', token, tokenLookup),
    ofToken('token_update', 'PATCH', token, tokenUpdate),
    ofToken('token_delete', 'DELETE', token, tokenDelete),
  ]
}
