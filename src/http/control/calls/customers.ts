import type * as z from 'zod'
import { problem } from '../../../domain/problem.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { Customer } from '../../../domain/vault/customer.ts'
import type { Token } from '../../../domain/vault/token.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type {
  CustomerAnswer,
  CustomerDetailAnswer,
  CustomersAnswer,
} from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { customersQuery, idPath } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import { accountOf } from '../representation/transaction-representation.ts'

const listContract = controlContract({ query: customersQuery })
const oneContract = controlContract({ path: idPath })

export const customerCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/customers',
    does: 'List customers, oldest first',
    contract: listContract,
    handle: list,
  }),
  controlCall({
    method: 'GET',
    path: '/customers/{id}',
    does: 'Show one customer and its tokens',
    contract: oneContract,
    handle: one,
  }),
]

function list({ world }: Call, { query }: z.output<typeof listContract>): CustomersAnswer {
  const { offset, limit } = query
  const lines = world.records.lines('customers').slice(offset, offset + limit)
  const customers = lines.map((line) => JSON.parse(line) as Customer)
  return { customers: customers.map((customer) => customerAnswer(world, customer)) }
}

function one({ world }: Call, { path }: z.output<typeof oneContract>): CustomerDetailAnswer {
  const customer = world.records.customer(path.id)
  if (customer === undefined) {
    throw problem('not_found', `There is no customer ${path.id}`, ['path', 'id'])
  }
  return { ...customerAnswer(world, customer), tokens: tokensOf(world, path.id).map(tokenAnswer) }
}

function customerAnswer(world: World, customer: Customer): CustomerAnswer {
  const { id, merchant, name, reference, createdAt } = customer
  const tokens = world.records.tokenIndex.ofCustomer(id).length
  return { id, merchant, name, reference, created_at: isoUtc(createdAt), tokens }
}

function tokensOf({ records }: World, customer: number): readonly Token[] {
  const ids = records.tokenIndex.ofCustomer(customer)
  return ids.map((id) => records.token(id)).filter((token) => token !== undefined)
}

function tokenAnswer(token: Token): CustomerDetailAnswer['tokens'][number] {
  const { id, preferredName, virtualPan, active, account, createdAt } = token
  const method =
    account.type === 'card'
      ? ({ rail: 'card', card: account.card } as const)
      : ({ rail: 'direct_debit', account: account.account } as const)
  return {
    id,
    preferred_name: preferredName,
    virtual_pan: virtualPan,
    active,
    method: method.rail,
    ...accountOf(method),
    created_at: isoUtc(createdAt),
  }
}
