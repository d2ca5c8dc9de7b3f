import type { ServerResponse } from 'node:http'
import { formatDuration } from '../../domain/time/duration.ts'
import { isoUtc, MINUTE, SECOND } from '../../domain/time/instant.ts'
import { noSniffing } from '../../gateway/wire/answer.ts'
import type { Call } from '../../gateway/wire/call.ts'
import { hold } from '../../gateway/wire/pipeline/delivery/deliver.ts'
import { errorItem } from '../../gateway/wire/problem-response.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import type { WorldEvent } from '../../gateway/world/events.ts'
import type { World } from '../../gateway/world/world.ts'
import type { JudgedTest } from '../../judge/run/judge-test.ts'
import type { DelayedCall, Exchange } from '../../record/exchange.ts'
import { detailedRequest, requestDocument } from '../../record/request-document.ts'
import {
  eventSchema,
  lateRequestsSchema,
  requestDetailSchema,
  requestListSchema,
  requestsSchema,
  type SandboxEvent,
  type WaitingResponse,
} from '../contract/calls/requests.ts'
import { removedCountSchema } from '../contract/calls/scenarios.ts'
import { LONGEST_LIST } from '../contract/control-call.ts'
import {
  afterId,
  integerField,
  limit,
  queryNumber,
  realDuration,
  strict,
} from '../contract/control-field.ts'
import { filterShape } from '../contract/filter-schema.ts'
import { handler, WithStatus } from '../control-handler.ts'
import { requestFilters } from '../lists/lists.ts'
import type { HandlerParts } from '../parts.ts'
import { conditionOf, requestFilter, requestsIn, type WantedRequests } from '../wanted-requests.ts'
import { firedAnswer } from './clock.ts'

/** Node's own client gives up after five minutes without a response. */
const longestWait = 4 * MINUTE

const waitBody = strict({
  filter: requestFilter.default({}),
  count: integerField(1, LONGEST_LIST).default(1),
  timeout: realDuration(longestWait).default(5 * SECOND),
})

export const requests = {
  requests: handler(
    {
      query: strict({
        ...filterShape(requestFilters, 'query'),
        after: afterId,
        limit,
      }),
      answer: requestListSchema,
    },
    ({ world }, { query: { limit, after, ...wanted } }, { judging: { judge } }) => {
      const all = requestsIn(world, wanted)
      const found = after === undefined ? all : all.filter(({ id }) => id < after)
      // A client that gives a start and no last entry reads forward; others want the latest requests.
      const isForward = wanted.since !== undefined && after === undefined
      const page = isForward ? found.slice(0, limit) : found.slice(-limit)
      const waiting = judge.judged(world.history)?.waiting.map(waitingAnswer) ?? []
      const [oldest] = page
      const hasOlder = !isForward && page.length < found.length && oldest !== undefined
      return {
        requests: page.map(requestDocument),
        ...(waiting.length > 0 && { waiting }),
        next: hasOlder ? oldest.id : null,
      }
    },
  ),
  waitForRequests: handler(
    { body: waitBody, answer: requestsSchema, late: lateRequestsSchema },
    async ({ world, outgoing }, { body: { filter, count, timeout } }, { stopping }) => {
      await untilThere(filter, count, { world, ms: timeout, outgoing, stopping })
      const entries = requestsIn(world, filter)
      const answer = { requests: entries.slice(0, LONGEST_LIST).map(requestDocument) }
      if (entries.length >= count) return answer
      const came = `${entries.length} of ${count} requests came within ${formatDuration(timeout)}`
      return new WithStatus(408, { errors: [errorItem('timed_out', came)], ...answer })
    },
  ),
  request: handler(
    {
      path: strict({ id: queryNumber(1, Number.MAX_SAFE_INTEGER) }),
      answer: requestDetailSchema,
    },
    ({ world }, { path: { id } }, { judging: { judge } }) => {
      const entry = world.history.find(id)
      if (entry !== undefined)
        return { ...detailedRequest(entry), payment: paymentOf(judge.judged(world.history), entry) }
      throw requestProblem('not_found', `There is no recorded request ${id}`, ['path', 'id'])
    },
  ),
  removeRequests: handler({ answer: removedCountSchema }, ({ world }) => {
    const removed = world.history.entries().length
    world.history.clear()
    return { removed }
  }),
  events: handler({ event: eventSchema }, (call, _input, parts) => watch(call, parts)),
}

/** The payment that a call belongs to, also a lookup of it. */
function paymentOf(judged: JudgedTest | undefined, entry: Exchange): string | null {
  const { audit, merchant, request, asked } = entry
  const key = asked.correlation_key ?? request.correlation_key
  return judged?.paymentOf(audit ?? asked.audit) ?? judged?.paymentWith(merchant, key) ?? null
}

