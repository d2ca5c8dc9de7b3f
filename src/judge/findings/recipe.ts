import manifest from '../../../package.json' with { type: 'json' }
import { allFindings } from './all-findings.ts'
import type { FindingKind } from './finding.ts'

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')

/** Where the manual of this version is: a report outlives the version that wrote it. */
export const MANUAL = `${repository}/blob/v${manifest.version}`

/** The page of this version that shows what to do instead. */
export function recipeFor(code: string): string {
  const kinds: readonly FindingKind[] = allFindings
  const { recipe = 'docs/start/careful-payment.md' } = kinds.find((one) => one.code === code) ?? {}
  return `${MANUAL}/${recipe}`
}
