import type { FindingDocument } from '../../insight/report/report-document.ts'
import { findingText } from '../../insight/report/text-report.ts'
import type { CellFinding } from '../../insight/sweep/swept.ts'

/** Findings that the clean run does not have; the suite itself provokes the others. */
export function newFindings(
  found: readonly FindingDocument[],
  clean: readonly FindingDocument[],
): readonly CellFinding[] {
  const known = new Map<string, number>()
  for (const finding of clean) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1)
  const news = found.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0
    known.set(keyOf(finding), left - 1)
    return left <= 0
  })
  return news
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => ({ code: finding.code, text: findingText(finding) }))
}

/** The same trouble with the same order in the same test. */
function keyOf({ code, world, chapter, subject }: FindingDocument): string {
  return JSON.stringify([code, world, chapter, subject])
}
