import type * as z from 'zod'
import { problem } from '../../../domain/problem.ts'
import { correlationKey } from '../../../world/commands/correlation.ts'
import type { JournalEntry } from '../../../world/journal/request-journal.ts'
import type { Call } from '../../call.ts'
import type {
  RequestAnswer,
  RequestsAnswer,
  RequestsRemovedAnswer,
} from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { idPath, requestsQuery } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import { requestAnswer } from '../representation/request-representation.ts'

const listContract = controlContract({ query: requestsQuery })
const oneContract = controlContract({ path: idPath })

type Filter = z.output<typeof requestsQuery>

export const requestCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/requests',
    does: 'List the calls of the gateway and the vault, newest last',
    contract: listContract,
    handle: list,
  }),
  controlCall({
    method: 'GET',
    path: '/requests/{id}',
    does: 'Show one call',
    contract: oneContract,
    handle: one,
  }),
  controlCall({
    method: 'DELETE',
    path: '/requests',
    does: 'Empty the journal',
    contract: controlContract({}),
    handle: clear,
  }),
]

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
