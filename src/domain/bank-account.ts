export const bsbForm = /^([0-9]{3})-?([0-9]{3})$/
export const accountNumberForm = /^[0-9]{1,9}$/

export function normaliseBsb(text: string): string | undefined {
  const match = bsbForm.exec(text)
  return match === null ? undefined : `${match[1]}-${match[2]}`
}

// Leading zeros belong to the number, so it stays text.
export function isAccountNumber(text: string): boolean {
  return accountNumberForm.test(text)
}

// Three digits of a short number would give most of it away, so it is masked whole.
export function maskAccountNumber(text: string): string {
  const shown = text.length < 6 ? 0 : 3
  return 'x'.repeat(text.length - shown) + text.slice(text.length - shown)
}
