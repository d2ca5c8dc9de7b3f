import type { Assumptions } from '../domain/assumptions/assumptions.ts'
import type { ClockState } from '../domain/time/clock.ts'
import type { Instant } from '../domain/time/instant.ts'
import { isCompletable } from '../domain/transaction/acting-on-target.ts'
import {
  answered,
  effectsOfMove,
  moved,
  outcomeInTime,
  type SlowAnswer,
  whenDue,
} from '../domain/transaction/move.ts'
import {
  canMove,
  type DueMove,
  type MoveCause,
  type Outcome,
  type Transaction,
} from '../domain/transaction/transaction.ts'
import type { Events, FiredEvent, ScheduledEvent } from './events.ts'
import type { AgendaEntry } from './records/agenda.ts'
import type { RowChange } from './records/medium.ts'
import type { Records } from './records/records.ts'
import { transactionLine } from './records/transaction-line.ts'

/** What happenings need of the world in which they come about. */
export interface MovingWorld {
  readonly records: Records
  readonly events: Events
  readonly clock: ClockState
  readonly environment: { readonly assumptions: Assumptions }
  commit(changes: readonly RowChange[]): void
  setAlarm(): void
}

/** Brings a world up to its own time: all that fell due happens, each at its instant, in order. */
export function catchUp(world: MovingWorld, now: Instant): readonly FiredEvent[] {
  const fired = happenUpTo(world, now)
  if (fired.length > 0) tellTime(world, now, fired)
  return fired
}

/** Tells whoever watches what time it is, and what happened until then. */
export function tellTime(world: MovingWorld, now: Instant, fired: readonly FiredEvent[]): void {
  if (!world.events.isWatched) return
  world.events.tell({ type: 'clock', now, mode: world.clock.mode, fired })
}

/** The same for an instant that the clock has yet to show. */
export function happenUpTo(world: MovingWorld, now: Instant): readonly FiredEvent[] {
  const { agenda } = world.records.transactionIndex
  let next = agenda.peek()
  if (next === undefined || next.at > now) return []
  const fired: FiredEvent[] = []
  while (next !== undefined && next.at <= now) {
    agenda.drop()
    fired.push(...happen(world, next))
    next = agenda.peek()
  }
  world.setAlarm()
  return fired
}

type ScheduledMove = FiredEvent & { readonly audit: number }

/** What is scheduled, in the order in which it will happen; the first so many of it. */
export function scheduled(
  world: MovingWorld,
  limit = Number.POSITIVE_INFINITY,
): readonly ScheduledMove[] {
  const seen = new Set<number>()
  const found: ScheduledMove[] = []
  for (const entry of world.records.transactionIndex.agenda.inOrder()) {
    // A transaction's later moves may come after those of others.
    if (found.length >= limit && found.filter(({ at }) => at <= entry.at).length >= limit) break
    if (!seen.has(entry.audit)) found.push(...scheduledBy(world, entry, seen))
  }
  return found.sort((one, other) => one.at - other.at || one.audit - other.audit).slice(0, limit)
}

function scheduledBy(
  world: MovingWorld,
  { at, audit }: AgendaEntry,
  seen: Set<number>,
): readonly ScheduledMove[] {
  const transaction = world.records.transaction(audit)
  if (transaction?.due[0]?.at !== at) return []
  seen.add(audit)
  return stillDue(world, transaction).map((due) => ({
    at: due.at,
    event: eventName(transaction, due),
    audit,
  }))
}

/** Of what was planned for a transaction, that which can still come about. */
export function stillDue(world: MovingWorld, transaction: Transaction): readonly DueMove[] {
  let reached = transaction
  return transaction.due.filter((due) => {
    if (due.event === 'preauthorisation_expired') return isHeldUntil(world, reached, due.at)
    if (!canMove(reached, due.outcome.status)) return false
    reached = { ...reached, status: due.outcome.status }
    return true
  })
}

/** Whether there is something to lose at that instant: a hold that could have been completed. */
function isHeldUntil({ environment }: MovingWorld, transaction: Transaction, at: Instant): boolean {
  return isCompletable(transaction, at - 1, environment.assumptions)
}

