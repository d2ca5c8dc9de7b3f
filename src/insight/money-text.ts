/** `AUD 49.95` */
export function money(cents: number, currency: string): string {
  const text = (cents / 100).toFixed(2)
  return currency === '' ? text : `${currency} ${text}`
}
