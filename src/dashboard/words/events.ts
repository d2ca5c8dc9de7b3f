import { moneyText } from '../../domain/money.ts'
import type { Fired, Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { TransactionResponse } from '../../http/contract/control/calls/transactions.ts'
import { counted } from '../../insight/counted.ts'
import { listText } from './numbers.ts'
import { clockTime, dayOf, weekdayText } from './time.ts'

type EventName = Scheduled['event']

type Tense = 'scheduled' | 'happened'

type Verb = readonly [ofOne: string, ofSeveral: string]

type Phrase = readonly [noun: string, scheduled: Verb, happened: Verb]

/** What moves, and the verb for it. */
const phrases: Readonly<Record<EventName, Phrase>> = {
  cleared: ['debit', ['clears', 'clear'], ['cleared', 'cleared']],
  returned: ['debit', ['is returned', 'are returned'], ['was returned', 'were returned']],
  resolved: ['payment', ['is decided', 'are decided'], ['was decided', 'were decided']],
  preauthorisation_expired: ['hold', ['expires', 'expire'], ['expired', 'expired']],
}

/** `3 debits clear and 1 hold expires`, or of what happened: `3 debits cleared and 1 hold expired`. */
export function eventsText(
  events: readonly Pick<Scheduled, 'event'>[],
  tense: Tense = 'scheduled',
): string {
  const counts = new Map<EventName, number>()
  for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1)
  const texts = [...counts].map(([event, n]) => {
    const [noun, scheduled, happened] = phrases[event]
    const verb = tense === 'scheduled' ? scheduled : happened
    return `${counted(n, noun)} ${verb[n === 1 ? 0 : 1]}`
  })
  return listText(texts)
}

type NamedPayment = Pick<TransactionResponse, 'reference' | 'amount' | 'currency'>

/** `ORD-20686, AUD 204.29`. */
export function paymentText({ reference, amount, currency }: NamedPayment): string {
  return `${reference === '' ? 'no reference' : reference}, ${moneyText(amount, currency)}`
}

type MovedPayment = NamedPayment & Pick<TransactionResponse, 'response_code' | 'response_message'>

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
  return `${paymentText(transaction)}, ${words[event]}`
}

/** `Fri 13 Mar 09:00:00: ORD-1, AUD 49.95, cleared`; by its audit if nothing else is known. */
export function firedText(fired: Fired, transaction: MovedPayment | undefined): string {
  const { at, event, audit } = fired
  const when = `${weekdayText(dayOf(at))} ${clockTime(at)}`
  if (transaction === undefined) return `${when}: ${audit ?? ''} ${event}`
  return `${when}: ${happenedText(fired, transaction)}`
}
