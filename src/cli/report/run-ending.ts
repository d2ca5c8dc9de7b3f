import { ruleNeverMet } from '../../insight/findings/rule-never-met.ts'
import type { FindingDocument, ReportDocument } from '../../insight/report/report-document.ts'
import { coverageText, findingText, type Paint } from '../../insight/report/text-report.ts'

/** The end of a run for people: the verdict and the worst story, in short. */
export function endingText(report: ReportDocument, paint: Paint): string {
  const { caution, headline, verdict, findings } = report
  const [worst] = findings
  const isWorth = worst !== undefined && worst.severity !== 'note'
  return [
    ...(caution === null ? [] : [caution]),
    paint(verdict === 'unsafe' ? 'error' : 'strong', headline),
    ...(isWorth ? ['', findingText(worst, paint), ''] : []),
    ...(isWorth ? moreText(findings) : []),
    ...unmetTexts(findings),
    `Coverage: ${coverageText(report)}; --report report.html lists them.`,
  ].join('\n')
}

function moreText(findings: readonly FindingDocument[]): readonly string[] {
  const more = findings.length - 1
  if (more === 0) return []
  return [
    `${more} more ${more === 1 ? 'finding' : 'findings'}: --report report.html shows them all.`,
  ]
}

const MOST_UNMET = 3

/** Rules that no request matched: the test passes, but does not test what it was written for. */
function unmetTexts(findings: readonly FindingDocument[]): readonly string[] {
  const unmet = findings.filter(({ code }) => code === ruleNeverMet.code)
  const more = unmet.length - MOST_UNMET
  return [
    ...unmet.slice(0, MOST_UNMET).map((finding) => `${finding.message}${testText(finding)}`),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'rule' : 'rules'} that no request met.`] : []),
  ]
}

function testText({ chapter, labelled }: FindingDocument): string {
  return labelled ? ` (test "${chapter}")` : ''
}
