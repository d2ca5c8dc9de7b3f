import { maskedText } from '../card/text.ts'
import { answeredKey } from '../form/body.ts'
import { isObject, type Json, memberOf } from '../wire/request.ts'

/** What every transaction request says, as it is kept. */
export interface Submitted {
  readonly merchant: number
  readonly correlation: string
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly submitted: string | undefined
  readonly kvps: Readonly<Record<string, string>>
}

export function commonPlan(body: Json, id: string): Submitted {
  const details = memberOf(body, 'transaction', 'amount_details')
  const total = memberOf(details, 'total_amount')
  const submitted = typeof total === 'string' ? total : undefined
  const kvps = body.kvps
  const pairs = Object.entries(isObject(kvps) ? kvps : {})
  return {
    merchant: Number(memberOf(body, 'merchant', 'id')),
    correlation: id,
    reference: maskedText(String(memberOf(body, 'transaction', 'reference'))),
    currency: String(memberOf(details, 'currency')),
    amount: BigInt(submitted ?? '0'),
    submitted,
    kvps: Object.fromEntries(
      pairs.map(([key, value]) => [answeredKey(key), maskedText(String(value))]),
    ),
  }
}
