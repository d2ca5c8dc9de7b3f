export const MAX_ID = 2_147_483_647

/** Whether a number can identify a merchant, a transaction, a customer or a token. */
export function isIdentifier(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
}
