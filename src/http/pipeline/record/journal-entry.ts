import { hasCardNumber, maskWritten } from '../../../domain/card/card-number-in-text.ts'
import { maskAddress, maskHeader } from '../../../domain/card/hidden-number.ts'
import type { Exchange } from '../../../insight/exchange.ts'
import { correlationNames } from '../../../world/commands/transactions/correlation.ts'
import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { Operation } from '../../operation.ts'
import type { Delivered } from '../delivery/send.ts'
import { cardIn, factsOf } from './facts.ts'
import { type Members, maskedBody, maskedQuery, unknownMembers } from './masked.ts'
import { maskedAnswer } from './masked-answer.ts'
import { merchantIn, ownPanIn } from './named-in-call.ts'

/** A call that is over. */
export interface Ended {
  readonly call: Call
  readonly operation: Operation | undefined
  readonly answer: Answer
  readonly delivered: Delivered
  readonly members: Members
}

interface Times extends Pick<Exchange, 'at' | 'realAt' | 'durationMs'> {
  /** How long its client waited. */
  readonly waitedMs: number
}

/** What is kept of it: nothing that must not be. */
export function journalEntry(
  { call, operation, answer, delivered, members }: Ended,
  id: number,
  times: Times,
): Exchange {
  const { world, incoming } = call
  const { note } = answer
  const { origin } = incoming.headers
  const { id: sent } = call.correlation
  // Kept under its own text: it has nothing to hide.
  const isKeptAsSent = sent !== undefined && note?.transaction?.correlation === sent
  const names = isKeptAsSent
    ? { correlationId: sent, correlationKey: sent }
    : correlationNames(world, sent, ownPanIn(call))
  const { correlationId, correlationKey } = names
  const found = [...call.ownNumberIn]
  const body = maskedBody(call.body, { members, isPlain: call.isBodyPlain, found })
  if (sent && !isKeptAsSent && hasCardNumber(sent)) found.push('X-Correlation-Id')
  const query = maskedQuery(call.query)
  for (const name in query) if (hasCardNumber(call.query[name] ?? '')) found.push(name)
  return {
    id,
    at: times.at,
    realAt: times.realAt,
    operation: operation?.name,
    merchant: merchantIn(call, operation?.name),
    request: {
      method: call.method,
      path: maskAddress(call.path),
      query,
      correlationId,
      correlationKey,
      origin: origin && maskHeader(origin),
      body,
      unknownMembers: unknownIn(call),
    },
    answer: {
      status: delivered.status,
      body: delivered.body && maskedAnswer(delivered.body),
    },
    rule: note?.rules?.[0],
    rules: note?.rules ?? [],
    fault: note?.fault,
    audit: note?.audit,
    outcome: note?.outcome,
    card: cardIn(call, answer),
    user: call.user?.name,
    durationMs: times.durationMs,
    sender: call.user?.isSandbox ? 'dashboard' : undefined,
    facts: factsOf({
      call,
      operation,
      answer,
      delivered,
      waitedMs: times.waitedMs,
      cardNumberIn: found.map(maskWritten),
    }),
  }
}

function unknownIn({ body, input }: Call): readonly string[] {
  const known = (input as { body?: unknown } | undefined)?.body
  return known === undefined ? [] : unknownMembers(body, known)
}
