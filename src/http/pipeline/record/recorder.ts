import { hasCardNumber, maskWritten } from '../../../domain/card/card-number-in-text.ts'
import { hasDigits, maskAddress, maskHeader } from '../../../domain/card/hidden-number.ts'
import { isIdentifier } from '../../../domain/identifier.ts'
import { isCreating } from '../../../insight/creating.ts'
import type { Waiting } from '../../../insight/findings/habit/no-time-out.ts'
import type { Chapter } from '../../../insight/run/chapter.ts'
import type { Attempt } from '../../../insight/stories/story.ts'
import { correlationNames } from '../../../world/commands/transactions/correlation.ts'
import type { JournalEntry } from '../../../world/journal/request-journal.ts'
import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { Operation } from '../../operation.ts'
import type { Delivered } from '../delivery/send.ts'
import { askedIn, cardIn, factsOf, madeOf } from './facts.ts'
import { type Members, maskedBody, maskedQuery, unknownMembers } from './masked.ts'
import { maskedAnswer } from './masked-answer.ts'
import { ownNumbers } from './own-numbers.ts'

export interface Exchange {
  readonly call: Call
  readonly operation: Operation | undefined
  readonly answer: Answer
  readonly delivered: Delivered
  readonly members: Members
  /** `performance.now()` when it came in. */
  readonly startedAt: number
  readonly begun?: Begun | undefined
}

/** A call that was dealt with and whose answer takes its time. */
export interface Begun {
  readonly chapter: Chapter
  /** For a transaction request. */
  readonly attempt: Attempt | undefined
  readonly waiting: Waiting
  /** `performance.now()` when the client left, if it did. */
  leftAt: number | undefined
}

/** Others may come before its answer: what was asked is known from now on. */
export function begin(
  call: Call,
  operation: Operation | undefined,
  answer: Answer,
  startedAt: number,
): Begun | undefined {
  const { note } = answer
  if (note === undefined || (note.fault === undefined && !note.delayMs)) return undefined
  const { chapter } = call.journal
  if (chapter === undefined) return undefined
  const attempt = beginAttempt(call, operation?.name, answer)
  const waiting: Waiting = {
    operation: operation?.name,
    method: call.method,
    path: maskAddress(call.path),
    attempt,
    rules: note.rules ?? [],
    hasLeft: () => begun.leftAt !== undefined && !call.outgoing.writableFinished,
    waitedMs: () => (begun.leftAt ?? performance.now()) - startedAt,
  }
  const begun: Begun = { chapter, attempt, waiting, leftAt: undefined }
  // What the sandbox sends itself is not judged.
  if (call.user?.isSandbox !== true) chapter.wait(waiting)
  call.world.events.beat()
  call.outgoing.once('close', () => {
    begun.leftAt = performance.now()
    // A bank that takes its time goes on for it; any other answer ends with its client.
    if (note.ripen !== undefined && waiting.hasLeft())
      chapter.leave(waiting, call.world.surroundings.realTime())
  })
  return begun
}

function beginAttempt(
  call: Call,
  operation: Operation['name'] | undefined,
  answer: Answer,
): Attempt | undefined {
  const asked = askedIn(call)
  if (asked === undefined || !isCreating(operation)) return undefined
  const { world, journal } = call
  // In the order in which they were dealt with.
  journal.writeDown()
  const { correlationId, correlationKey } = correlationNames(
    world,
    call.correlation.id,
    ownPanIn(call),
  )
  const { transaction } = answer.note ?? {}
  return journal.chapter?.begin({
    operation,
    at: world.now(),
    realAt: world.surroundings.realTime(),
    merchant: merchantIn(call, operation),
    correlationId,
    correlationKey,
    card: cardIn(call, answer),
    asked,
    made: transaction && madeOf(transaction),
    isRefused: false,
    isOwn: call.user?.isSandbox === true,
  })
}

/** Writes a call into its world's journal, with nothing in it that must not be kept. */
export function record(exchange: Exchange, log: (line: string, cause: unknown) => void): void {
  const { world, journal } = exchange.call
  // A reset has taken away what it was about.
  if (journal !== world.journal) return
  const durationMs = performance.now() - exchange.startedAt
  const times = {
    at: world.now(),
    realAt: world.surroundings.realTime(),
    durationMs,
    waitedMs: waitedFor(exchange) ?? durationMs,
  }
  const { begun } = exchange
  journal.addLater((id) => {
    try {
      const entry = journalEntry(exchange, id, times)
      const chapter = begun?.chapter ?? journal.chapter
      if (begun !== undefined) chapter?.endWait(begun.waiting)
      chapter?.add(entry, begun?.attempt)
      if (world.events.isWatched) world.events.tell({ type: 'request', entry })
      return entry
    } catch (cause) {
      // The client has its answer; what is written down of it is our own affair.
      log('A call could not be written into the journal', cause)
      return undefined
    }
  })
  world.events.beat()
}

/** A client that left did not wait as long as its bank. */
function waitedFor({ begun, delivered, startedAt }: Exchange): number | undefined {
  if (!delivered.hasLeft || begun?.leftAt === undefined) return undefined
  return begun.leftAt - startedAt
}

function journalEntry(
  { call, operation, answer, delivered, members }: Exchange,
  id: number,
  times: Pick<JournalEntry, 'at' | 'realAt' | 'durationMs'> & { readonly waitedMs: number },
): JournalEntry {
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

/** The number of the card that a call names, where it stands in its correlation id too. */
function ownPanIn({ body, world, correlation: { id = '' } }: Call): string | undefined {
  const { pans } = ownNumbers(body, world.surroundings.assumptions)
  return pans.find((pan) => hasDigits(id, pan))
}

/**
 * Only what can be a merchant: where a number is asked for, a client may put its card's. An
 * operation that names none is for its user's own; what is no operation is for none.
 */
function merchantIn(
  { query, body, user }: Call,
  operation: Operation['name'] | undefined,
): number | undefined {
  const named = (body as { merchant?: { id?: unknown } } | null | undefined)?.merchant?.id
  if (isIdentifier(named)) return named
  const asked = Number(query.merchant_id)
  if (isIdentifier(asked)) return asked
  return operation === undefined ? undefined : user?.merchant
}

function unknownIn({ body, input }: Call): readonly string[] {
  const known = (input as { body?: unknown } | undefined)?.body
  return known === undefined ? [] : unknownMembers(body, known)
}
