import { counted, listText } from '../../base/text/counted.ts'
import type { Scheduled } from '../contract/calls/clock.ts'
import type { MoveResponse, TransactionDetailResponse } from '../contract/calls/transactions.ts'
import type { Meaning } from './meaning.ts'

type EventName = Scheduled['event']

type Verb = readonly [ofOne: string, ofSeveral: string]

/** What moves by itself: the noun, its verb before and after, and what that means for the money. */
interface EventWords {
  readonly noun: string
  /** The future of a transaction, without the noun. */
  readonly future: string
  readonly scheduled: Verb
  readonly happened: Verb
  readonly meaning: Meaning
}

const eventWords: Readonly<Record<EventName, EventWords>> = {
  cleared: {
    noun: 'debit',
    future: 'will clear',
    scheduled: ['clears', 'clear'],
    happened: ['cleared', 'cleared'],
    meaning: 'good',
  },
  returned: {
    noun: 'debit',
    future: 'will be returned',
    scheduled: ['will be returned', 'will be returned'],
    happened: ['was returned', 'were returned'],
    // Money that comes back is not drawn as money that stays.
    meaning: 'warn',
  },
  resolved: {
    noun: 'payment',
    future: 'will be decided',
    scheduled: ['will be decided', 'will be decided'],
    happened: ['was decided', 'were decided'],
    meaning: 'good',
  },
  preauthorisation_expired: {
    noun: 'hold',
    future: 'will expire',
    scheduled: ['expires', 'expire'],
    happened: ['expired', 'expired'],
    meaning: 'calm',
  },
}

/** Why a transaction got its status. */
const causes: Readonly<Record<MoveResponse['cause'], string>> = {
  created: 'created',
  response: "by its bank's late response",
  due: 'as scheduled',
  settled: 'by hand',
  void: 'by a void',
}

export function eventMeaning(event: EventName): Meaning {
  return eventWords[event].meaning
}

/** `3 debits clear and 1 hold expires`, or of what happened: `3 debits cleared and 1 hold expired`. */
export function eventsText(
  events: readonly { readonly event: EventName }[],
  tense: 'scheduled' | 'happened' = 'scheduled',
): string {
  const counts = new Map<EventName, number>()
  for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1)
  const texts = [...counts].map(([event, n]) => {
    const { noun, [tense]: verb } = eventWords[event]
    return `${counted(n, noun)} ${verb[n === 1 ? 0 : 1]}`
  })
  return listText(texts)
}

/** What will happen to one transaction: `debit clears`. */
export function eventText(event: EventName): string {
  return `${eventWords[event].noun} ${eventWords[event].scheduled[0]}`
}

/** What has happened to one transaction: `debit cleared`. */
export function pastEventText(event: EventName): string {
  return `${eventWords[event].noun} ${eventWords[event].happened[0]}`
}

/** What one event made of its transaction: `cleared`, or `returned: 3 Account closed`. */
export function happenedWords(
  { event, to = '' }: { readonly event: EventName; readonly to?: string | undefined },
  bank: string,
): string {
  switch (event) {
    case 'cleared':
      return 'cleared'
    case 'returned':
      return `returned: ${bank}`.trimEnd()
    case 'resolved':
      return `now ${to}`
    case 'preauthorisation_expired':
      return 'hold expired'
  }
}

/** A line of a transaction's history. */
export interface HistoryLine {
  readonly at: string
  /** Undefined if its status stays, and from null when it was created. */
  readonly move?: { readonly from: string | null; readonly to: string }
  readonly why: string
  readonly kind: 'move' | 'return' | 'expiry' | 'scheduled'
}

/** What happened to a transaction, and what will. */
export function historyOf(transaction: TransactionDetailResponse): readonly HistoryLine[] {
  const { moves, due, method, expired_at } = transaction
  const past = moves.map(({ at, from, to, cause }): HistoryLine => {
    const isReturn = method === 'direct_debit' && from !== null && to === 'declined'
    const why = isReturn ? `${causes[cause]}: the debit was returned` : causes[cause]
    return { at, move: { from, to }, why, kind: isReturn ? 'return' : 'move' }
  })
  const expiry: HistoryLine[] =
    expired_at === null
      ? []
      : [{ at: expired_at, why: 'expired: the money is no longer held', kind: 'expiry' }]
  const future = due.map(({ at, event, to }): HistoryLine => {
    const { future: what } = eventWords[event]
    return { at, why: to === null ? what : `${what}, ${to}`, kind: 'scheduled' }
  })
  return [...past, ...expiry, ...future]
}
