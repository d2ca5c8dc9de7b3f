import { type Attempt, attemptsOf, type JudgedPayment, untilChanged } from './judged-payment.ts'
import type { Doubled, MethodName, PaymentSum } from './payment-document.ts'
import { paymentVerdict } from './payment-verdict.ts'
import { chargedIn, doublesOf, refundedIn } from './taken.ts'

export function freshSumOf(payment: JudgedPayment): PaymentSum {
  const verdict = paymentVerdict(payment)
  const first = attemptsOf(payment)[0]
  const [worst, ...others] = verdict.startsWith('double-') ? doublesOf(payment) : []
  const refund = worst?.what === 'refunded' ? undefined : others.find(isRefunded)
  return {
    verdict,
    method: methodOf(payment) ?? null,
    returned:
      verdict === 'declined' && payment.events.some((one) => one.kind === 'move' && one.isReturn),
    charged: chargedIn(payment),
    refunded: refundedIn(payment),
    doubled: worst ?? null,
    ...(refund && { also_doubled: refund }),
    amount: first === undefined ? 0 : centsOf(first),
    currency: first === undefined ? '' : currencyOf(first),
  }
}

function isRefunded({ what }: Doubled): boolean {
  return what === 'refunded'
}

/** Whether it was refunded too often, charged too often or not. */
export function isDoubleRefund({ verdict, also_doubled }: PaymentSum): boolean {
  return verdict === 'double-refund' || also_doubled !== undefined
}

/** Remembered, because lists of open payments are read again and again. */
export const sumOf = untilChanged(freshSumOf)

export function centsOf({ requested, made }: Attempt): number {
  return requested.amount ?? made?.amount ?? 0
}

export function currencyOf({ requested, made }: Attempt): string {
  return requested.currency ?? made?.currency ?? ''
}

function methodOf(payment: JudgedPayment): MethodName | undefined {
  const attempts = attemptsOf(payment)
  const made = attempts.find((one) => one.made !== undefined)
  const methods = (made === undefined ? attempts : [made]).map(methodOfAttempt)
  return methods.find((method) => method !== undefined)
}

/** Taken from the transaction; without one, from the request as far as possible. */
export function methodOfAttempt({ made, exchange, card }: Attempt): MethodName | undefined {
  if (made !== undefined) return made.method
  // For unprocessed requests, only a card given in full is known.
  return exchange?.asked.method ?? (card === undefined ? undefined : 'card')
}

/** The masked numbers of the cards and accounts that were to pay. */
export function paidWith({ events }: JudgedPayment): readonly string[] {
  const numbers = events.flatMap((event) =>
    event.kind === 'attempt' ? (event.exchange?.asked.account ?? []) : [],
  )
  return numbers.length < 2 ? numbers : [...new Set(numbers)]
}
