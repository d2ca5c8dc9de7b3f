import { isDeepStrictEqual } from 'node:util'
import { counted, lowerFirst } from '../../base/text/counted.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import {
  compareReports,
  compareSweeps,
  type MadeHow,
  newOf,
} from '../../judge/report/comparison.ts'
import { comparedGrid, comparisonBlocks } from '../../judge/report/comparison-blocks.ts'
import { mergedReport, ofRun } from '../../judge/report/merged-report.ts'
import { acceptedBy } from '../../judge/run/accepted.ts'
import { missingText } from '../../judge/sweep/document/shards.ts'
import { MergedSweep } from '../../judge/sweep/shown/merged-sweep.ts'
import { verdictLine } from '../../judge/sweep/shown/sweep-lines.ts'
import { unsafeCells, wrongInBaseline } from '../../judge/sweep/shown/sweep-verdict.ts'
import { settingsFrom } from '../../runtime/config/settings-from.ts'
import { misuse } from '../cli-error.ts'
import { type Io, logTo } from '../io.ts'
import { formattedSweep } from '../sweep/sweep-text.ts'
import { blocksText } from '../terminal/blocks-text.ts'
import type { Layout } from '../terminal/table.ts'
import { shownCommand } from './finished-run.ts'
import { blocksMarkdown } from './markdown.ts'
import { type ReportFile, readReportFile } from './report-files.ts'
import { formattedReport, printableDocument, type ReportFormat } from './report-format.ts'
import { type FailOn, failedChecks } from './report-options.ts'

type RunReport = Extract<ReportFile, { readonly kind: 'report' }>

/** A report that can be written in any format. */
export interface WritableReport {
  readonly headline: string
  readonly write: (format: ReportFormat, layout?: Layout) => Promise<string>
  /** The failed checks, one line each. */
  readonly failed: (failOn: FailOn) => readonly string[]
}

/** One report of several files: either all are runs, or all are shards of one sweep. */
export async function reportOfFiles(names: readonly string[], io: Io): Promise<WritableReport> {
  const reports: RunReport[] = []
  let sweeps: MergedSweep | undefined
  let sweepFile = ''
  // One by one: hundreds of shards need not be in memory with all that they say.
  for (const name of names) {
    const read = await readReportFile(name, logTo(io))
    if (read.kind === 'report') reports.push(read)
    else {
      const problem = sweeps?.add(read)
      if (problem !== undefined) throw misuse(problem)
      if (sweeps === undefined) [sweeps, sweepFile] = [new MergedSweep(read), name]
    }
  }
  const [other] = reports
  if (sweeps !== undefined && other !== undefined) {
    throw misuse(`${sweepFile} is a sweep and ${other.file} a run: merge them separately`)
  }
  const facts = [
    ['Date', isoUtc(Date.now())],
    [names.length === 1 ? 'File' : 'Merged', mergedText(names)],
  ] as const
  if (sweeps === undefined) {
    refuseSameRun(reports)
    await noteAccepted(reports, io)
    const isAlone = reports.length === 1
    const cut = cutShort(reports)
    const [command, ...others] = new Set(reports.map((one) => one.facts.Command))
    const merged = mergedReport(
      reports.map((one) => (isAlone ? one.report : ofRun(one.report, one.file))),
      command === undefined || others.length > 0 ? undefined : shownCommand(command),
    )
    const cautions = [...cut.map((line) => `${line}.`), ...[merged.not_tested ?? []].flat()]
    const report = { ...merged, not_tested: cautions.join('\n') || null }
    const runs = reports.flatMap(
      ({ file, facts: own, report: { verdict, headline }, runs: parts }) => {
        return parts ?? [{ file, verdict, headline, facts: own }]
      },
    )
    const { headline, requests } = report
    const reached = { requests, apiRequests: requests }
    return {
      headline,
      failed: (failOn) => [
        ...failedChecks(report, { failOn }, reached),
        ...(failOn === 'never' ? [] : cut),
      ],
      write: (format, layout) =>
        formattedReport(format, report, {
          ...(layout && { layout }),
          facts: isAlone ? [facts[1], ...Object.entries(reports[0]?.facts ?? {})] : facts,
          runs: isAlone && reports[0]?.runs === undefined ? [] : runs,
        }),
    }
  }
  const { swept } = sweeps
  const unsafe = unsafeCells(swept).length
  const wrong = wrongInBaseline(swept).length
  const reasons = [
    ...(wrong === 0 ? [] : [`${counted(wrong, 'finding')} without any fault`]),
    ...(unsafe === 0 ? [] : [`${counted(unsafe, 'unsafe cell')} in the sweep`]),
    ...[(swept.shards && missingText(swept.shards)) ?? []].flat(),
  ]
  return {
    headline: verdictLine(swept),
    failed: (failOn) => (failOn === 'never' ? [] : reasons),
    write: (format, layout) =>
      formattedSweep(format, swept, {
        ...(layout && { layout }),
        facts: swept.date === undefined ? facts : [facts[1]],
      }),
  }
}

