import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { totalOf } from '../../domain/money.ts'
import type { ClockState } from '../../domain/time/clock.ts'
import { type Instant, isoUtc } from '../../domain/time/instant.ts'
import { isCompletable } from '../../domain/transaction/acting-on-target.ts'
import {
  answered,
  effectsOfMove,
  moved,
  outcomeInTime,
  type SlowResponse,
  whenDue,
} from '../../domain/transaction/move.ts'
import { canMove } from '../../domain/transaction/state-table.ts'
import type { DueMove, Move, Outcome, Transaction } from '../../domain/transaction/transaction.ts'
import type { Moved } from '../../record/exchange.ts'
import type { Events, FiredEvent, ScheduledEvent } from './events.ts'
import type { AgendaEntry } from './records/indexes/transaction-index.ts'
import { correlationKey } from './records/indexes/transaction-index.ts'
import type { RowChange } from './records/medium.ts'
import type { Records } from './records/records.ts'
import type { Change } from './rule-state.ts'

/** What scheduled events need from their world. */
export interface MovingWorld {
  readonly records: Records
  readonly events: Events
  readonly clock: ClockState
  readonly environment: { readonly assumptions: Assumptions }
  commit(changes: readonly Change[]): void
  /** Tells the history of a change that no request of its own made. */
  moved(moved: Moved): void
  setAlarm(): void
}

/** Events in one turn of the event loop: about 20 ms. */
export const PER_TURN = 250

/** Tells watchers the time, and what has happened until then. */
export function emitTime(world: MovingWorld, now: Instant, fired: readonly FiredEvent[]): void {
  if (!world.events.isWatched) return
  world.events.emit({ type: 'clock', now, mode: world.clock.mode, fired })
}

/** Everything that is due until then happens, in order, each at its own instant; `most` bounds the steps. */
export function happenUpTo(
  world: MovingWorld,
  now: Instant,
  most = Number.POSITIVE_INFINITY,
): readonly FiredEvent[] {
  const { agenda } = world.records.transactionIndex
  let next = agenda.peek()
  if (next === undefined || next.at > now) return []
  const fired: FiredEvent[] = []
  for (let step = 0; step < most && next !== undefined && next.at <= now; step++) {
    agenda.drop()
    fired.push(...happen(world, next))
    next = agenda.peek()
  }
  world.setAlarm()
  return fired
}

/** Lets the decision that a bank has planned for a transaction happen now, if it has one, whatever the clock shows. */
export function resolveNow(world: MovingWorld, audit: number, now: Instant): boolean {
  const transaction = world.records.transaction(audit)
  const [planned, ...later] = transaction?.due ?? []
  if (transaction === undefined || planned?.event !== 'resolve') return false
  const due = { ...planned, at: Math.min(planned.at, now) }
  applyMove(world, { ...transaction, due: [due, ...later] }, due)
  return true
}

/** The next scheduled events in order, up to a limit. */
export function scheduled(
  world: MovingWorld,
  limit = Number.POSITIVE_INFINITY,
): readonly FiredEvent[] {
  const seen = new Set<number>()
  const found: FiredEvent[] = []
  for (const entry of world.records.transactionIndex.agenda.inOrder()) {
    // A transaction's later moves may come after another transaction's moves.
    if (found.length >= limit && found.filter(({ at }) => at <= entry.at).length >= limit) break
    if (!seen.has(entry.audit)) found.push(...scheduledBy(world, entry, seen))
  }
  return found.sort((one, other) => one.at - other.at || one.audit - other.audit).slice(0, limit)
}

function scheduledBy(
  world: MovingWorld,
  { at, audit }: AgendaEntry,
  seen: Set<number>,
): readonly FiredEvent[] {
  const transaction = world.records.transaction(audit)
  if (transaction?.due[0]?.at !== at) return []
  seen.add(audit)
  return stillDue(world, transaction).map((due) => ({
    at: due.at,
    event: eventName(transaction, due),
    ...named(transaction),
  }))
}

/** The planned moves of a transaction that can still happen. */
export function stillDue(world: MovingWorld, transaction: Transaction): readonly DueMove[] {
  let reached = transaction
  return transaction.due.filter((due) => {
    if (due.event === 'preauthorisation_expired') return isHeldUntil(world, reached, due.at)
    if (!canMove(reached, due.outcome.status)) return false
    reached = { ...reached, status: due.outcome.status }
    return true
  })
}

/** An expiry only matters if the hold could have been completed until then. */
function isHeldUntil({ environment }: MovingWorld, transaction: Transaction, at: Instant): boolean {
  return isCompletable(transaction, at - 1, environment.assumptions)
}

/** Runs all moves of one transaction that are due at this instant. */
function happen(world: MovingWorld, { at, audit }: AgendaEntry): readonly FiredEvent[] {
  const fired: FiredEvent[] = []
  for (;;) {
    const transaction = world.records.transaction(audit)
    const due = transaction?.due[0]
    // The plan has changed: these moves were cancelled or have already happened.
    if (transaction === undefined || due === undefined || due.at !== at) return fired
    const event = applyMove(world, transaction, due)
    if (event !== undefined) fired.push(event)
  }
}

