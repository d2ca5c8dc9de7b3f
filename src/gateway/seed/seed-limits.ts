/** The most of each that one call may request. */
export const maxSeeded = { customers: 100_000, tokens: 100_000, transactions: 1_000_000 } as const
