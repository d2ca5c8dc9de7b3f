import type { House } from '../house.ts'
import type { Method } from '../state.ts'
import { MOST_CENTS, surchargeOf } from './money.ts'

export interface Surcharged {
  readonly total: bigint
  readonly isTooMuch: boolean
  readonly kvps: Readonly<Record<string, string>>
}

/** What the merchant's plugin makes of an amount; undefined where it has none. */
export function surcharged(
  house: House,
  { merchant, amount }: { readonly merchant: number; readonly amount: bigint },
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
  return {
    total,
    isTooMuch: total > MOST_CENTS,
    kvps: {
      [key('ORIGINAL_AMOUNT')]: String(amount),
      [key('PERCENT')]: percent,
      [key('ADDED_AMOUNT')]: String(added),
      [key('TOTAL_AMOUNT')]: String(total),
    },
  }
}
