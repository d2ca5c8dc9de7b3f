import type { Finding } from '../findings/finding-document.ts'
import type { Accepted } from '../report/report-document.ts'
import { countFinding, type FindingCounts, Tally } from './tally.ts'

export function acceptedBy(
  accept: readonly Accepted[],
  { code, chapter }: { readonly code: string; readonly chapter: string },
): Accepted | undefined {
  return accept.find((one) => one.code === code && (one.test ?? chapter) === chapter)
}

/** A tally that does not count these findings. */
export function withoutFindings(
  tally: Tally,
  findings: readonly Pick<Finding, 'code' | 'severity' | 'excess'>[],
): Tally {
  if (findings.length === 0) return tally
  const { found, noted, excess } = tally
  const sums: FindingCounts = { found: { ...found }, noted: { ...noted }, excess: { ...excess } }
  for (const finding of findings) countFinding(sums, finding, -1)
  for (const counts of [sums.found, sums.noted, sums.excess]) {
    for (const [name, n] of Object.entries(counts)) if (n <= 0) delete counts[name]
  }
  return Object.assign(new Tally(), tally, sums)
}
