/** 123.45 AUD */
export function moneyText(cents: number, currency: string): string {
  return `${(cents / 100).toFixed(2)} ${currency}`
}
