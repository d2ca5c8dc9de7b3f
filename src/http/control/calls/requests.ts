import * as z from 'zod'
import { operations } from '../../../scenario/rule.ts'
import { correlationKey } from '../../../world/commands/correlation.ts'
import type { JournalEntry } from '../../../world/journal/request-journal.ts'
import type { Call } from '../../call.ts'
import type {
  RequestAnswer,
  RequestsAnswer,
  RequestsRemovedAnswer,
  requestCalls,
} from '../../contract/control/calls/requests.ts'
import {
  controlContract,
  instantText,
  limit,
  oneOf,
  strict,
  text,
} from '../../contract/control/control-field.ts'
import { integerText } from '../../contract/field.ts'
import { coded } from '../../contract/objection.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler, simpleHandler } from '../control-handler.ts'
import { requestAnswer } from '../representation/request-representation.ts'

const requestsQuery = strict({
  since: z
    .union(
      [
        integerText(0, Number.MAX_SAFE_INTEGER).transform(afterId),
        instantText.transform(fromInstant),
      ],
      {
        error: () => coded('invalid_format', 'Must be the id of a request, or an ISO 8601 instant'),
      },
    )
    .exactOptional(),
  limit,
  operation: oneOf(operations).exactOptional(),
  status: integerText(100, 599).exactOptional(),
  correlation_id: text.exactOptional(),
})

function afterId(id: number) {
  return { after: id } as const
}

function fromInstant(at: number) {
  return { from: at } as const
}

const listContract = controlContract({ query: requestsQuery })
const oneContract = controlContract({
  path: strict({ id: integerText(1, Number.MAX_SAFE_INTEGER) }),
})

type Filter = z.output<typeof requestsQuery>

export const requests: Handlers<typeof requestCalls> = {
  requests: handler(listContract, list),
  request: handler(oneContract, one),
  removeRequests: simpleHandler(clear),
}

function list({ world }: Call, { query }: z.output<typeof listContract>): RequestsAnswer {
  const { correlation_id: id, limit, since } = query
  const key = id === undefined ? undefined : correlationKey(world, id)
  const found = world.journal.entries().filter((entry) => isWanted(entry, query, key))
  // Whoever names a place to go on from reads page by page; whoever does not wants the latest.
  const page = since === undefined ? found.slice(-limit) : found.slice(0, limit)
  return { requests: page.map(requestAnswer) }
}

function isWanted(entry: JournalEntry, query: Filter, key: string | undefined): boolean {
  const { since, operation, status } = query
  if (since !== undefined && !isSince(entry, since)) return false
  if (operation !== undefined && entry.operation !== operation) return false
  if (status !== undefined && entry.answer.status !== status) return false
  return key === undefined || entry.request.correlationKey === key
}

function isSince(entry: JournalEntry, since: NonNullable<Filter['since']>): boolean {
  return 'after' in since ? entry.id > since.after : entry.at >= since.from
}

function one({ world }: Call, { path }: z.output<typeof oneContract>): RequestAnswer {
  const entry = world.journal.find(path.id)
  if (entry === undefined) {
    throw problem('not_found', `The journal has no request ${path.id}`, ['path', 'id'])
  }
  return requestAnswer(entry)
}

function clear({ world }: Call): RequestsRemovedAnswer {
  const removed = world.journal.entries().length
  world.journal.clear()
  return { removed }
}