function waitingAnswer({ exchange, waitedMs, hasLeft }: DelayedCall): WaitingResponse {
  const { operation, request } = exchange
  return {
    operation: operation ?? null,
    method: request.method,
    path: request.path,
    correlation_id: request.correlation_id ?? null,
    waited: Math.round(waitedMs),
    left: hasLeft,
  }
}

/** A watcher that stops reading is disconnected before its backlog fills the memory. */
const MAX_BACKLOG = 8 * 1024 * 1024

/** Besides its text, Node keeps several objects for each write. */
const WRITE_BYTES = 1024

const MOST_WATCHERS = 100

/** The clients that receive events, of each sandbox. */
const watchers = new WeakMap<AbortSignal, Set<ServerResponse>>()

/** Sends server-sent events until the client disconnects, the world closes or the server stops. */
function watch(call: Call, { stopping }: HandlerParts): undefined {
  const { world, outgoing } = call
  const watching = watchers.get(stopping) ?? new Set()
  watchers.set(stopping, watching)
  if (watching.size >= MOST_WATCHERS) {
    const message = `${MOST_WATCHERS} clients receive events already; close one of them`
    throw requestProblem('too_many_requests', message, ['path'])
  }
  outgoing.writeHead(200, {
    ...noSniffing,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Without this, the server could not stop until the client closes the connection.
    Connection: 'close',
  })
  if (call.method === 'HEAD') {
    outgoing.end()
    return
  }
  // The first bytes tell the client that it receives every event from now on.
  outgoing.write(': watching\n\n')
  watching.add(outgoing)
  let id = 0
  let unsent = 0
  const sent = () => {
    unsent -= 1
  }
  const end = () => outgoing.end()
  const stopListening = world.events.listen((event) => {
    const text = textOf(event)
    if (text === undefined) return
    if (outgoing.writableEnded) return
    if (outgoing.writableLength + unsent * WRITE_BYTES > MAX_BACKLOG) {
      outgoing.destroy()
      return
    }
    id += 1
    unsent += 2
    outgoing.write(`id: ${id}\n`, sent)
    // Alone, so that the backlogs of several share its memory.
    outgoing.write(text, sent)
  }, end)
  outgoing.on('close', () => {
    watching.delete(outgoing)
    stopListening()
    stopping.removeEventListener('abort', end)
  })
  stopping.addEventListener('abort', end)
  if (stopping.aborted) end()
}

const texts = new WeakMap<WorldEvent, string>()

/** Made once for all watchers. */
function textOf(event: WorldEvent): string | undefined {
  const known = texts.get(event)
  if (known !== undefined) return known
  const sent = sentEvent(event)
  if (sent === undefined) return undefined
  const text = `event: ${sent.event}\ndata: ${JSON.stringify(sent.data)}\n\n`
  texts.set(event, text)
  return text
}

interface Wait {
  readonly world: World
  readonly ms: number
  readonly outgoing: ServerResponse
  readonly stopping: AbortSignal
}

/** Waits for this many requests, or until the timeout, or the client, the world or the server ends. */
async function untilThere(filter: WantedRequests, count: number, wait: Wait): Promise<void> {
  const { world, ms, outgoing, stopping } = wait
  const isWanted = conditionOf(world, filter)
  let found = requestsIn(world, filter).length
  if (found >= count || stopping.aborted) return
  const ended = new AbortController()
  const end = () => ended.abort()
  // Looks at the new request only; the journal may have been emptied, so the last look is at all.
  const stopListening = world.events.listen((event) => {
    if (event.type !== 'request' || !isWanted(event.entry)) return
    found += 1
    if (found >= count) found = requestsIn(world, filter).length
    if (found >= count) end()
  }, end)
  // Removed afterwards: the signal lives as long as the sandbox.
  stopping.addEventListener('abort', end)
  await hold(outgoing, ms, ended.signal)
  stopping.removeEventListener('abort', end)
  stopListening()
}

/** Undefined for what watchers do not get. */
function sentEvent(event: WorldEvent): SandboxEvent | undefined {
  switch (event.type) {
    case 'late_request':
      return undefined
    case 'request':
      return { event: 'request', data: requestDocument(event.entry) }
    case 'transaction':
      return { event: 'transaction', data: { audit: event.audit, status: event.status } }
    case 'clock': {
      const { now, mode, fired } = event
      return { event: 'clock', data: { now: isoUtc(now), mode, fired: fired.map(firedAnswer) } }
    }
    case 'scenario':
      return { event: 'scenario', data: { scenarios: event.scenarios } }
  }
}
