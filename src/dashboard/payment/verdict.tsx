import { capitalised } from '../../base/text/counted.ts'
import type { TotalsResponse } from '../../control/contract/calls/report.ts'
import { verdictMeanings, verdictText } from '../../control/facts/meaning.ts'
import type { Doubled, MethodName, PaymentDocument } from '../../judge/payments/payment-document.ts'
import { declineText } from '../../judge/payments/payment-text.ts'
import type { PaymentVerdict } from '../../judge/payments/payment-verdict.ts'
import { MarkedWord, type MarkLook } from '../parts/mark.tsx'
import { ruleText } from '../words/rule.tsx'

interface VerdictLook extends MarkLook {
  readonly word: string
  /** One sentence for who has never heard of it. */
  readonly meaning: string
}

const look = (
  word: string,
  tone: MarkLook['tone'],
  mark: string,
  meaning: string,
  tile?: string,
): VerdictLook => {
  return { word, tone, mark, meaning, tile }
}

/** What was done twice has a separate sentence. */
const drawn: Readonly<
  Record<PaymentVerdict, readonly [mark: string, meaning?: string, tile?: string]>
> = {
  'double-charge': ['double', '', 'filled'],
  'double-refund': ['double', '', 'filled'],
  'lost-sale': ['lost', 'It was not processed, and never tried again.', 'amber'],
  unresolved: [
    'question',
    'The response was lost or undecided, and the client does not know what happened.',
    'outlined',
  ],
  failed: ['failed', 'It ended in an error and moved no money.'],
  pending: ['pending', 'The bank has not decided yet.'],
  held: ['hold', 'Its money is held until it is completed, voided or expires.'],
  declined: ['declined', 'The bank declined it.'],
  voided: ['void', 'It was voided before settlement.'],
  expired: ['clock', 'Its hold expired before it was completed.'],
  refunded: ['refund', 'Money was refunded.'],
  paid: ['approved', 'Charged once, as it should be.'],
}

/** The worst first. */
export const verdictLooks = Object.fromEntries(
  Object.entries(drawn).map(([verdict, [mark, meaning = '', tile]]) => [
    verdict,
    look(
      capitalised(verdictText(verdict)),
      verdictMeanings[verdict as PaymentVerdict],
      mark,
      meaning,
      tile,
    ),
  ]),
) as Readonly<Record<PaymentVerdict, VerdictLook>>

/** Of a payment whose client waits for its answer, or may still look up a lost one. */
const waiting = 'The response was lost. Sandgate waits for your client to look it up.'
const waitingLook = look('Waiting', 'warn', 'slow', waiting)

/** Of a payment of the dashboard itself whose response was lost. */
const unjudgedLook = look(
  'Not judged',
  'calm',
  'question',
  'The response was lost. The dashboard sent it, so no client is judged by it.',
)

/** Of a debit that is declined because its bank sent it back. */
export const returnedLook = look('Returned', 'calm', 'returned', 'The bank sent the debit back.')

export const verdicts = Object.keys(verdictLooks) as readonly PaymentVerdict[]

/** Something the developer must see at once. */
export const alarming: readonly PaymentVerdict[] = ['double-charge', 'double-refund']

export function isAlarming(sums: TotalsResponse): boolean {
  return alarming.some((verdict) => sums.verdicts[verdict] > 0)
}

/** How a payment was made, in words. */
export const methodWords: Readonly<Record<MethodName, string>> = {
  card: 'card',
  direct_debit: 'direct debit',
}

/** `charged 3 times` */
export function doubledText({ what, count }: Doubled): string {
  return `${what} ${count === 2 ? 'twice' : `${count} times`}`
}

/** What it did to the customer, in one sentence. */
function doubledSentence(doubled: Doubled): string {
  const { what } = doubled
  if (what === 'refunded') return `One payment was ${doubledText(doubled)}.`
  const who = what === 'held' ? "The customer's money" : 'The customer'
  return `${who} was ${doubledText(doubled)} for one payment.`
}

type Judged = Pick<
  PaymentDocument,
  'verdict' | 'returned' | 'decline' | 'doubled' | 'steps' | 'own'
>

/** `isOpen`: whether its client may still look up a lost answer. */
type JudgedProps = { readonly payment: Judged; readonly isOpen?: boolean }

/** Whether only the dashboard does not know its outcome. */
export function isUnjudged({ own, verdict }: Pick<Judged, 'own' | 'verdict'>): boolean {
  return own === true && verdict === 'unresolved'
}

export function verdictLook({ payment, isOpen = false }: JudgedProps): VerdictLook {
  const isWaiting = payment.verdict === 'unresolved' && payment.steps.at(-1)?.result === 'waiting'
  if (isOpen || isWaiting) return waitingLook
  if (isUnjudged(payment)) return unjudgedLook
  return payment.returned ? returnedLook : verdictLooks[payment.verdict]
}

export function VerdictWord({ payment, isOpen = false }: JudgedProps) {
  const look = verdictLook({ payment, isOpen })
  return (
    <MarkedWord look={look} title={verdictMeaning(payment, isOpen)}>
      {look.word}
    </MarkedWord>
  )
}

/** By the name of the dashboard's button that made it. */
function namedRule(id: string): string {
  const text = ruleText(id)
  return text === id ? `rule ${id}` : text
}

/** One sentence for who has never heard of the verdict. */
export function verdictMeaning(payment: Judged, isOpen = false): string {
  const { verdict, returned, decline, doubled, steps } = payment
  if (doubled !== null) return doubledSentence(doubled)
  if (decline !== null) {
    return `${returned ? 'The bank sent the debit back: ' : ''}${declineText(decline, namedRule)}.`
  }
  if (returned) return returnedLook.meaning
  if (verdict === 'unresolved' && steps.at(-1)?.result === 'waiting')
    return 'The client still waits for its response.'
  return verdictLook({ payment, isOpen }).meaning
}

/** A kind of finding by its code, which leads to its explanation; from a file nowhere. */
export function CodeLink({ code, isSaved = false }: { code: string; isSaved?: boolean }) {
  if (isSaved) return <code>{code}</code>
  return (
    <a href={`/_sandbox/findings#${code}`}>
      <code>{code}</code>
    </a>
  )
}
