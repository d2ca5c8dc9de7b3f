import type { FindingDocument } from '../../insight/report/report-document.ts'
import { findingText } from '../../insight/report/text-report.ts'
import type { SweepWatch } from '../../insight/sweep/sweep-watch.ts'
import type { CellFinding } from '../../insight/sweep/swept.ts'

/** What a run showed. */
interface Shown {
  readonly findings: readonly FindingDocument[]
  readonly watch: Pick<SweepWatch, 'charges'>
}

/** What is wrong only if it happened more often than in the clean run. */
const doubles: ReadonlySet<string> = new Set(['double-charge', 'double-refund'])

/** Findings that the clean run does not have; the suite itself provokes the others. */
export function newFindings(found: Shown, clean: Shown): readonly CellFinding[] {
  const known = new Map<string, number>()
  for (const finding of clean.findings) {
    known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1)
  }
  const news = found.findings.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0
    known.set(keyOf(finding), left - 1)
    return left <= 0
  })
  return news
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => ({
      finding,
      beyond: found.watch.charges.beyond(clean.watch.charges, finding),
    }))
    .filter(({ finding, beyond }) => !doubles.has(finding.code) || beyond > 0)
    .map(({ finding, beyond }) => ({
      code: finding.code,
      text: findingText(finding),
      isShort: beyond < 0,
    }))
}

/** The same trouble with the same order in the same test. */
function keyOf({ code, world, chapter, subject }: FindingDocument): string {
  return JSON.stringify([code, world, chapter, subject])
}
