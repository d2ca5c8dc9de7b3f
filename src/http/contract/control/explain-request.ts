import * as z from 'zod'
import { cardType, cardTypes, isVirtualPan } from '../../../domain/card/card.ts'
import { parseAmount } from '../../../domain/money/amount.ts'
import { isCurrency } from '../../../domain/money/currency.ts'
import { carries } from '../../../scenario/matching/carriers.ts'
import { operations } from '../../../scenario/rule.ts'
import { identifier, restrictedText } from '../field.ts'
import { coded, complaint } from '../objection.ts'
import { accountNumber, bsb, cvv, payingPan } from '../payment-field.ts'
import { oneOf, onObjects, strict, text } from './control-field.ts'

/** The members that only a request by this method can have. */
export const detailsOf = {
  card: ['pan', 'card_type', 'cvv'],
  direct_debit: ['bsb', 'account_number'],
} as const

const amountForm = coded('invalid_amount', 'Must be 1 to 10 digits, in cents, such as 1050')

const fields = strict({
  operation: oneOf(operations).default('purchase'),
  merchant: identifier.default(1),
  method: oneOf(['card', 'direct_debit']).exactOptional(),
  amount: z
    .union([text, z.int().transform(String)], { error: () => amountForm })
    .refine((amount) => parseAmount(amount) !== undefined, amountForm)
    .exactOptional(),
  currency: text
    .refine(isCurrency, coded('currency_not_supported', 'Must be an ISO 4217 code, such as AUD'))
    .exactOptional(),
  pan: payingPan.exactOptional(),
  card_type: oneOf(cardTypes).exactOptional(),
  cvv: cvv.exactOptional(),
  bsb: bsb.exactOptional(),
  account_number: accountNumber.exactOptional(),
  reference: restrictedText(1, 10_000).exactOptional(),
  kvp: z
    .record(z.string(), restrictedText(0, 255), complaint('invalid_type', 'Must be an object'))
    .exactOptional(),
  customer_reference: restrictedText(1, 50).exactOptional(),
  virtual_pan: text
    .regex(/^9[0-9]{12,18}$/, coded('invalid_pan', 'Must be 13 to 19 digits that begin with 9'))
    .exactOptional(),
  token_name: restrictedText(1, 50).exactOptional(),
})

const members = [
  ...([
    'method',
    'amount',
    'currency',
    'pan',
    'card_type',
    'cvv',
    'bsb',
    'account_number',
  ] as const),
  ...(['reference', 'kvp', 'customer_reference', 'virtual_pan', 'token_name'] as const),
]

/** `POST /scenarios/explain`: a request, as far as a rule can see it, that could be sent. */
export const explainBody = fields.superRefine((body, context) => {
  for (const { path, message } of mixed(body)) {
    context.addIssue({ code: 'custom', path, message: coded('invalid_format', message) })
  }
}, onObjects)

type Fields = z.output<typeof fields>
type Method = keyof typeof detailsOf

interface Contradiction {
  readonly path: string[]
  readonly message: string
}

/** Members that no one request can have. */
function mixed(body: Fields): readonly Contradiction[] {
  const misplaced = members.filter((name) => {
    return body[name] !== undefined && !carries(body.operation, name)
  })
  if (misplaced.length > 0) {
    return misplaced.map((name) => ({
      path: [name],
      message: `Cannot be part of a ${body.operation}`,
    }))
  }
  return [...mixedMethods(body), ...otherCard(body)]
}

/** A number tells its card type. */
function otherCard({ pan, card_type }: Fields): readonly Contradiction[] {
  if (pan === undefined || card_type === undefined || isVirtualPan(pan)) return []
  const type = cardType(pan)
  if (type === card_type) return []
  return [{ path: ['card_type'], message: `Cannot go with a ${type || 'nameless'} card's number` }]
}

function mixedMethods(body: Fields): readonly Contradiction[] {
  const [method, ...others] = methodsIn(body)
  if (method === undefined) return []
  const strange = others.flatMap((other) => given(body, other))
  if (strange.length > 0) {
    const told = body.method === undefined ? given(body, method).join(', ') : `method ${method}`
    return strange.map((name) => ({ path: [name], message: `Cannot go with ${told}` }))
  }
  if (carries(body.operation, 'method') && !carries(body.operation, 'method', { method })) {
    const path = [body.method === undefined ? (given(body, method)[0] ?? 'method') : 'method']
    return [{ path, message: `Cannot be part of a ${body.operation}` }]
  }
  return []
}

/** The methods that a request is told by, the one that is named first. */
function methodsIn(body: Fields): readonly Method[] {
  const methods: readonly Method[] = ['card', 'direct_debit']
  const found = methods.filter((method) => given(body, method).length > 0)
  return [...new Set([...(body.method === undefined ? [] : [body.method]), ...found])]
}

function given(body: Fields, method: Method): readonly string[] {
  return detailsOf[method].filter((name) => body[name] !== undefined)
}
