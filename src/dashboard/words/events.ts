import type { Fired, Scheduled } from '../../http/contract/control/calls/clock.ts'
import { counted, listText } from './numbers.ts'
import { dayOf, dayText, timeText } from './time.ts'

type EventName = Scheduled['event']

const phrases: Readonly<Record<EventName, (n: number) => string>> = {
  cleared: (n) => `${counted(n, 'debit')} ${n === 1 ? 'clears' : 'clear'}`,
  returned: (n) => `${counted(n, 'debit')} ${n === 1 ? 'is' : 'are'} returned`,
  resolved: (n) => `${counted(n, 'payment')} ${n === 1 ? 'is' : 'are'} decided`,
  preauthorisation_expired: (n) => `${counted(n, 'hold')} ${n === 1 ? 'expires' : 'expire'}`,
}

/** `3 debits clear and 1 hold expires`. */
export function eventsText(events: readonly Pick<Scheduled, 'event'>[]): string {
  const counts = new Map<EventName, number>()
  for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1)
  return listText([...counts].map(([event, n]) => phraseOf(event, n)))
}

function phraseOf(event: EventName, n: number): string {
  return phrases[event]?.(n) ?? `${n} ${event}`
}

const past: Readonly<Record<EventName, string>> = {
  cleared: 'cleared',
  returned: 'was returned',
  resolved: 'was decided',
  preauthorisation_expired: 'expired',
}

/** `Fri 13 Mar 09:00:00: 1000002 cleared, pending to approved`. */
export function firedText({ at, event, audit, from, to }: Fired): string {
  const change = from === undefined || to === undefined ? '' : `, ${from} to ${to}`
  return `${dayText(dayOf(at))} ${timeText(at)}: ${audit ?? ''} ${past[event] ?? event}${change}`
}
