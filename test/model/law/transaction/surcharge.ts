import type { House } from '../house.ts'
import type { Method } from '../state.ts'
import { MOST_CENTS, surchargeOf } from './money.ts'
import type { Submitted } from './submitted.ts'

export interface Surcharged {
  readonly total: bigint
  /** Why it is refused, if it is. */
  readonly refusals: readonly string[]
  readonly kvps: Readonly<Record<string, string>>
}

/** What the merchant's plugin makes of an amount; undefined where it has none. */
export function surcharged(
  house: House,
  { merchant, amount, kvps: submitted }: Pick<Submitted, 'merchant' | 'amount' | 'kvps'>,
  method: Method,
): Surcharged | undefined {
  const percents = house.merchants?.find(({ id }) => id === merchant)?.surcharge
  if (percents === undefined) return undefined
  const byType = method.kind === 'card' ? percents.card_types[method.type] : undefined
  const byMethod = percents.methods[method.kind === 'card' ? 'card' : 'direct_debit']
  const percent = byType ?? byMethod ?? percents.default
  const added = surchargeOf(amount, percent)
  const total = amount + added
  const key = (name: string) => `GATEWAY.REQUEST.KVP.SURCHARGE.${name}`
  const kvps = {
    [key('ORIGINAL_AMOUNT')]: String(amount),
    [key('PERCENT')]: percent,
    [key('ADDED_AMOUNT')]: String(added),
    [key('TOTAL_AMOUNT')]: String(total),
  }
  const isTaken = Object.keys(kvps).some((name) => name in submitted)
  const refusals = [
    ...(total > MOST_CENTS ? ['invalid_amount'] : []),
    ...(isTaken ? ['duplicate_kvp'] : []),
  ]
  return { total, refusals, kvps }
}
