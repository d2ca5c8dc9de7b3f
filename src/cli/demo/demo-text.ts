import { findingText } from '../../insight/report/text-report.ts'
import type { Output } from '../terminal/output.ts'
import type { ShopRun } from './shop-run.ts'

/** What the demonstration shows, for people: three verdicts and the proof of the worst. */
export function demoText(runs: readonly ShopRun[], output: Output): string {
  const rows = runs.map(({ shop, report }) => [
    shop.name,
    { text: report.headline, tone: report.verdict === 'unsafe' ? 'bad' : 'good' } as const,
    shop.habit,
  ])
  const columns = [
    { title: 'shop' },
    { title: 'verdict' },
    { title: 'when an answer is lost, it', wraps: true },
  ] as const
  return [
    output.paragraph(
      'Three shops take the same two payments and give part of one back. Each time, the gateway does its work and the answer gets lost.',
    ),
    output.table(columns, rows),
    ...proofOf(runs),
  ].join('\n\n')
}

/** The double charge of the naive shop as its story. */
function proofOf(runs: readonly ShopRun[]): readonly string[] {
  const naive = runs.find(({ shop }) => shop.name === 'naive')
  const found = naive?.report.findings.find(({ code }) => code === 'double-charge')
  return found === undefined ? [] : [findingText(found)]
}

/** The same for machines. */
export function demoDocument(runs: readonly ShopRun[], url: string) {
  return {
    url,
    shops: runs.map(({ shop, report, hasPassed }) => ({
      shop: shop.name,
      verdict: report.verdict,
      headline: report.headline,
      believes: hasPassed ? 'paid' : 'failed',
      findings: report.findings.map(({ code, severity, message }) => ({ code, severity, message })),
    })),
  }
}
