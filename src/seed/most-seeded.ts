/** How many of each one call may ask for. */
export const maxSeeded = { customers: 100_000, tokens: 100_000, transactions: 1_000_000 } as const
