import { isDeepStrictEqual } from 'node:util'
import { expiryText } from '../../../domain/card/expiry.ts'
import { currencies } from '../../../domain/money.ts'
import { complainsOf, complaintsOf, isApproved, isOk, type LabExchange } from './exchange.ts'
import type { Lab } from './lab.ts'

/** Published numbers that belong to nobody. */
const testCards = ['4111111111111111', '5555555555554444', '4242424242424242'] as const
export const TEST_CVV = '123'
export const testAccount = { bsb: '062-000', number: '12345678', name: 'Calibrate' } as const

/** One dollar: cents other than 00 mean something to many test gateways. */
export const AMOUNT = '100'

/** No gateway takes it, so that a request with it creates nothing. */
export const NO_AMOUNT = '0'

export interface TestPayment {
  readonly amount?: string
  readonly currency?: string
  readonly reference?: unknown
  readonly kvps?: Readonly<Record<string, string>>
  readonly method?: unknown
}

/** The body of a purchase, a preauthorisation or a standalone refund. */
export function paymentBody(lab: Lab, { method = cardOf(lab), ...payment }: TestPayment = {}) {
  const { transaction, ...rest } = targetBody(lab, payment)
  return { ...rest, transaction: { ...transaction, payment_method: method } }
}

/** The body of a completion, a refund or a void; the last one ignores the amount. */
export function targetBody(
  { merchant, paymentDefaults }: Lab,
  {
    amount = AMOUNT,
    currency = paymentDefaults.currency,
    reference = paymentDefaults.reference,
    kvps,
  }: TestPayment = {},
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

export function panOf({ paymentDefaults }: Lab): string {
  return testCards[paymentDefaults.card] ?? testCards[0]
}

/** December of a year to come, or a month long ago; both years are no month, so no order fits both. */
export function expiry({ paymentDefaults }: Lab, kind: 'valid' | 'expired'): string {
  const valid = { year: new Date().getUTCFullYear() + 4, month: 12 }
  const monthFirst = expiryText(kind === 'valid' ? valid : { year: 2015, month: 1 })
  return paymentDefaults.expiryOrder === 'MMYY' ? monthFirst : swapped(monthFirst)
}

export function swapped(text: string): string {
  return text.slice(2) + text.slice(0, 2)
}

const SHORT_REFERENCE = 'c'
const MOST_TRIES = 6

/** Sends a payment, and changes it if the gateway says what it does not accept. */
export async function pay(lab: Lab, path: string, payment: TestPayment = {}): Promise<LabExchange> {
  for (let tries = 1; ; tries += 1) {
    const body = paymentBody(lab, payment)
    const exchange = await lab.post(path, body)
    if (tries === MOST_TRIES || isApproved(exchange)) return exchange
    const isChanged = isOk(exchange) ? changeCard(lab) : await adapt(lab, path, exchange)
    if (!isChanged) return exchange
  }
}

/** Not every test gateway approves every test card. */
function changeCard({ paymentDefaults }: Lab): boolean {
  if (paymentDefaults.card + 1 >= testCards.length) return false
  paymentDefaults.card += 1
  return true
}

/** Learns from a refusal; returns whether there is something else to try. */
async function adapt(lab: Lab, path: string, refused: LabExchange): Promise<boolean> {
  const { paymentDefaults } = lab
  if (!complaintsOf(refused).some(({ location }) => location.length > 0)) return guess(lab)
  const before = { ...paymentDefaults }
  if (complainsOf(refused, 'expiry_date')) paymentDefaults.expiryOrder = 'YYMM'
  if (complainsOf(refused, 'reference')) paymentDefaults.reference = SHORT_REFERENCE
  if (complainsOf(refused, 'currency')) await adaptCurrency(lab, path)
  return !isDeepStrictEqual(before, paymentDefaults)
}

/** If nothing shows what is wrong: both orders of the expiry, with a long and a short reference. */
function guess({ paymentDefaults }: Lab): boolean {
  if (paymentDefaults.expiryOrder === 'MMYY') {
    paymentDefaults.expiryOrder = 'YYMM'
    return true
  }
  if (paymentDefaults.reference === SHORT_REFERENCE) return false
  paymentDefaults.expiryOrder = 'MMYY'
  paymentDefaults.reference = SHORT_REFERENCE
  return true
}

/** The first currency that the gateway does not complain of; nothing is paid to find it. */
async function adaptCurrency(lab: Lab, path: string): Promise<void> {
  for (const currency of new Set(['NZD', 'USD', 'EUR', 'GBP', ...currencies])) {
    const exchange = await lab.post(path, paymentBody(lab, { currency, amount: NO_AMOUNT }))
    if (complainsOf(exchange, 'currency')) continue
    lab.paymentDefaults.currency = currency
    return
  }
}
