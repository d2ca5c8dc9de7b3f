import * as z from 'zod'
import { isAccountNumber, normaliseBsb } from '../../domain/bank-account.ts'
import { cardType, isPan, isVirtualPan } from '../../domain/card.ts'
import { isCurrency } from '../../domain/currency.ts'
import { parseExpiry } from '../../domain/expiry.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import { isKvpKey, isRestrictedText } from '../../domain/restricted-text.ts'
import type { Assumptions } from '../../domain/settings.ts'
import {
  auditPath,
  identifier,
  noPath,
  noQuery,
  object,
  requiredCorrelationHeader,
  restrictedText,
} from './field.ts'
import { coded, complaint, evenIfFaulty } from './objection.ts'

const MAX_KVPS = 50
const MAX_KVP_VALUE = 255

/** The requests that make transactions, as the assumptions shape them. */
export function transactionContract(assumptions: Assumptions) {
  const reference = restrictedText(1, assumptions.reference_max_length)
  const amountDetails = object({ total_amount: amount, currency: currency(assumptions) })
  const paid = (methods: z.ZodType<PaymentMethodBody>) =>
    call(noPath, assumptions, { reference, amount_details: amountDetails, payment_method: methods })
  return {
    paid: paid(paymentMethod(assumptions, 'any rail')),
    preauthorisation: paid(paymentMethod(assumptions, 'cards only')),
    amountOnTarget: call(auditPath, assumptions, { reference, amount_details: amountDetails }),
    target: call(auditPath, assumptions, { reference }),
  }
}

export type PaidCall = z.output<ReturnType<typeof transactionContract>['paid']>
export type AmountOnTargetCall = z.output<ReturnType<typeof transactionContract>['amountOnTarget']>
export type TargetCall = z.output<ReturnType<typeof transactionContract>['target']>

function call<Path extends z.ZodType, Shape extends z.core.$ZodLooseShape>(
  path: Path,
  assumptions: Assumptions,
  transaction: Shape,
) {
  return z.object({
    header: requiredCorrelationHeader,
    path,
    query: noQuery,
    body: object({
      merchant: object({ id: identifier }),
      kvps: kvps(assumptions).default({}),
      transaction: object(transaction),
    }),
  })
}

const amountForm =
  'Must be a string of 1 to 10 digits, in cents, without sign, point or leading zero'

export const amount = z
  .string(complaint('invalid_amount', amountForm))
  .regex(/^[1-9][0-9]{0,9}$/, coded('invalid_amount', amountForm))

function currency({ currencies }: Assumptions) {
  const isSupported =
    currencies === 'any' ? isCurrency : (code: string) => currencies.includes(code)
  const accepted = currencies === 'any' ? 'an ISO 4217 code' : `one of ${currencies.join(', ')}`
  return z
    .string(complaint('invalid_type', 'Must be a string'))
    .refine(isSupported, coded('currency_not_supported', `Must be ${accepted}`))
}

