import type { FindingKind } from '../../findings/finding.ts'
import { resultTraits } from './result.ts'

/** No report but that of a sweep has them, so the page of a sweep says when they are found. */
type SweepFinding = Omit<FindingKind, 'seen'>

export const booksFailed = {
  code: 'books-failed',
  severity: 'error',
  one: resultTraits.books_failed.one,
} as const satisfies SweepFinding

export const otherCard = {
  code: 'other-card',
  severity: 'warning',
  one: 'payment by another card',
  many: 'payments by another card',
} as const satisfies SweepFinding

export const changedPrice = {
  code: 'changed-price',
  severity: 'warning',
  one: 'changed price',
} as const satisfies SweepFinding

/** Those that show the result of a cell, so that a config can accept them. */
export const acceptableFindings = [
  { code: 'duplicate-customer', severity: 'warning', one: resultTraits.duplicate_customer.one },
  { code: 'duplicate-token', severity: 'warning', one: resultTraits.duplicate_token.one },
] as const satisfies readonly SweepFinding[]

/** What only a sweep finds: each cell is compared with the baseline runs. */
export const sweepFindings = [booksFailed, otherCard, changedPrice, ...acceptableFindings] as const
