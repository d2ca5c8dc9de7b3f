import * as z from 'zod'
import { isPlainObject } from '../../../base/plain-object.ts'
import { cardType, cvvLength } from '../../../base/redaction/card-number.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { isVirtualPan } from '../../../domain/card.ts'
import { isAccepted, isDebitCurrency } from '../../../domain/money.ts'
import type { ProblemCode } from '../../../domain/problem.ts'
import { changing } from './correlation-field.ts'
import { auditField, identifier, noPath, noQuery, object, restrictedText } from './field.ts'
import { kvps } from './kvp-field.ts'
import { noted } from './note.ts'
import { checkAlways, coded, codedIssue, complaint } from './objection.ts'
import { accountFields, cvv, expiryDate, panDigits, payingPan } from './payment-field.ts'

/** The requests that pay or credit an account, by operation, as the assumptions shape them. */
export function paymentContracts(assumptions: Assumptions) {
  const fields = amountFields(assumptions)
  const paid = (component: string, payment_method: z.ZodType<PaymentMethodBody>) =>
    call({ path: noPath, component }, assumptions, { ...fields, payment_method })
  const byAnyMethod = paid('PaymentRequest', paymentMethod(assumptions, 'any method'))
  return {
    purchase: byAnyMethod,
    preauthorisation: paid('PreauthorisationRequest', paymentMethod(assumptions, 'cards only')),
    standalone_refund: byAnyMethod,
  }
}

/** The requests that change a transaction. */
export function targetContracts(assumptions: Assumptions) {
  const fields = amountFields(assumptions)
  const { reference } = fields
  const amountOnTarget = call({ path: targetPath, component: 'AmountRequest' }, assumptions, fields)
  return {
    completion: amountOnTarget,
    refund: amountOnTarget,
    void: call({ path: targetPath, component: 'VoidRequest' }, assumptions, { reference }),
  }
}

export type PaidCall = z.output<ReturnType<typeof paymentContracts>['purchase']>
export type AmountOnTargetCall = z.output<ReturnType<typeof targetContracts>['refund']>
export type TargetCall = z.output<ReturnType<typeof targetContracts>['void']>

function amountFields(assumptions: Assumptions) {
  const reference = noted(restrictedText(1, assumptions.reference_max_length), {
    description: 'Your own reference, such as an order number. It need not be unique.',
    example: 'order-1001',
    asks: 'reference',
  })
  return { reference, amount_details: amountDetails(assumptions) }
}

function call<Path extends z.ZodType, Shape extends z.core.$ZodLooseShape>(
  { path, component }: { readonly path: Path; readonly component: string },
  assumptions: Assumptions,
  transaction: Shape,
) {
  const body = object({
    merchant,
    kvps: kvps(assumptions).default({}),
    transaction: noted(debitCurrency(object(transaction), assumptions), 'What is to be done.'),
  })
  return changing(path, noQuery, noted(body, { component }))
}

/** Direct debits allow only some currencies; only the vault knows whether a token is a direct debit. */
function debitCurrency<Schema extends z.ZodType>(schema: Schema, assumptions: Assumptions) {
  const { direct_debit, direct_debit_payment_method: debitKey } = assumptions
  const message = `A direct debit must be in ${direct_debit.currencies.join(' or ')}`
  return schema.superRefine((given: unknown, context) => {
    if (!isPlainObject(given) || !isPlainObject(given.payment_method)) return
    const { amount_details: amounts, payment_method: method } = given
    if (method[debitKey] === undefined || !isPlainObject(amounts)) return
    const { currency: code } = amounts
    if (typeof code !== 'string' || isDebitCurrency(code, assumptions)) return
    if (!isAccepted(code, assumptions)) return
    const path = ['amount_details', 'currency']
    context.addIssue(codedIssue('currency_not_supported', message, path))
  }, checkAlways)
}

const merchant = noted(
  object({
    id: noted(identifier, { description: "The merchant's number.", example: 1, asks: 'merchant' }),
  }),
  'The merchant that the money is for.',
)

const targetPath = z.object({ audit: auditField('target') })

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
    asks: 'amount',
  },
)

