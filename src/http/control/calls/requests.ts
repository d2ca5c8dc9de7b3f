import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { formatDuration } from '../../../domain/time/duration.ts'
import { MINUTE, SECOND } from '../../../domain/time/instant.ts'
import type { CallUnderWay, Exchange } from '../../../insight/exchange.ts'
import { weightOf } from '../../../insight/run/fact.ts'
import { operations } from '../../../scenario/rule.ts'
import type { Call } from '../../call.ts'
import type {
  RequestAnswer,
  RequestListAnswer,
  RequestsAnswer,
  RequestsRemovedAnswer,
  requestCalls,
  WaitingAnswer,
} from '../../contract/control/calls/requests.ts'
import { LONGEST_LIST } from '../../contract/control/control-call.ts'
import {
  controlContract,
  instantText,
  integer,
  limit,
  oneOf,
  realDuration,
  strict,
  text,
} from '../../contract/control/control-field.ts'
import { integerText } from '../../contract/field.ts'
import { coded } from '../../contract/objection.ts'
import { errorItem } from '../../problem-response.ts'
import { problem } from '../../request-problem.ts'
import { untilTrue } from '../await-requests.ts'
import { type Handlers, handler, simpleHandler, WithStatus } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { requestAnswer } from '../representation/request-representation.ts'
import { requestsIn } from '../wanted-requests.ts'

/** The same filter in a query, where numbers are texts, and in a body, where they are not. */
function filterShape<Whole extends z.ZodType<number>>(whole: (min: number, max: number) => Whole) {
  return {
    since: z
      .union([whole(0, MAX_ID).transform(afterId), instantText.transform(fromInstant)], {
        error: () => coded('invalid_format', 'Must be the id of a request, or an ISO 8601 instant'),
      })
      .exactOptional(),
    operation: oneOf(operations).exactOptional(),
    status: whole(100, 599).exactOptional(),
    correlation_id: text.exactOptional(),
    rule: text.exactOptional(),
    reference: text.exactOptional(),
    audit: whole(1, MAX_ID).exactOptional(),
    merchant: whole(1, MAX_ID).exactOptional(),
  }
}

function afterId(id: number) {
  return { after: id } as const
}

function fromInstant(at: number) {
  return { from: at } as const
}

const listContract = controlContract({ query: strict({ ...filterShape(integerText), limit }) })
const oneContract = controlContract({
  path: strict({ id: integerText(1, Number.MAX_SAFE_INTEGER) }),
})

/** Node's own client gives up a call that says nothing for five minutes. */
const longestWait = 4 * MINUTE

const waitContract = controlContract({
  body: strict({
    filter: strict(filterShape(integer)).default({}),
    count: integer(1, LONGEST_LIST).default(1),
    timeout: realDuration(longestWait).default(5 * SECOND),
  }),
})

export const requests: Handlers<typeof requestCalls> = {
  requests: handler(listContract, list),
  waitForRequests: handler(waitContract, wait),
  request: handler(oneContract, one),
  removeRequests: simpleHandler(clear),
}

function list({ world }: Call, { query }: z.output<typeof listContract>): RequestListAnswer {
  const { limit, ...wanted } = query
  const found = requestsIn(world, wanted)
  // Whoever names a place to go on from reads page by page; whoever does not wants the latest.
  const page =
    wanted.since === undefined
      ? fitting(found.slice(-limit).reverse()).reverse()
      : fitting(found.slice(0, limit))
  const waiting = world.history.chapter?.underWay.map(waitingAnswer) ?? []
  return { requests: page.map(requestAnswer), ...(waiting.length > 0 && { waiting }) }
}

function waitingAnswer({
  operation,
  method,
  path,
  opening,
  hasLeft,
  waitedMs,
}: CallUnderWay): WaitingAnswer {
  return {
    operation: operation ?? null,
    ...{ method, path },
    correlation_id: opening?.correlationId ?? null,
    waited: Math.round(waitedMs()),
    left: hasLeft(),
  }
}

/** An answer of a list stays readable: to read more, continue from its last entry. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024

function fitting(entries: readonly Exchange[]): Exchange[] {
  let bytes = 0
  const end = entries.findIndex((entry, index) => {
    bytes += weightOf(entry)
    return bytes > MAX_PAGE_BYTES && index > 0
  })
  return end === -1 ? [...entries] : entries.slice(0, end)
}

async function wait(
  { world, outgoing }: Call,
  { body }: z.output<typeof waitContract>,
  { stopping }: HandlerParts,
): Promise<RequestsAnswer | WithStatus<RequestsAnswer>> {
  const { filter, count, timeout } = body
  const found = () => requestsIn(world, filter)
  await untilTrue(() => found().length >= count, { world, ms: timeout, outgoing, stopping })
  const entries = found()
  const answer = { requests: fitting(entries.slice(0, LONGEST_LIST)).map(requestAnswer) }
  if (entries.length >= count) return answer
  const message = `${entries.length} of ${count} requests came within ${formatDuration(timeout)}`
  return new WithStatus(408, { errors: [errorItem('timed_out', message)], ...answer })
}

function one({ world }: Call, { path }: z.output<typeof oneContract>): RequestAnswer {
  const entry = world.history.find(path.id)
  if (entry === undefined) {
    throw problem('not_found', `The journal has no request ${path.id}`, ['path', 'id'])
  }
  return requestAnswer(entry)
}

function clear({ world }: Call): RequestsRemovedAnswer {
  const removed = world.history.entries().length
  world.history.clear()
  return { removed }
}
