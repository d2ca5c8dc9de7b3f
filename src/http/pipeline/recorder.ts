import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { isIdentifier } from '../../domain/identifier.ts'
import { correlationKey } from '../../world/commands/correlation.ts'
import type { JournalEntry } from '../../world/journal/request-journal.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import type { Operation } from '../operation.ts'
import { maskedBody, maskedQuery, unknownMembers } from './masked.ts'
import type { Delivered } from './send.ts'

export interface Exchange {
  readonly call: Call
  readonly operation: Operation | undefined
  readonly answer: Answer
  readonly delivered: Delivered
  /** `performance.now()` when it came in. */
  readonly startedAt: number
}

/** Writes a call into its world's journal, with nothing in it that must not be kept. */
export function record(exchange: Exchange, log: (line: string, cause: unknown) => void): void {
  const { world, journal } = exchange.call
  // A reset has taken away what it was about.
  if (journal !== world.journal) return
  const times = {
    at: world.now(),
    realAt: world.surroundings.realTime(),
    durationMs: performance.now() - exchange.startedAt,
  }
  journal.addLater((id) => {
    try {
      const entry = journalEntry(exchange, id, times)
      if (world.events.isWatched) world.events.tell({ type: 'request', entry })
      return entry
    } catch (cause) {
      // The client has its answer; what is written down of it is our own affair.
      log('A call could not be written into the journal', cause)
      return undefined
    }
  })
  world.events.beat()
  if (world.events.isWatched) journal.writeDown()
}

function journalEntry(
  { call, operation, answer, delivered }: Exchange,
  id: number,
  times: Pick<JournalEntry, 'at' | 'realAt' | 'durationMs'>,
): JournalEntry {
  const { world, incoming, correlation } = call
  const { note } = answer
  const { origin } = incoming.headers
  const { id: correlationId } = correlation
  return {
    id,
    at: times.at,
    realAt: times.realAt,
    operation: operation?.name,
    merchant: merchantIn(call),
    request: {
      method: call.method,
      path: maskCardNumbers(decoded(call.path)),
      query: maskedQuery(call.query),
      correlationId: correlationId && maskCardNumbers(correlationId),
      correlationKey: correlationId && correlationKey(world, correlationId),
      origin: origin && maskCardNumbers(origin),
      body: maskedBody(call.body, namesOf(call)),
      unknownMembers: unknownIn(call),
    },
    answer: {
      status: delivered.status,
      body: delivered.body && maskCardNumbers(delivered.body),
    },
    rule: note?.rule,
    fault: note?.fault,
    audit: note?.audit,
    outcome: note?.outcome,
    card: note?.card,
    durationMs: times.durationMs,
    sender: call.user?.isSandbox ? 'dashboard' : undefined,
  }
}

/** A card number must not hide behind an escape. */
function decoded(path: string): string {
  if (!path.includes('%')) return path
  return path.replaceAll(/%3([0-9])/g, '$1')
}

/** Only what can be a merchant: where a number is asked for, a client may put its card's. */
function merchantIn({ query, body, user }: Call): number | undefined {
  const named = (body as { merchant?: { id?: unknown } } | null | undefined)?.merchant?.id
  const asked = [named, Number(query.merchant_id)]
  return asked.find(isIdentifier) ?? user?.merchant
}

function namesOf({ world }: Call): ReadonlySet<string> {
  const { direct_debit_payment_method, bank_account_type } = world.surroundings.assumptions
  return new Set([direct_debit_payment_method, bank_account_type])
}

function unknownIn({ body, input }: Call): readonly string[] {
  const known = (input as { body?: unknown } | undefined)?.body
  return known === undefined ? [] : unknownMembers(body, known)
}
