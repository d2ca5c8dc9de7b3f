import { MAX_ID } from '../../domain/identifier.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { tokenMethod } from '../../domain/vault.ts'
import type { Customer, Token } from '../../domain/vault-records.ts'
import { shownPayer } from '../../gateway/wire/account-members.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import type { World } from '../../gateway/world/world.ts'
import {
  type CustomerDetailResponse,
  customerAnswer,
  customerDetailSchema,
  customersSchema,
} from '../contract/calls/customers.ts'
import { afterId, limit, queryNumber, strict } from '../contract/control-field.ts'
import { filterShape } from '../contract/filter-schema.ts'
import { handler } from '../control-handler.ts'
import { customerFilters } from '../lists/lists.ts'
import { page } from '../page.ts'

export const customers = {
  customers: handler(
    {
      query: strict({ ...filterShape(customerFilters, 'query'), after: afterId, limit }),
      answer: customersSchema,
    },
    async ({ world }, { query: { search = '', after = 0, limit } }) => {
      const lines = linesAfter(world.records.lines('customers'), after)
      const { found, hasMore } = await page(matching(lines, search), limit, (line) =>
        customerAnswer(JSON.parse(line) as Customer, world),
      )
      return { customers: found, next: hasMore ? (found.at(-1)?.id ?? null) : null }
    },
  ),
  customer: handler(
    {
      path: strict({ id: queryNumber(1, MAX_ID) }),
      answer: customerDetailSchema,
    },
    ({ world }, { path: { id } }) => {
      const customer = world.records.customer(id)
      if (customer === undefined) {
        throw requestProblem('not_found', `There is no customer ${id}`, ['path', 'id'])
      }
      return { ...customerAnswer(customer, world), tokens: tokensOf(world, id).map(tokenAnswer) }
    },
  ),
}

/** The customers with a higher id; they are stored in the order of their ids. */
function linesAfter(lines: readonly string[], id: number): readonly string[] {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((JSON.parse(lines[middle] ?? '') as Customer).id > id) high = middle
    else low = middle + 1
  }
  return lines.slice(low)
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
    account: shownPayer(method),
    card_type: method.kind === 'card' ? method.card.type : null,
    created_at: isoUtc(createdAt),
  }
}