function kvps({ kvp_namespace }: Assumptions) {
  const value = z
    .string(complaint('invalid_type', 'Must be a string'))
    .max(MAX_KVP_VALUE, coded('invalid_length', `Must have at most ${MAX_KVP_VALUE} characters`))
    .refine(isRestrictedText, coded('invalid_characters', 'Has a character that is not accepted'))
  return z
    .record(z.string(), value, complaint('invalid_type', 'Must be an object'))
    .superRefine((given, context) => {
      if (!isObject(given)) return
      const keys = Object.keys(given)
      if (keys.length > MAX_KVPS) {
        context.addIssue(coded('out_of_range', `Must have at most ${MAX_KVPS} members`))
      }
      for (const key of keys) {
        const objection = kvpKeyObjection(bareKvpKey(key, kvp_namespace))
        if (objection) context.addIssue({ code: 'custom', path: [key], message: objection })
      }
    }, evenIfFaulty)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function kvpKeyObjection(key: string): string | undefined {
  if (isKvpKey(key)) return undefined
  return key.length >= 1 && key.length <= 64
    ? coded('invalid_characters', 'A key has letters, digits, underscores and periods only')
    : coded('invalid_length', 'A key has 1 to 64 characters before its prefix')
}

/** A key without the namespace that it may be submitted with. */
export function bareKvpKey(key: string, namespace: string): string {
  for (const prefix of [`${namespace}.REQUEST.KVP.`, `${namespace}.`]) {
    if (key.startsWith(prefix)) return key.slice(prefix.length)
  }
  return key
}

const digits = /^[0-9]{13,19}$/

const pan = z
  .string(complaint('invalid_pan', 'Must be a card number of 13 to 19 digits'))
  .regex(digits, coded('invalid_pan', 'Must be a card number of 13 to 19 digits'))
  // A virtual PAN's check digit is the vault's own affair.
  .refine((text) => isVirtualPan(text) || isPan(text), coded('invalid_pan', 'Fails the Luhn check'))

function expiryDate({ expiry_format }: Assumptions) {
  const form = coded('invalid_expiry', `Must be four digits that name a month (${expiry_format})`)
  return z
    .string(complaint('invalid_expiry', 'Must be a string of four digits'))
    .refine((text) => parseExpiry(text, expiry_format) !== undefined, form)
}

const cvv = z
  .string(complaint('invalid_type', 'Must be a string'))
  .regex(/^[0-9]{3,4}$/, coded('invalid_format', 'Must be three digits, or four for amex'))

function creditcard(assumptions: Assumptions) {
  return object({ pan, expiry_date: expiryDate(assumptions).optional(), cvv: cvv.optional() })
}

const directDebit = object({
  bsb: z
    .string(complaint('invalid_type', 'Must be a string'))
    .refine((text) => normaliseBsb(text) !== undefined, coded('invalid_format', 'Must be NNN-NNN')),
  account_number: z
    .string(complaint('invalid_type', 'Must be a string'))
    .refine(isAccountNumber, coded('invalid_format', 'Must be 1 to 9 digits')),
  account_name: restrictedText(1, 32),
})

export interface PaymentMethodBody {
  readonly creditcard?: z.output<ReturnType<typeof creditcard>>
  readonly directDebit?: z.output<typeof directDebit>
}

/** Exactly one method; which rails there are depends on the operation. */
function paymentMethod(
  assumptions: Assumptions,
  rails: 'any rail' | 'cards only',
): z.ZodType<PaymentMethodBody> {
  const debitKey = assumptions.direct_debit_payment_method
  return object({
    creditcard: creditcard(assumptions).optional(),
    [debitKey]: directDebit.optional(),
  })
    .superRefine((given: unknown, context) => {
      if (!isObject(given)) return
      const methods = ['creditcard', debitKey].filter((key) => given[key] !== undefined)
      const object = (message: string, path: string[] = []) =>
        context.addIssue({ code: 'custom', path, message })
      if (methods.length === 0) {
        object(coded('missing_field', `Needs creditcard or ${debitKey}`))
      } else if (methods.length === 2) {
        object(coded('invalid_format', 'Must hold exactly one payment method'))
      } else if (rails === 'cards only' && methods[0] === debitKey) {
        object(coded('rail_not_supported', 'A direct debit cannot be preauthorised'), [debitKey])
      }
      for (const found of cardObjections(given.creditcard)) {
        object(coded(found.code, found.message), ['creditcard', found.member])
      }
    }, evenIfFaulty)
    .transform((methods) => {
      const { creditcard: card, [debitKey]: debit } = methods as Record<string, unknown>
      return {
        ...(card !== undefined && { creditcard: card as PaymentMethodBody['creditcard'] }),
        ...(debit !== undefined && { directDebit: debit as PaymentMethodBody['directDebit'] }),
      } as PaymentMethodBody
    })
}

interface CardObjection {
  readonly code: ProblemCode
  readonly message: string
  readonly member: string
}

/** What one member of a card demands of another. */
function cardObjections(card: unknown): readonly CardObjection[] {
  if (!isObject(card)) return []
  const { pan: number, expiry_date, cvv: code } = card
  if (typeof number !== 'string' || !digits.test(number) || isVirtualPan(number)) return []
  const found: CardObjection[] = []
  if (expiry_date === undefined) {
    found.push({ code: 'missing_field', message: 'This field is required', member: 'expiry_date' })
  }
  const length = cardType(number) === 'amex' ? 4 : 3
  if (typeof code === 'string' && /^[0-9]{3,4}$/.test(code) && code.length !== length) {
    const message = `Must have ${length} digits for this card`
    found.push({ code: 'invalid_format', message, member: 'cvv' })
  }
  return found
}