function applyMove(
  world: MovingWorld,
  transaction: Transaction,
  due: DueMove,
): FiredEvent | undefined {
  const { audit, status: from } = transaction
  const { at } = due
  const event = eventName(transaction, due)
  const changed = whenDue(transaction, (other) => existing(world, other))
  const [{ status: to }] = changed
  if (to !== from) {
    commitTransactions(world, changed)
    return { at, event, ...named(transaction), from, to }
  }
  world.commit(changed.map(transactionChange))
  const isExpiry = due.event === 'preauthorisation_expired'
  if (!isExpiry || !isHeldUntil(world, transaction, at)) return undefined
  world.moved({ audit, at: isoUtc(at), to, by_response: false, expired: true })
  return { at, event, ...named(transaction) }
}

/** A transaction as people know it. */
function named(transaction: Transaction) {
  const { audit, reference, currency } = transaction
  return { audit, reference, total: totalOf(transaction), currency }
}

/** Moves a transaction and updates the transactions that it acts on, in one commit. */
export function moveTransaction(
  world: MovingWorld,
  transaction: Transaction,
  asked: Outcome,
  by: Pick<Move, 'at' | 'cause'>,
  more: readonly Change[] = [],
): Transaction['status'] {
  const find = (audit: number) => existing(world, audit)
  const after = moved(transaction, outcomeInTime(transaction, asked, find), by)
  const others = effectsOfMove(transaction, after, find, by.at)
  commitTransactions(world, [after, ...others], more)
  return after.status
}

/** Commits transactions that changed together, then tells the watchers. */
export function commitTransactions(
  world: MovingWorld,
  changed: readonly Transaction[],
  more: readonly Change[] = [],
): void {
  world.commit([...changed.map(transactionChange), ...more])
  for (const { audit, status, moves, createdAt, responseCode, responseMessage } of changed) {
    const last = moves?.at(-1)
    const at = last?.at ?? createdAt
    const [isNew, isResponse] = [last === undefined, last?.cause === 'response']
    const bank = responseCode && `${responseCode} ${responseMessage}`
    // The request that creates a transaction tells more than this.
    if (!isNew) {
      const by_response = isResponse
      world.moved({ audit, at: isoUtc(at), to: status, bank, by_response, expired: false })
    }
    world.events.emit({ type: 'transaction', audit, status, bank, at, isNew, isResponse })
  }
}

export function existing(world: MovingWorld, audit: number): Transaction {
  const transaction = world.records.transaction(audit)
  if (transaction === undefined) throw new Error(`Transaction ${audit} is missing`)
  return transaction
}

export function transactionChange(transaction: Transaction): RowChange {
  const { audit, merchant, createdAt, correlation, target, due } = transaction
  const key = correlationKey(merchant, correlation)
  const head = { audit, merchant, createdAt, correlation, key, target, dueAt: due[0]?.at }
  return { table: 'transactions', key: audit, line: JSON.stringify(transaction), head }
}

/** The public name of a move, both while it is planned and after it happened. */
export function eventName(transaction: Transaction, due: DueMove): ScheduledEvent {
  if (due.event === 'preauthorisation_expired') return due.event
  const isCard = transaction.method.kind === 'card' || transaction.kind === 'void'
  if (isCard || due.outcome.status === 'pending') return 'resolved'
  return due.outcome.status === 'approved' ? 'cleared' : 'returned'
}

/** Stores a slow bank's response together with the transaction that waits for it. */
export function slowResponseChange(audit: number, { outcome, due }: SlowResponse): RowChange {
  const line = JSON.stringify({ id: audit, outcome, due })
  return { table: 'slow_responses', key: audit, line }
}

/** Applies the slow response; returns the current transaction, which may have been decided in the meantime. */
export function takeSlowResponse(scene: MovingWorld, audit: number, at: Instant): Transaction {
  const waiting = existing(scene, audit)
  const line = scene.records.line('slow_responses', audit)
  if (line === undefined) return waiting
  const find = (other: number) => existing(scene, other)
  // The cast is safe: `slowResponseChange` made the line, and lines from files are checked.
  const after = answered(waiting, JSON.parse(line) as SlowResponse, { find, at })
  const others = effectsOfMove(waiting, after, find, at)
  commitTransactions(scene, [after, ...others], [dropSlowResponse(audit)])
  return after
}

/** What an undecided transaction becomes, by its slow response or its next move. */
export function plannedStatus(records: Records, { audit, due, status }: Transaction) {
  const line = records.line('slow_responses', audit)
  if (line !== undefined) return (JSON.parse(line) as SlowResponse).outcome.status
  const [next] = due
  return next?.event === 'resolve' ? next.outcome.status : status
}

/** Drops the slow response of a transaction that was decided otherwise. */
export function dropSlowResponse(audit: number): RowChange {
  return { table: 'slow_responses', key: audit, line: undefined }
}

/** Applies all slow responses of an imported state at once: no client waits for them any more. */
export function takeAllSlowResponses(scene: MovingWorld, at: Instant): void {
  for (const line of scene.records.lines('slow_responses')) {
    takeSlowResponse(scene, (JSON.parse(line) as { readonly id: number }).id, at)
  }
}
