/** `123.45 AUD`, or the number alone where the currency is known. */
export function moneyText(cents: number, currency: string): string {
  return `${(cents / 100).toFixed(2)} ${currency}`.trimEnd()
}
