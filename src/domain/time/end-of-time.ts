import type { Instant } from './instant.ts'

/** Later than this, no date of four digits could hold what follows from a transaction. */
export const END_OF_TIME: Instant = Date.parse('9999-01-01T00:00:00Z')
