import type { Move, State, Transaction } from '../state.ts'
import { isCompleted } from '../transaction/standing.ts'

export interface Fired {
  readonly at: string
  readonly event: string
  readonly transaction: Transaction
  readonly to: string | undefined
}

interface Due {
  readonly at: number
  readonly transaction: Transaction
  readonly move: Move | undefined
}

/** Moves the clock, and everything that falls due on the way, each at its own instant. */
export function moveTo(state: State, instant: number): Fired[] {
  const fired: Fired[] = []
  for (let due = nextDue(state); due && due.at <= instant; due = nextDue(state)) {
    state.now = Math.max(state.now, due.at)
    const { transaction, move, at } = due
    const event = move?.event ?? 'preauthorisation_expired'
    if (move === undefined) transaction.isExpiryDone = true
    else applied(transaction, move)
    fired.push({
      at: new Date(at).toISOString(),
      event,
      transaction,
      to: move?.status,
    })
  }
  state.now = instant
  return fired
}

/** The earliest thing still to happen; at the same instant, by audit. */
export function nextDue(state: State): Due | undefined {
  let first: Due | undefined
  for (const transaction of state.transactions.values()) {
    const due = dueOf(state, transaction)
    const isEarlier = due && (!first || due.at < first.at)
    if (isEarlier) first = due
  }
  return first
}

/** All that is still to happen, in order of time and then by audit. */
export function allDue(state: State): readonly Due[] {
  return [...state.transactions.values()]
    .flatMap((transaction) => {
      const moves = transaction.moves.map((move) => ({ at: move.at, transaction, move }))
      // What is still undecided may become a hold, which then ends in its own time.
      const mayHold = transaction.kind === 'preauthorisation' && transaction.status === 'unknown'
      const ending = { at: transaction.expiresAt, transaction, move: undefined }
      const first = dueOf(state, transaction)
      const isHolding = first !== undefined && first.move === undefined
      return mayHold || isHolding ? [...moves, ending] : moves
    })
    .sort((one, other) => one.at - other.at || one.transaction.audit - other.transaction.audit)
}

function dueOf(state: State, transaction: Transaction): Due | undefined {
  const [move] = transaction.moves
  if (move !== undefined) return { at: move.at, transaction, move }
  const isWaiting =
    transaction.kind === 'preauthorisation' &&
    transaction.status === 'approved' &&
    !transaction.isExpiryDone &&
    !isCompleted(state, transaction)
  return isWaiting ? { at: transaction.expiresAt, transaction, move: undefined } : undefined
}

export function applied(transaction: Transaction, move: Move): void {
  transaction.moves = transaction.moves.filter((other) => other !== move)
  transaction.status = move.status
  transaction.gateway = 0
  transaction.code = move.code
  // Codes may come or go with the new status.
  transaction.told = transaction.told.trace === undefined ? {} : { trace: transaction.told.trace }
}
