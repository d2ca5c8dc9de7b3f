import * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions.ts'
import { cardType, cvvLength, isVirtualPan } from '../../domain/card/card.ts'
import { bareKvpKey } from '../../domain/kvp-key.ts'
import { isCurrency } from '../../domain/money/currency.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import { isKvpKey, isRestrictedText } from '../../domain/restricted-text.ts'
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
import {
  accountName,
  accountNumber,
  bsb,
  cvv,
  expiryDate,
  panDigits,
  payingPan,
} from './payment-field.ts'

const MAX_KVPS = 50
const MAX_KVP_VALUE = 255

/** The requests that make transactions, as the assumptions shape them. */
export function transactionContracts(assumptions: Assumptions) {
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

type Contracts = ReturnType<typeof transactionContracts>

export type PaidCall = z.output<Contracts['paid']>
export type AmountOnTargetCall = z.output<Contracts['amountOnTarget']>
export type TargetCall = z.output<Contracts['target']>

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

const amount = z
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
      if (!isPlainObject(given)) return
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

function kvpKeyObjection(key: string): string | undefined {
  if (isKvpKey(key)) return undefined
  return key.length >= 1 && key.length <= 64
    ? coded('invalid_characters', 'A key has letters, digits, underscores and periods only')
    : coded('invalid_length', 'A key has 1 to 64 characters before its prefix')
}

function creditcard(assumptions: Assumptions) {
  return object({
    pan: payingPan,
    expiry_date: expiryDate(assumptions).optional(),
    cvv: cvv.optional(),
  })
}

const directDebit = object({
  bsb,
  account_number: accountNumber,
  account_name: accountName,
})

type CardBody = z.output<ReturnType<typeof creditcard>>
type DirectDebitBody = z.output<typeof directDebit>

/** The direct debit stands under the name that the assumptions give it. */
export type PaymentMethodBody = { readonly creditcard?: CardBody } & Readonly<
  Record<string, CardBody | DirectDebitBody>
>

/** Exactly one method; which rails there are depends on the operation. */
function paymentMethod(
  assumptions: Assumptions,
  rails: 'any rail' | 'cards only',
): z.ZodType<PaymentMethodBody> {
  const debitKey = assumptions.direct_debit_payment_method
  const methods = object({
    creditcard: creditcard(assumptions).optional(),
    [debitKey]: directDebit.optional(),
  }).superRefine((given: unknown, context) => {
    if (!isPlainObject(given)) return
    const found = [...methodObjections(given, debitKey, rails), ...cardObjections(given.creditcard)]
    for (const { code, message, path } of found) {
      context.addIssue({ code: 'custom', path: [...path], message: coded(code, message) })
    }
  }, evenIfFaulty)
  return methods as z.ZodType<PaymentMethodBody>
}

interface MethodObjection {
  readonly code: ProblemCode
  readonly message: string
  readonly path: readonly string[]
}

function methodObjections(
  given: Readonly<Record<string, unknown>>,
  debitKey: string,
  rails: 'any rail' | 'cards only',
): readonly MethodObjection[] {
  const methods = ['creditcard', debitKey].filter((key) => given[key] !== undefined)
  if (methods.length === 0) {
    return [{ code: 'missing_field', message: `Needs creditcard or ${debitKey}`, path: [] }]
  }
  if (methods.length > 1) {
    return [{ code: 'invalid_format', message: 'Must hold exactly one payment method', path: [] }]
  }
  if (rails === 'any rail' || methods[0] !== debitKey) return []
  const message = 'A direct debit cannot be preauthorised'
  return [{ code: 'rail_not_supported', message, path: [debitKey] }]
}

/** What one member of a card demands of another. */
function cardObjections(card: unknown): readonly MethodObjection[] {
  if (!isPlainObject(card)) return []
  const { pan: number, expiry_date, cvv: code } = card
  if (typeof number !== 'string' || !panDigits.test(number) || isVirtualPan(number)) return []
  const found: MethodObjection[] = []
  if (expiry_date === undefined) {
    const path = ['creditcard', 'expiry_date']
    found.push({ code: 'missing_field', message: 'This field is required', path })
  }
  const length = cvvLength(cardType(number))
  if (typeof code === 'string' && /^[0-9]{3,4}$/.test(code) && code.length !== length) {
    const message = `Must have ${length} digits for this card`
    found.push({ code: 'invalid_format', message, path: ['creditcard', 'cvv'] })
  }
  return found
}
