// Percentages stay text: responses show them as configured, and 1.1 has no exact binary value.
export interface SurchargePlan {
  readonly default?: string
  readonly cardTypes?: Readonly<Record<string, string>>
  readonly methods?: Readonly<Record<string, string>>
}

const percentText = /^(?:(?:0|[1-9][0-9]?)(?:\.[0-9]{1,4})?|100(?:\.0{1,4})?)$/

// 0 to 100, with up to four decimals.
export function isPercent(text: string): boolean {
  return percentText.test(text)
}

// The most specific entry wins; an entry of zero counts and means no surcharge.
export function surchargePercent(
  plan: SurchargePlan,
  method: 'card' | 'direct_debit',
  cardType: string | undefined,
): string | undefined {
  const byType = cardType === undefined ? undefined : own(plan.cardTypes, cardType)
  return byType ?? own(plan.methods, method) ?? plan.default
}

/** The response keys of a surcharge, without their prefix. */
export const surchargeKeys = {
  original: 'SURCHARGE.ORIGINAL_AMOUNT',
  percent: 'SURCHARGE.PERCENT',
  added: 'SURCHARGE.ADDED_AMOUNT',
  total: 'SURCHARGE.TOTAL_AMOUNT',
} as const

// Half a cent rounds up. BigInt: the largest amount at four decimals exceeds the safe integers.
export function surchargeOn(cents: number, percent: string): number {
  const [whole = '', decimals = ''] = percent.split('.')
  const scaled = BigInt(cents) * BigInt(whole + decimals)
  const divisor = 100n * 10n ** BigInt(decimals.length)
  return Number((2n * scaled + divisor) / (2n * divisor))
}

function own(entries: Readonly<Record<string, string>> | undefined, key: string) {
  return entries !== undefined && Object.hasOwn(entries, key) ? entries[key] : undefined
}
