import { isPlainObject } from '../../../base/plain-object.ts'
import { cardType, cvvLength, isPan } from '../../../base/redaction/card-number.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { isVirtualPan, parseExpiry } from '../../../domain/card.ts'
import { isIdentifier } from '../../../domain/identifier.ts'
import { isAccepted, parseAmount } from '../../../domain/money.ts'
import { correlationId, kvpCharacters, restricted } from '../../../domain/restricted-text.ts'
import type { PaidCall } from './transaction-request.ts'

/**
 * Fast path of most card payments: what the contract makes of a request that has the known members
 * only, each with a usual value. Anything else is undefined, and left to the contract. A property
 * test compares the two.
 */
export function plainPayment(assumptions: Assumptions) {
  return (request: unknown): PaidCall | undefined => {
    const { header, body } = request as {
      readonly header: Partial<PaidCall['header']>
      readonly body: unknown
    }
    const id = header['X-Correlation-Id']
    if (typeof id !== 'string' || !correlationId.test(id)) return undefined
    if (!hasOnly(body, ['merchant', 'transaction'], 'kvps')) return undefined
    const { merchant, kvps = {}, transaction } = body
    if (!hasOnly(merchant, ['id']) || !isIdentifier(merchant.id)) return undefined
    if (!isPlainTransaction(transaction, assumptions) || !arePlain(kvps, assumptions))
      return undefined
    const checked = { merchant, kvps, transaction } as PaidCall['body']
    return { header: header as PaidCall['header'], path: {}, query: {}, body: checked }
  }
}

function isPlainTransaction(given: unknown, assumptions: Assumptions): boolean {
  if (!hasOnly(given, ['reference', 'amount_details', 'payment_method'])) return false
  const { reference, amount_details: amounts, payment_method: method } = given
  if (!isText(reference, assumptions.reference_max_length) || reference === '') return false
  if (!hasOnly(amounts, ['total_amount', 'currency'])) return false
  if (parseAmount(amounts.total_amount) === undefined) return false
  if (typeof amounts.currency !== 'string' || !isAccepted(amounts.currency, assumptions))
    return false
  return hasOnly(method, ['creditcard']) && isPlainCard(method.creditcard, assumptions)
}

/** A full card number with its expiry date and CVV. */
function isPlainCard(card: unknown, assumptions: Assumptions): boolean {
  if (!hasOnly(card, ['pan', 'expiry_date', 'cvv'])) return false
  const { pan, expiry_date: expiry, cvv } = card
  if (typeof pan !== 'string' || !isPan(pan) || isVirtualPan(pan, assumptions)) return false
  if (typeof expiry !== 'string' || typeof cvv !== 'string' || !/^[0-9]{3,4}$/.test(cvv))
    return false
  if (cvv.length !== cvvLength(cardType(pan))) return false
  return parseExpiry(expiry, assumptions.expiry_format) !== undefined
}

function arePlain(kvps: unknown, { kvp_namespace, kvps: limits }: Assumptions): boolean {
  if (!isPlainObject(kvps)) return false
  let left = limits.limit
  for (const key in kvps) {
    left -= 1
    if (left < 0 || key === '' || key.length > limits.key_length) return false
    // Without a prefix, two keys cannot collide.
    if (key.startsWith(kvp_namespace) || !kvpCharacters.test(key) || redactText(key) !== key)
      return false
    if (!isText(kvps[key], limits.value_length)) return false
  }
  return true
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest && restricted.test(value)
}

/** Whether a value is an object with exactly these members, and perhaps the optional one. */
function hasOnly(
  value: unknown,
  names: readonly string[],
  optional?: string,
): value is Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) return false
  let found = 0
  for (const key in value) {
    if (names.includes(key)) found += 1
    else if (key !== optional) return false
  }
  return found === names.length
}
