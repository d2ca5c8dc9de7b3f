import { numberText } from '../base/text/counted.ts'
import type { Assumptions } from './assumptions/assumptions.ts'

const cents = /^[1-9][0-9]{0,9}$/

export const MAX_AMOUNT = 9_999_999_999

// Text only: JSON numbers, signs, decimal points and leading zeros are not valid amounts.
export function parseAmount(text: unknown): number | undefined {
  return typeof text === 'string' && cents.test(text) ? Number(text) : undefined
}

interface Surcharged {
  readonly amount: number
  readonly surcharge?: { readonly added: number } | undefined
}

/** Cents with surcharge: the amount charged, and the cap for refunds. */
export function totalOf({ amount, surcharge }: Surcharged): number {
  return surcharge === undefined ? amount : amount + surcharge.added
}

/** `AUD 1,049.95`, `JPY 1,000`; the plain number if the currency is unknown. */
export function moneyText(amount: number, currency: string): string {
  return `${currency} ${amountText(amount, currency)}`.trimStart()
}

/** `1,049.95`: an amount from the API with the decimals of its currency. */
export function amountText(amount: number, currency: string): string {
  const [whole = '', ...rest] = decimalText(amount, currency).split('.')
  return [numberText(whole), ...rest].join('.')
}

/** `1049.95`: the same for programs. */
export function decimalText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${amount < 0 ? '-' : ''}${whole}${rest}`
}

// ISO 4217: currencies that do not have two decimals.
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThree = 'BHD IQD JOD KWD LYD OMR TND'

function decimalsOf(currency: string): number {
  if (currency === 'UYW') return 4
  if (currency === '') return 2
  if (withoutDecimals.includes(currency)) return 0
  return withThree.includes(currency) ? 3 : 2
}

// ISO 4217 list one as of 2026, without metals, funds and the codes for tests and for "no
// currency". UYW is included: it is a unit of account, but the list does not mark it as a fund.
const codes = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP
GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR
KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
USD UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF
XPF YER ZAR ZMW ZWG`

export const currencies: ReadonlySet<string> = new Set(codes.trim().split(/\s+/))

export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** Whether a transaction may use a currency. */
export function isAccepted(code: string, { currencies: accepted }: Assumptions): boolean {
  return accepted === 'any' ? currencies.has(code) : accepted.includes(code)
}

/** Whether bank accounts can be debited or credited in a currency. */
export function isDebitCurrency(code: string, { direct_debit }: Assumptions): boolean {
  return direct_debit.currencies.includes(code)
}