function currency(assumptions: Assumptions) {
  const { currencies } = assumptions
  const accepted = currencies === 'any' ? 'an ISO 4217 code' : `one of ${currencies.join(', ')}`
  const code = z
    .string(complaint('invalid_type', 'Must be a string'))
    .refine(
      (given) => isAccepted(given, assumptions),
      coded('currency_not_supported', `Must be ${accepted}`),
    )
  return noted(code, {
    description: `The currency: ${accepted}.`,
    example: currencies === 'any' ? 'AUD' : currencies[0],
    errors: ['invalid_type', 'currency_not_supported'],
    asks: 'currency',
    rules: currencies === 'any' ? { pattern: '^[A-Z]{3}$' } : { enum: currencies },
  })
}

function creditcard(assumptions: Assumptions) {
  const card = object({
    pan: payingPan(assumptions),
    expiry_date: expiryDate(assumptions).optional(),
    cvv: cvv.optional(),
  })
  return noted(card, {
    description: 'A card. The expiry date is required unless the number is a virtual PAN.',
    component: 'Creditcard',
    errors: ['invalid_type', 'missing_field', 'invalid_format'],
  })
}

function directDebit({ direct_debit_fields: names }: Assumptions) {
  return noted(accountFields(names), {
    description: 'An Australian bank account to debit or credit.',
    component: 'DirectDebit',
  })
}

type CardBody = z.output<ReturnType<typeof creditcard>>
type DirectDebitBody = Readonly<Record<string, string>>

/** The assumptions name the member of the direct debit. */
export type PaymentMethodBody = { readonly creditcard?: CardBody } & Readonly<
  Record<string, CardBody | DirectDebitBody>
>

/** Exactly one method; the operation decides which methods are allowed. */
function paymentMethod(
  assumptions: Assumptions,
  allowed: 'any method' | 'cards only',
): z.ZodType<PaymentMethodBody> {
  const debitKey = assumptions.direct_debit_payment_method
  const methods = object({
    creditcard: creditcard(assumptions).optional(),
    [debitKey]: directDebit(assumptions).optional(),
  }).superRefine((given: unknown, context) => {
    if (!isPlainObject(given)) return
    const found = [
      ...methodObjections(given, debitKey, allowed),
      ...cardObjections(given.creditcard, assumptions),
    ]
    for (const { code, message, path } of found) {
      context.addIssue(codedIssue(code, message, path))
    }
  }, checkAlways)
  const takesDebits = allowed === 'any method'
  return noted(methods as z.ZodType<PaymentMethodBody>, {
    description: takesDebits
      ? 'The payment method: either a card or a bank account.'
      : 'What pays: a card. A direct debit cannot be preauthorised.',
    exactlyOne: takesDebits ? ['creditcard', debitKey] : ['creditcard'],
    errors: [
      ...(['invalid_type', 'missing_field', 'invalid_format'] as const),
      ...(takesDebits ? [] : (['method_not_supported'] as const)),
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
  allowed: 'any method' | 'cards only',
): readonly MethodObjection[] {
  const methods = ['creditcard', debitKey].filter((key) => given[key] !== undefined)
  if (methods.length === 0) {
    return [{ code: 'missing_field', message: `Needs creditcard or ${debitKey}`, path: [] }]
  }
  if (methods.length > 1) {
    return [{ code: 'invalid_format', message: 'Must hold exactly one payment method', path: [] }]
  }
  if (allowed === 'any method' || methods[0] !== debitKey) return []
  const message = 'A direct debit cannot be preauthorised'
  return [{ code: 'method_not_supported', message, path: [debitKey] }]
}

/** Errors that depend on more than one member of a card. */
function cardObjections(card: unknown, assumptions: Assumptions): readonly MethodObjection[] {
  if (!isPlainObject(card)) return []
  const { pan: number, expiry_date, cvv: code } = card
  if (typeof number !== 'string' || !panDigits.test(number)) return []
  if (isVirtualPan(number, assumptions)) return []
  const found: MethodObjection[] = []
  if (expiry_date === undefined) found.push(missing('expiry_date'))
  if (assumptions.cvv === 'required' && code === undefined) found.push(missing('cvv'))
  const length = cvvLength(cardType(number))
  if (typeof code === 'string' && /^[0-9]{3,4}$/.test(code) && code.length !== length) {
    const message = `Must have ${length} digits for this card`
    found.push({ code: 'invalid_format', message, path: ['creditcard', 'cvv'] })
  }
  return found
}

function missing(member: string): MethodObjection {
  const path = ['creditcard', member]
  return { code: 'missing_field', message: 'This field is required', path }
}
