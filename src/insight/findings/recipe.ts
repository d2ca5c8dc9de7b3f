import manifest from '../../../package.json' with { type: 'json' }
import type { FindingCode } from './all-findings.ts'

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')

/** Where the manual of this version is: a report outlives the version that wrote it. */
export const MANUAL = `${repository}/blob/v${manifest.version}`

const DEBITS = 'docs/guides/time.md#direct-debits'
const BOOKS = 'docs/guides/books.md#what-is-compared'
const API = 'docs/reference/api.md'

/** Findings that a careful payment does not avoid, with the page that shows what to do. */
const otherPages: Readonly<Partial<Record<string, string>>> = {
  'refunded-and-returned': DEBITS,
  'hold-left-open': `${API}#rules`,
  'forgotten-hold': `${API}#rules`,
  'booked-not-paid': BOOKS,
  'refund-not-booked': BOOKS,
  'booked-not-refunded': BOOKS,
  'pending-not-booked': BOOKS,
  'booked-not-pending': BOOKS,
  'booked-too-early': BOOKS,
  'hold-not-booked': BOOKS,
  'void-booked-as-refund': BOOKS,
  'browser-call': `${API}#errors`,
  'card-number-in-text': 'SECURITY.md#card-data',
  'blind-recreate': 'docs/reference/vault.md',
  'retried-hard-decline': 'docs/reference/response-codes.md#cards',
  'guessed-page': 'docs/reference/vault.md#customers',
  'raw-card-after-token': 'docs/reference/vault.md#paying-with-a-virtual-pan',
  'not-a-test-card': 'docs/reference/magic-values.md#cards',
  'looks-like-a-card-number': `${API}#bodies`,
  'unknown-field': `${API}#bodies`,
  'standalone-refund': `${API}#rules`,
  'unmatched-rule': 'docs/guides/scenarios.md#which-rule-decides',
  'misleading-rule': 'docs/reference/scenario-file.md#fault',
} satisfies Partial<Record<FindingCode, string>>

/** The page that shows what to do instead. */
export function recipeFor(code: string): string {
  return `${MANUAL}/${otherPages[code] ?? 'docs/start/careful-payment.md'}`
}
