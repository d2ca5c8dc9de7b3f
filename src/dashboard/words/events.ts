import { moneyText } from '../../domain/money.ts'
import type { Fired, Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Look } from '../parts/mark.tsx'
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

/** How an event is drawn: money that comes back is not drawn as money that stays. */
export function eventLook(event: EventName): Look {
  if (event === 'returned') return { mark: 'returned', tone: 'warn' }
  return event === 'preauthorisation_expired'
    ? { mark: 'void', tone: 'calm' }
    : { mark: 'clock', tone: 'good' }
}

type NamedPayment = Pick<TransactionAnswer, 'reference' | 'amount' | 'currency'>

/** `ORD-20686, AUD 204.29`. */
export function paymentText({ reference, amount, currency }: NamedPayment): string {
  return `${reference === '' ? 'no reference' : reference}, ${moneyText(amount, currency)}`
}

type MovedPayment = NamedPayment & Pick<TransactionAnswer, 'response_code' | 'response_message'>

/** `ORD-20686, AUD 204.29, returned: 3 Account closed`. */
export function happenedText(
  { event, to }: { readonly event: EventName; readonly to?: string },
  transaction: MovedPayment,
): string {
  const { response_code: code, response_message: message } = transaction
  const words = {
    cleared: 'cleared',
    returned: `returned: ${code} ${message}`.trimEnd(),
    resolved: `now ${to}`,
    preauthorisation_expired: 'hold expired',
  }
  return `${paymentText(transaction)}, ${words[event] ?? event}`
}

/** `Fri 13 Mar 09:00:00: ORD-1, AUD 49.95, cleared`; by its audit where nobody knows more. */
export function firedText(fired: Fired, transaction: MovedPayment | undefined): string {
  const { at, event, audit } = fired
  const when = `${dayText(dayOf(at))} ${timeText(at)}`
  if (transaction === undefined) return `${when}: ${audit ?? ''} ${event}`
  return `${when}: ${happenedText(fired, transaction)}`
}
