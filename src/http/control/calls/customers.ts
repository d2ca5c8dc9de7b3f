import { isoUtc } from '../../../domain/time/instant.ts'
import { type Customer, type Token, tokenMethod } from '../../../domain/vault.ts'
import type { World } from '../../../world/world.ts'
import {
  type CustomerDetailResponse,
  type CustomerResponse,
  customerDetailSchema,
  customersSchema,
} from '../../contract/control/calls/customers.ts'
import {
  anyText,
  limit,
  offset,
  queryNumber,
  strict,
} from '../../contract/control/control-field.ts'
import { requestProblem } from '../../request-problem.ts'
import { handler } from '../control-handler.ts'
import { page } from '../page.ts'
import { accountOf } from '../representation/transaction-representation.ts'

export const customers = {
  customers: handler(
    { query: strict({ limit, offset, search: anyText.exactOptional() }), answer: customersSchema },
    async ({ world }, { query }) => {
      const lines = matching(world.records.lines('customers'), query.search ?? '')
      const { found, next_offset } = await page(lines, query, (line) =>
        customerAnswer(world, JSON.parse(line) as Customer),
      )
      return { customers: found, next_offset }
    },
  ),
  customer: handler(
    {
      path: strict({ id: queryNumber(1, Number.MAX_SAFE_INTEGER) }),
      answer: customerDetailSchema,
    },
    ({ world }, { path: { id } }) => {
      const customer = world.records.customer(id)
      if (customer === undefined) {
        throw requestProblem('not_found', `There is no customer ${id}`, ['path', 'id'])
      }
      return { ...customerAnswer(world, customer), tokens: tokensOf(world, id).map(tokenAnswer) }
    },
  ),
}

/** Customers with the text in their name or reference, ignoring case. */
function matching(lines: readonly string[], search: string): readonly string[] {
  if (search === '') return lines
  const wanted = search.toLowerCase()
  // Rules most lines out before parsing them; the text is escaped the way a line has it.
  const written = JSON.stringify(wanted).slice(1, -1)
  return lines.filter((line) => {
    if (!line.toLowerCase().includes(written)) return false
    const { name, reference } = JSON.parse(line) as Customer
    return [name, reference].some((text) => text.toLowerCase().includes(wanted))
  })
}

function tokensOf({ records }: World, customer: number): readonly Token[] {
  const ids = records.tokenIndex.ofCustomer(customer)
  return ids.map((id) => records.token(id)).filter((token) => token !== undefined)
}

function tokenAnswer(token: Token): CustomerDetailResponse['tokens'][number] {
  const { id, preferredName, virtualPan, active, createdAt } = token
  const method = tokenMethod(token)
  return {
    id,
    preferred_name: preferredName,
    virtual_pan: virtualPan,
    active,
    method: method.kind,
    ...accountOf(method),
    created_at: isoUtc(createdAt),
  }
}

export function customerAnswer(world: World, customer: Customer): CustomerResponse {
  const { id, merchant, name, reference, createdAt } = customer
  const tokens = world.records.tokenIndex.ofCustomer(id).length
  return {
    id,
    merchant,
    name,
    reference,
    created_at: isoUtc(createdAt),
    tokens,
  }
}
