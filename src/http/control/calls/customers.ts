import type * as z from 'zod'
import { maskWritten } from '../../../domain/card/card-number-in-text.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { Customer, Token } from '../../../domain/vault.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type {
  CustomerAnswer,
  CustomerDetailAnswer,
  CustomersAnswer,
  customerCalls,
} from '../../contract/control/calls/customers.ts'
import {
  controlContract,
  limit,
  offset,
  strict,
  text,
} from '../../contract/control/control-field.ts'
import { integerText } from '../../contract/field.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler } from '../control-handler.ts'
import { page } from '../page.ts'
import { accountOf } from '../representation/transaction-representation.ts'

const listContract = controlContract({
  query: strict({ limit, offset, search: text.exactOptional() }),
})
const oneContract = controlContract({
  path: strict({ id: integerText(1, Number.MAX_SAFE_INTEGER) }),
})

export const customers: Handlers<typeof customerCalls> = {
  customers: handler(listContract, list),
  customer: handler(oneContract, one),
}

function list({ world }: Call, { query }: z.output<typeof listContract>): CustomersAnswer {
  const lines = matching(world.records.lines('customers'), query.search ?? '')
  const { found, next_offset } = page(lines, query, (line) =>
    customerAnswer(world, JSON.parse(line) as Customer),
  )
  return { customers: found, next_offset }
}

/** Those that have the text in their name or reference, whatever its case. */
function matching(lines: readonly string[], search: string): readonly string[] {
  if (search === '') return lines
  const wanted = search.toLowerCase()
  // Most lines are ruled out unparsed; escapes in a line are those of the text.
  const written = JSON.stringify(wanted).slice(1, -1)
  return lines.filter((line) => {
    if (!line.toLowerCase().includes(written)) return false
    const { name, reference } = JSON.parse(line) as Customer
    return [name, reference].some((text) => text.toLowerCase().includes(wanted))
  })
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
  return {
    id,
    merchant,
    name: maskWritten(name),
    reference: maskWritten(reference),
    created_at: isoUtc(createdAt),
    tokens,
  }
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
    preferred_name: maskWritten(preferredName),
    virtual_pan: virtualPan,
    active,
    method: method.rail,
    ...accountOf(method),
    created_at: isoUtc(createdAt),
  }
}
