import * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions.ts'
import { cardType, cvvLength, isVirtualPan } from '../../domain/card/card.ts'
import { bareKvpKey } from '../../domain/kvp-key.ts'
import { isCurrency } from '../../domain/money/currency.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import { isKvpKey, isRestrictedText, restricted } from '../../domain/restricted-text.ts'
import {
  auditPath,
  identifier,
  noPath,
  noQuery,
  object,
  requiredCorrelationHeader,
  restrictedText,
} from './field.ts'
import { noted } from './note.ts'
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

/** The requests that make transactions, by operation, as the assumptions shape them. */
export function transactionContracts(assumptions: Assumptions) {
  const reference = noted(restrictedText(1, assumptions.reference_max_length), {
    description: 'Your own reference, such as an order number. It need not be unique.',
    example: 'order-1001',
  })
  const amount_details = amountDetails(assumptions)
  const paid = (component: string, payment_method: z.ZodType<PaymentMethodBody>) =>
    call({ path: noPath, component }, assumptions, { reference, amount_details, payment_method })
  const byAnyRail = paid('PaymentRequest', paymentMethod(assumptions, 'any rail'))
  const onTarget = { path: auditPath, component: 'AmountRequest' }
  const amountOnTarget = call(onTarget, assumptions, { reference, amount_details })
  return {
    purchase: byAnyRail,
    preauthorisation: paid('PreauthorisationRequest', paymentMethod(assumptions, 'cards only')),
    standalone_refund: byAnyRail,
    completion: amountOnTarget,
    refund: amountOnTarget,
    void: call({ path: auditPath, component: 'VoidRequest' }, assumptions, { reference }),
  }
}

type Contracts = ReturnType<typeof transactionContracts>

export type PaidCall = z.output<Contracts['purchase']>
export type AmountOnTargetCall = z.output<Contracts['refund']>
export type TargetCall = z.output<Contracts['void']>

function call<Path extends z.ZodType, Shape extends z.core.$ZodLooseShape>(
  { path, component }: { readonly path: Path; readonly component: string },
  assumptions: Assumptions,
  transaction: Shape,
) {
  const body = object({
    merchant,
    kvps: kvps(assumptions).default({}),
    transaction: noted(object(transaction), { description: 'What is to be done.' }),
  })
  return z.object({
    header: requiredCorrelationHeader,
    path,
    query: noQuery,
    body: noted(body, { component }),
  })
}

const merchant = noted(
  object({ id: noted(identifier, { description: 'The merchant’s number.', example: 1 }) }),
  { description: 'The merchant that the money is for.' },
)

function amountDetails(assumptions: Assumptions) {
  return noted(object({ total_amount: amount, currency: currency(assumptions) }), {
    description: 'How much, in which currency.',
    component: 'AmountDetails',
  })
}

const amountForm =
  'Must be a string of 1 to 10 digits, in cents, without sign, point or leading zero'

const amount = noted(
  z
    .string(complaint('invalid_amount', amountForm))
    .regex(/^[1-9][0-9]{0,9}$/, coded('invalid_amount', amountForm)),
  {
    description: 'The amount in cents, as a string: "1000" is $10.00.',
    example: '1000',
    errors: ['invalid_amount'],
  },
)

function currency({ currencies }: Assumptions) {
  const isSupported =
    currencies === 'any' ? isCurrency : (code: string) => currencies.includes(code)
  const accepted = currencies === 'any' ? 'an ISO 4217 code' : `one of ${currencies.join(', ')}`
  const code = z
    .string(complaint('invalid_type', 'Must be a string'))
    .refine(isSupported, coded('currency_not_supported', `Must be ${accepted}`))
  return noted(code, {
    description: `The currency: ${accepted}.`,
    example: currencies === 'any' ? 'AUD' : currencies[0],
    errors: ['invalid_type', 'currency_not_supported'],
    rules: currencies === 'any' ? { pattern: '^[A-Z]{3}$' } : { enum: currencies },
  })
}

function kvps({ kvp_namespace }: Assumptions) {
  const value = z
    .string(complaint('invalid_type', 'Must be a string'))
    .max(MAX_KVP_VALUE, coded('invalid_length', `Must have at most ${MAX_KVP_VALUE} characters`))
    .refine(isRestrictedText, coded('invalid_characters', 'Has a character that is not accepted'))
  const pairs = z
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
  return noted(pairs, {
    description: `Key-value pairs of your own; every answer about the transaction has them as ${kvp_namespace}.REQUEST.KVP.<key>. A key has 1 to 64 letters, digits, underscores or periods.`,
    example: { CHANNEL: 'web' },
    errors: ['invalid_type', 'invalid_length', 'invalid_characters', 'out_of_range'],
    rules: {
      maxProperties: MAX_KVPS,
      propertyNames: { pattern: '^[A-Za-z0-9_.]+$' },
      additionalProperties: {
        type: 'string',
        maxLength: MAX_KVP_VALUE,
        pattern: restricted.source,
      },
    },
  })
}

function kvpKeyObjection(key: string): string | undefined {
  if (isKvpKey(key)) return undefined
  return key.length >= 1 && key.length <= 64
    ? coded('invalid_characters', 'A key has letters, digits, underscores and periods only')
    : coded('invalid_length', 'A key has 1 to 64 characters before its prefix')
}

function creditcard(assumptions: Assumptions) {
  const card = object({
    pan: payingPan,
    expiry_date: expiryDate(assumptions).optional(),
    cvv: cvv.optional(),
  })
  return noted(card, {
    description: 'A card. The expiry date is required unless the number is a virtual PAN.',
    component: 'Creditcard',
    errors: ['invalid_type', 'missing_field', 'invalid_format'],
  })
}

const directDebit = noted(
  object({
    bsb,
    account_number: accountNumber,
    account_name: accountName,
  }),
  { description: 'An Australian bank account to debit or credit.', component: 'DirectDebit' },
)

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
  const takesDebits = rails === 'any rail'
  return noted(methods as z.ZodType<PaymentMethodBody>, {
    description: takesDebits
      ? 'What pays or is paid: exactly one of a card and a bank account.'
      : 'What pays: a card. A direct debit cannot be preauthorised.',
    exactlyOne: takesDebits ? ['creditcard', debitKey] : ['creditcard'],
    errors: [
      ...(['invalid_type', 'missing_field', 'invalid_format'] as const),
      ...(takesDebits ? [] : (['rail_not_supported'] as const)),
    ],
  })
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
