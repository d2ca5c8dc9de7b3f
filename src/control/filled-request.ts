import { given } from '../base/plain-object.ts'
import { cardType, cvvLength, maskPan } from '../base/redaction/card-number.ts'
import type { Assumptions } from '../domain/assumptions/assumptions.ts'
import { expiryText, isVirtualPan, parseExpiry } from '../domain/card.ts'
import type { Instant } from '../domain/time/instant.ts'
import { civilDay, sydneyDay } from '../domain/time/sydney-time.ts'
import { RequestProblem, requestProblem } from '../gateway/wire/request-problem.ts'
import type { DescribedRequest } from './contract/explain-request.ts'

type Field = keyof DescribedRequest

/** The values of fields that may be left out. */
type Usual = Partial<Record<Exclude<Field, Untexted>, string>>

type Untexted = 'at' | 'merchant' | 'kvp' | 'header' | 'operation' | 'method'

type DescribedOperation = NonNullable<DescribedRequest['operation']>

/** A request as its client would send it. */
export interface FilledRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly pathValues: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: object | undefined
  /** The values that it needs and that were left out; card numbers are masked. */
  readonly assumed: Readonly<Record<string, string>>
}

const ofAny: readonly Field[] = ['operation', 'merchant', 'user', 'header', 'correlation_id', 'at']
const ofBody: readonly Field[] = ['reference', 'kvp']
const ofAmount: readonly Field[] = [...ofBody, 'amount', 'currency']
const ofPayment: readonly Field[] = [
  ...ofAmount,
  ...(['method', 'pan', 'expiry', 'cvv', 'bsb', 'account_number'] as const),
]

/** The fields that a request of each operation has. */
const takes: Readonly<Record<DescribedOperation, readonly Field[]>> = {
  purchase: ofPayment,
  preauthorisation: ofPayment,
  standalone_refund: ofPayment,
  completion: [...ofAmount, 'target_audit'],
  refund: [...ofAmount, 'target_audit'],
  void: [...ofBody, 'target_audit'],
  lookup: ['audit'],
  search: [],
}

/** Makes a whole request of the parts that matter. */
export function filledRequest(
  described: DescribedRequest,
  now: Instant,
  assumptions: Assumptions,
): FilledRequest {
  const { operation = 'purchase', merchant = 1, correlation_id, header = {} } = described
  refuseOthers(operation, described)
  const usual = usualValues(operation, described, now, assumptions)
  const assumed = { ...usual, ...(usual.pan !== undefined && { pan: maskPan(usual.pan) }) }
  const isPost = operation !== 'search' && operation !== 'lookup'
  const id = correlation_id ?? 'rehearsal'
  const headers = Object.entries(header).map(([name, text]) => [name.toLowerCase(), text])
  const { audit = described.target_audit } = described
  return {
    headers: {
      ...Object.fromEntries(headers),
      ...(isPost && { 'x-correlation-id': id }),
    },
    pathValues: given({ audit }),
    query:
      operation === 'search' ? { merchant_id: String(merchant), correlation_id_lookup: id } : {},
    body: isPost ? bodyOf(operation, { ...usual, ...described }, assumptions) : undefined,
    assumed,
  }
}

/** Refuses fields that no such request has, and a request without its transaction. */
function refuseOthers(operation: DescribedOperation, described: DescribedRequest): void {
  const known = [...ofAny, ...takes[operation]]
  const wrong = Object.keys(described).filter((name) => !known.some((one) => one === name))
  if (wrong.length > 0) {
    throw new RequestProblem(
      wrong.map((name) => ({
        code: 'invalid_format',
        message: `Cannot be in a request: no ${operation} has ${name}`,
        location: ['body', name],
      })),
    )
  }
  for (const name of ['audit', 'target_audit'] as const) {
    if (!takes[operation].includes(name) || described[name] !== undefined) continue
    throw requestProblem('missing_field', `A ${operation} needs it`, ['body', name])
  }
}

/** The values of fields that are left out, if a request of this operation needs them. */
function usualValues(
  operation: DescribedOperation,
  described: DescribedRequest,
  now: Instant,
  assumptions: Assumptions,
): Usual {
  const { currencies } = assumptions
  const [currency = 'AUD'] = currencies === 'any' ? [] : currencies
  const usual: Usual = {
    reference: 'rehearsal',
    amount: '1000',
    currency,
    ...usualPayer(described, now, assumptions),
  }
  const needed = Object.entries(usual).filter(
    ([name]) => takes[operation].some((one) => one === name) && !Object.hasOwn(described, name),
  )
  return Object.fromEntries(needed)
}

/** A card is the most common. Nothing in the default scenario applies to these numbers. */
function usualPayer(described: DescribedRequest, now: Instant, assumptions: Assumptions): Usual {
  const { method, pan = '4111111111111111', expiry, cvv, bsb, account_number } = described
  const isDebit = method === 'direct_debit' || [bsb, account_number].some(isGiven)
  const isCard = method === 'card' || [described.pan, expiry, cvv].some(isGiven)
  const [currency] = assumptions.direct_debit.currencies
  const account = { bsb: '062-000', account_number: '12345678', ...given({ currency }) }
  if (isDebit && !isCard) return account
  const { year } = civilDay(sydneyDay(now))
  const digits = '1'.repeat(cvvLength(cardType(pan)))
  const isStored = isVirtualPan(pan, assumptions)
  return {
    ...(isDebit && account),
    pan,
    ...(!isStored && { expiry: expiryText({ year: year + 1, month: 12 }) }),
    ...(!isStored && assumptions.cvv === 'required' && { cvv: digits }),
  }
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined
}

type Values = Omit<DescribedRequest, 'operation'>

function bodyOf(operation: DescribedOperation, values: Values, assumptions: Assumptions): object {
  const { merchant = 1, kvp, reference, amount: total_amount, currency } = values
  const isPaying = takes[operation].includes('method')
  return given({
    merchant: { id: merchant },
    kvps: kvp,
    transaction: given({
      reference,
      amount_details: total_amount === undefined ? undefined : { total_amount, currency },
      payment_method: isPaying ? payerOf(values, assumptions) : undefined,
    }),
  })
}

function payerOf(values: Values, assumptions: Assumptions): object {
  const { pan, expiry, cvv, bsb, account_number } = values
  const { direct_debit_fields: names, direct_debit_payment_method: debit } = assumptions
  const expiry_date = expiry && expiryIn(expiry, assumptions.expiry_format)
  return given({
    creditcard: pan === undefined ? undefined : given({ pan, expiry_date, cvv }),
    [debit]:
      bsb === undefined
        ? undefined
        : {
            [names.bsb]: bsb,
            [names.account_number]: account_number,
            [names.account_name]: 'Rehearsal',
          },
  })
}

/** In the order of year and month that the gateway reads. */
function expiryIn(text: string, format: Assumptions['expiry_format']): string {
  const bare = text.replace('/', '')
  const expiry = format === 'YYMM' ? parseExpiry(bare, 'auto') : undefined
  if (expiry === undefined) return bare
  const monthFirst = expiryText(expiry)
  return monthFirst.slice(2) + monthFirst.slice(0, 2)
}
