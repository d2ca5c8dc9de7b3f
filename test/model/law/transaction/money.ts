/** Percent of an amount in cents, rounded half up, in whole numbers only. */
export function surchargeOf(amount: bigint, percent: string): bigint {
  const [whole = '0', fraction = ''] = percent.split('.')
  const scale = 10n ** BigInt(fraction.length)
  const scaled = BigInt(whole + fraction)
  return (2n * amount * scaled + 100n * scale) / (2n * 100n * scale)
}

export const MOST_CENTS = 9_999_999_999n

export function isAmount(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9][0-9]{0,9}$/.test(text)
}

/** Those that the histories use. */
export const payable = new Set(['AUD', 'NZD', 'USD', 'JPY', 'EUR'])