/** One entry stands for all that is planned for its transaction at its instant. */
function happen(world: MovingWorld, { at, audit }: AgendaEntry): readonly FiredEvent[] {
  const fired: FiredEvent[] = []
  for (;;) {
    const transaction = world.records.transaction(audit)
    const due = transaction?.due[0]
    // Plans change: the entry belongs to moves that were called off or have happened already.
    if (transaction === undefined || due === undefined || due.at !== at) return fired
    const event = comeAbout(world, transaction, due)
    if (event !== undefined) fired.push(event)
  }
}

function comeAbout(
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
    return { at, event, audit, from, to }
  }
  world.commit(changed.map(transactionChange))
  const isExpiry = due.event === 'preauthorisation_expired'
  if (!isExpiry || !isHeldUntil(world, transaction, at)) return undefined
  world.events.note({ type: 'expiry', audit, at })
  return { at, event, audit }
}

/** Moves a transaction, with all that follows for those before it, in one commit. */
export function moveTransaction(
  world: MovingWorld,
  transaction: Transaction,
  asked: Outcome,
  by: { readonly at: Instant; readonly cause: MoveCause },
  more: readonly RowChange[] = [],
): Transaction['status'] {
  const find = (audit: number) => existing(world, audit)
  const after = moved(transaction, outcomeInTime(transaction, asked, find), by)
  const others = effectsOfMove(transaction, after, find, by.at)
  commitTransactions(world, [after, ...others], more)
  return after.status
}

/** One commit of all that changed together, and word of it to whoever watches. */
export function commitTransactions(
  world: MovingWorld,
  changed: readonly Transaction[],
  more: readonly RowChange[] = [],
): void {
  world.commit([...changed.map(transactionChange), ...more])
  for (const { audit, status, moves, createdAt } of changed) {
    const last = moves.at(-1)
    const at = last?.at ?? createdAt
    const isAnswer = last?.cause === 'answer'
    world.events.tell({
      type: 'transaction',
      audit,
      status,
      at,
      isNew: last?.cause === 'created',
      isAnswer,
    })
  }
}

export function existing(world: MovingWorld, audit: number): Transaction {
  const transaction = world.records.transaction(audit)
  if (transaction === undefined) throw new Error(`Transaction ${audit} is missing`)
  return transaction
}

export function transactionChange(transaction: Transaction): RowChange {
  return { table: 'transactions', key: transaction.audit, line: transactionLine(transaction) }
}

/** What a move is called before and after it happens. */
export function eventName(transaction: Transaction, due: DueMove): ScheduledEvent {
  if (due.event === 'preauthorisation_expired') return due.event
  if (transaction.method.rail === 'card' || transaction.kind === 'void') return 'resolved'
  return due.outcome.status === 'approved' ? 'cleared' : 'returned'
}

/** Keeps what a slow bank will say together with the transaction that waits for it. */
export function slowAnswerChange(audit: number, { outcome, due }: SlowAnswer): RowChange {
  const line = JSON.stringify({ id: audit, outcome, due })
  return { table: 'slow_answers', key: audit, line }
}

/** The wait is over: gives the transaction as it is now, which others may have decided meanwhile. */
export function takeSlowAnswer(scene: MovingWorld, audit: number, at: Instant): Transaction {
  const waiting = existing(scene, audit)
  const line = scene.records.line('slow_answers', audit)
  if (line === undefined) return waiting
  const find = (other: number) => existing(scene, other)
  // Lines are ours: made above, and checked when they came from a file.
  const after = answered(waiting, JSON.parse(line) as SlowAnswer, { find, at })
  const others = effectsOfMove(waiting, after, find, at)
  commitTransactions(scene, [after, ...others], [dropSlowAnswer(audit)])
  return after
}

/** Somebody else has decided it. */
export function dropSlowAnswer(audit: number): RowChange {
  return { table: 'slow_answers', key: audit, line: undefined }
}

/** Nobody waits any more for the answers that a file brings along: they come now. */
export function takeAllSlowAnswers(scene: MovingWorld, at: Instant): void {
  for (const line of scene.records.lines('slow_answers')) {
    takeSlowAnswer(scene, (JSON.parse(line) as { readonly id: number }).id, at)
  }
}
