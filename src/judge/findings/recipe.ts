import { allFindings } from './all-findings.ts'
import type { FindingKind } from './finding.ts'

/** The page of the package that shows what to do instead. */
export function recipeFor(code: string): string {
  const kinds: readonly FindingKind[] = allFindings
  return kinds.find((one) => one.code === code)?.recipe ?? 'docs/start/careful-payment.md'
}
