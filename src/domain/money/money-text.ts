/** `AUD 49.95`, or the number alone where the currency is not known. */
export function moneyText(cents: number, currency: string): string {
  return `${currency} ${(cents / 100).toFixed(2)}`.trimStart()
}
