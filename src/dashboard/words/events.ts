import { moneyText } from '../../domain/money.ts'
import type { Fired, Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import { countText, listText } from './numbers.ts'
import { clockTime, dayOf, weekdayText } from './time.ts'

type EventName = Scheduled['event']

type Tense = 'scheduled' | 'happened'

type Verb = readonly [ofOne: string, ofSeveral: string]

/** What moves, and the verb of it. */
const phrases: Readonly<Record<EventName, Readonly<Record<Tense, Verb>> & { noun: string }>> = {
  cleared: { noun: 'debit', scheduled: ['clears', 'clear'], happened: ['cleared', 'cleared'] },
  returned: {
    noun: 'debit',
    scheduled: ['is returned', 'are returned'],
    happened: ['was returned', 'were returned'],
  },
  resolved: {
    noun: 'payment',
    scheduled: ['is decided', 'are decided'],
    happened: ['was decided', 'were decided'],
  },
  preauthorisation_expired: {
    noun: 'hold',
    scheduled: ['expires', 'expire'],
    happened: ['expired', 'expired'],
  },
}

/** `3 debits clear and 1 hold expires`, or of what happened: `3 debits cleared and 1 hold expired`. */
export function eventsText(
  events: readonly Pick<Scheduled, 'event'>[],
  tense: Tense = 'scheduled',
): string {
  const counts = new Map<EventName, number>()
  for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1)
  return listText([...counts].map(([event, n]) => phraseOf(event, n, tense)))
}

function phraseOf(event: EventName, n: number, tense: Tense): string {
  const phrase = phrases[event]
  if (phrase === undefined) return `${n} ${event}`
  return `${countText(n, phrase.noun)} ${phrase[tense][n === 1 ? 0 : 1]}`
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
  const when = `${weekdayText(dayOf(at))} ${clockTime(at)}`
  if (transaction === undefined) return `${when}: ${audit ?? ''} ${event}`
  return `${when}: ${happenedText(fired, transaction)}`
}
