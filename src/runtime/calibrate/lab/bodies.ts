import { expiryText } from '../../../domain/card/expiry.ts'
import type { Lab } from './lab.ts'

/** Published numbers that belong to nobody. */
export const testCards = ['4111111111111111', '5555555555554444', '4242424242424242'] as const
export const TEST_CVV = '123'
export const testAccount = { bsb: '062-000', number: '12345678', name: 'Calibrate' } as const

/** One dollar: cents other than 00 mean something to many test gateways. */
export const AMOUNT = '100'

/** No gateway takes it, so that a request with it creates nothing. */
export const NO_AMOUNT = '0'

export interface Payment {
  readonly amount?: string
  readonly currency?: string
  readonly reference?: unknown
  readonly kvps?: Readonly<Record<string, string>>
  readonly method?: unknown
}

/** The body of a purchase, a preauthorisation or a standalone refund. */
export function paymentBody(lab: Lab, { method = cardOf(lab), ...payment }: Payment = {}) {
  const { transaction, ...rest } = targetBody(lab, payment)
  return { ...rest, transaction: { ...transaction, payment_method: method } }
}

/** The body of a completion, a refund or a void; the last one ignores the amount. */
export function targetBody(
  { merchant, manner }: Lab,
  { amount = AMOUNT, currency = manner.currency, reference = manner.reference, kvps }: Payment = {},
) {
  return {
    merchant: { id: merchant },
    ...(kvps && { kvps }),
    transaction: { reference, amount_details: { total_amount: amount, currency } },
  }
}

export function cardOf(lab: Lab, change: Readonly<Record<string, unknown>> = {}) {
  const expiry_date = expiry(lab, 'valid')
  return { creditcard: { pan: panOf(lab), expiry_date, cvv: TEST_CVV, ...change } }
}

export function panOf({ manner }: Lab): string {
  return testCards[manner.card] ?? testCards[0]
}

/** December of a year to come, or a month long ago; both years are no month, so no order fits both. */
export function expiry({ manner }: Lab, kind: 'valid' | 'expired'): string {
  const valid = { year: new Date().getUTCFullYear() + 4, month: 12 }
  const monthFirst = expiryText(kind === 'valid' ? valid : { year: 2015, month: 1 })
  return manner.expiryOrder === 'MMYY' ? monthFirst : swapped(monthFirst)
}

export function swapped(text: string): string {
  return text.slice(2) + text.slice(0, 2)
}
