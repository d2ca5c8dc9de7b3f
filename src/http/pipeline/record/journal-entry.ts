import { redactAddress } from '../../../domain/redaction/redacted.ts'
import type { Exchange } from '../../../insight/exchange.ts'
import { keptText } from '../../../world/commands/text-key.ts'
import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { Operation } from '../../operation.ts'
import type { Delivered } from '../delivery/send.ts'
import { cardIn, factsOf, merchantIn } from './facts.ts'
import { redactRequest } from './redacted-request.ts'

/** A call that is over. */
export interface Ended {
  readonly call: Call
  readonly operation: Operation | undefined
  readonly answer: Answer
  readonly delivered: Delivered
}

interface Times extends Pick<Exchange, 'at' | 'realAt' | 'durationMs'> {
  /** How long its client waited. */
  readonly waitedMs: number
}

/** What is kept of it: nothing that must not be. */
export function journalEntry(
  { call, operation, answer, delivered }: Ended,
  id: number,
  times: Times,
): Exchange {
  const { world, incoming } = call
  const { note } = answer
  const { origin } = incoming.headers
  const { id: sent } = call.correlation
  const correlation = sent === undefined ? undefined : keptText(world, sent)
  const redacted = redactRequest(call)
  const inHeader = correlation?.text === sent ? [] : ['X-Correlation-Id']
  return {
    id,
    at: times.at,
    realAt: times.realAt,
    operation: operation?.name,
    merchant: merchantIn(call, operation?.name),
    request: {
      method: call.method,
      path: redactAddress(call.path),
      query: redacted.query,
      correlationId: correlation?.text,
      correlationKey: correlation?.key,
      origin: origin && redactAddress(origin),
      body: redacted.body,
      // Of a request that is refused, nothing is ignored.
      unknownMembers: call.input === undefined ? [] : redacted.unknownMembers,
    },
    answer: {
      status: delivered.status,
      body: delivered.body && redactAddress(delivered.body),
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
      cardNumberIn: [...redacted.cardNumberIn, ...inHeader],
    }),
  }
}
