export const bsbForm = /^([0-9]{3})-?([0-9]{3})$/
export const accountNumberForm = /^[0-9]{1,9}$/

export function normaliseBsb(text: string): string | undefined {
  const match = bsbForm.exec(text)
  return match === null ? undefined : `${match[1]}-${match[2]}`
}

// Text, because leading zeros are part of the number.
export function isAccountNumber(text: string): boolean {
  return accountNumberForm.test(text)
}

// Three digits would reveal most of a short number, so it is masked completely.
export function maskAccountNumber(text: string): string {
  const shown = text.length < 6 ? 0 : 3
  return 'x'.repeat(text.length - shown) + text.slice(text.length - shown)
}
