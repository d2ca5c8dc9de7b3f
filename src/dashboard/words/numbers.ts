/** `1 payment`, `3 payments`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${numberText(n)} ${n === 1 ? one : several}`
}

/** `12,345`. */
export function numberText(n: number): string {
  return String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** `AUD 49.95`. */
export function moneyText(cents: number, currency: string): string {
  return `${currency} ${amountText(cents)}`.trim()
}

/** `1,049.95`. */
export function amountText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}${String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

/** `AUD 49.95 and NZD 10.00`. */
export function sumText(sums: Readonly<Record<string, number>>): string {
  const texts = Object.entries(sums).map(([currency, cents]) => moneyText(cents, currency))
  return texts.length === 0 ? moneyText(0, 'AUD') : listText(texts)
}

/** `a, b and c`. */
export function listText(texts: readonly string[]): string {
  const [last = '', ...before] = [...texts].reverse()
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
}
