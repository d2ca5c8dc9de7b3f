import type { Fired, Scheduled } from '../../control/contract/calls/clock.ts'
import type { TransactionResponse } from '../../control/contract/calls/transactions.ts'
import { happenedWords } from '../../control/facts/move-words.ts'
import { moneyText } from '../../domain/money.ts'
import { clockTime, dayOf, weekdayText } from './time.ts'

type EventName = Scheduled['event']

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
  return `${paymentText(transaction)}, ${happenedWords({ event, to }, `${code} ${message}`)}`
}

/** `Fri 13 Mar 09:00:00: ORD-1, AUD 49.95, cleared`; by its audit if nothing else is known. */
export function firedText(fired: Fired, transaction: MovedPayment | undefined): string {
  const { at, event, audit } = fired
  const when = `${weekdayText(dayOf(at))} ${clockTime(at)}`
  if (transaction === undefined) return `${when}: ${audit ?? ''} ${event}`
  return `${when}: ${happenedText(fired, transaction)}`
}