/** A run that is given twice would count twice. Runs without requests look alike, and count nothing. */
function refuseSameRun(reports: readonly RunReport[]): void {
  for (const [i, { file, report }] of reports.entries()) {
    const same = reports.slice(0, i).find((one) => isDeepStrictEqual(one.report, report))
    if (same !== undefined && report.requests > 0) {
      throw misuse(`${same.file} and ${file} are reports of the same run: give each run once`)
    }
  }
}

/** A recorded run was judged with the config of its time; the one here may accept more. */
async function noteAccepted(reports: readonly RunReport[], io: Io): Promise<void> {
  const accept = await settingsFrom({}, 'test').then(
    (settings) => settings.accept,
    // Nothing here depends on it.
    () => [],
  )
  const known = reports
    .flatMap(({ report }) => report.findings)
    .filter((one) => acceptedBy(accept ?? [], one)).length
  if (known === 0) return
  const findings = counted(known, 'finding')
  logTo(io)(
    `note: The config in this folder accepts ${findings} of this report. A report of files follows the config of its runs: run the tests again to apply yours`,
  )
}

/** The most files to name. */
const MOST_FILES = 20

function mergedText(names: readonly string[]): string {
  const more = names.length - MOST_FILES
  return `${names.slice(0, MOST_FILES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What is new, gone and the same between an earlier report or sweep and a later one. */
export async function comparedFiles(
  oldName: string,
  newName: string,
  io: Io,
): Promise<WritableReport> {
  const old = await readReportFile(oldName, logTo(io))
  const later = await readReportFile(newName, logTo(io))
  const compared = printableDocument(differenceOf(old, later))
  const areSweeps = old.kind === 'sweep' && later.kind === 'sweep'
  const grid = areSweeps ? comparedGrid(old.swept, later.swept) : []
  const blocks = comparisonBlocks(compared, grid)
  return {
    headline: compared.headline,
    failed: (failOn) => [
      ...(['error', 'warning'] as const).flatMap((severity) => {
        const count = newOf(compared.items, severity)
        const isFailure =
          count > 0 && failOn !== 'never' && (severity === 'error' || failOn !== 'error')
        return isFailure ? [counted(count, `new ${severity}`)] : []
      }),
      ...(failOn === 'untested' && compared.new.verdict === 'untested'
        ? [lowerFirst(compared.new.headline)]
        : []),
      ...(failOn === 'never' ? [] : cutShort([old, later])),
    ],
    write: async (format, layout) => {
      switch (format) {
        case 'json':
          return `${JSON.stringify(compared, undefined, 2)}\n`
        case 'markdown':
          return `${blocksMarkdown(blocks)}\n`
        case 'text':
          return `${blocksText(blocks, layout)}\n`
        case 'html': {
          const { comparisonPage } = await import('../../dashboard/report/comparison-page.tsx')
          return comparisonPage(compared.headline, blocks)
        }
        case 'junit':
          throw misuse('A comparison cannot be junit, only text, json, markdown, html')
      }
    },
  }
}

function cutShort(files: readonly ReportFile[]): readonly string[] {
  return files
    .filter((one) => one.kind === 'report' && one.isCut)
    .map(({ file }) => `${file} was cut short: what happened after its last line is not known`)
}

/** How the run of a report was made. */
function madeHow(facts: Readonly<Record<string, string>>): MadeHow {
  const { Commit: commit, Date: date, Command: command } = facts
  return { commit, date, command }
}

function differenceOf(old: ReportFile, later: ReportFile) {
  if (old.kind === 'report' && later.kind === 'report') {
    return compareReports(old.report, later.report, [madeHow(old.facts), madeHow(later.facts)])
  }
  if (old.kind === 'sweep' && later.kind === 'sweep') {
    return compareSweeps(old.swept, later.swept)
  }
  const [sweep, run] = old.kind === 'sweep' ? [old, later] : [later, old]
  throw misuse(`${sweep.file} is a sweep and ${run.file} a run: compare two runs or two sweeps`)
}
