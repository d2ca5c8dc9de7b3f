const cents = /^[1-9][0-9]{0,9}$/

export const MAX_AMOUNT = 9_999_999_999

// Text only: a JSON number, a sign, a point or a leading zero is no amount on this wire.
export function parseAmount(text: unknown): number | undefined {
  return typeof text === 'string' && cents.test(text) ? Number(text) : undefined
}
