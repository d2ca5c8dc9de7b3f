import type { FindingCode } from './all-findings.ts'

/** Where the manual is, for those who have only a report. */
export const MANUAL = 'https://github.com/sandgate/sandgate/blob/main'

const avoidable: ReadonlySet<string> = new Set<FindingCode>([
  'double-charge',
  'double-refund',
  'paid-again',
  'blind-retry',
  'unresolved',
  'reused-correlation-id',
  'charged-at-once',
  'late-request',
  'charged-again',
  'charged-though-refused',
  'lost-sale',
  'paid-not-booked',
  'not-in-books',
  'retried-rejection',
  'stale-search',
  'no-time-out',
])

/** The page that shows how to avoid this finding, in code to copy; undefined if there is none. */
export function recipeFor(code: string): string | undefined {
  return avoidable.has(code) ? `${MANUAL}/docs/start/careful-payment.md` : undefined
}
