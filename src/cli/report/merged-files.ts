import { isDeepStrictEqual } from 'node:util'
import { counted } from '../../insight/counted.ts'
import { mergedReport } from '../../insight/report/merged-report.ts'
import { mergedSweep } from '../../insight/sweep/merged-sweep.ts'
import { sweptIn } from '../../insight/sweep/sweep-document.ts'
import { unsafeOutcomes, verdictLine } from '../../insight/sweep/swept.ts'
import { version } from '../../runtime/version.ts'
import { misuse } from '../cli-error.ts'
import { type Io, logTo } from '../io.ts'
import { formattedSweep } from '../sweep/sweep-text.ts'
import type { Style } from '../terminal/style.ts'
import { dateFact } from './finished-run.ts'
import { type ReportFile, readReportFile } from './report-files.ts'
import { formattedReport, type ReportFormat } from './report-format.ts'
import { type FailOn, failedChecks } from './report-options.ts'

/** A report that can be written in any format. */
export interface WritableReport {
  readonly headline: string
  readonly write: (format: ReportFormat, style?: Style) => Promise<string>
  /** The failed checks, one line each. */
  readonly failed: (failOn: FailOn) => readonly string[]
}

/** One report of several files: either all are runs, or all are shards of one sweep. */
export async function reportOfFiles(names: readonly string[], io: Io): Promise<WritableReport> {
  const files: ReportFile[] = []
  for (const name of names) files.push(await readReportFile(name, logTo(io)))
  const reports = files.flatMap((one) => (one.kind === 'report' ? [one] : []))
  const sweeps = files.flatMap((one) => (one.kind === 'sweep' ? [one] : []))
  const [sweep, other] = [sweeps[0], reports[0]]
  if (sweep !== undefined && other !== undefined) {
    throw misuse(`${sweep.file} is a sweep and ${other.file} a run: merge them apart`)
  }
  const facts = [
    ['Date', dateFact(Date.now())],
    ['Merged', files.map(({ file }) => file).join(', ')],
  ] as const
  if (sweep === undefined) {
    refuseSameRun(reports)
    const report = mergedReport(reports.map((one) => one.report))
    const { headline, requests } = report
    const reached = { requests, apiRequests: requests }
    return {
      headline,
      failed: (failOn) => failedChecks(report, { failOn, minCoverage: undefined, reached }),
      write: (format, style) =>
        formattedReport(format, report, {
          ...(style && { style }),
          facts: [...facts, ['Version', version]],
        }),
    }
  }
  const stranger = sweeps.find((one) => one.sweep.command !== sweep.sweep.command)
  if (stranger !== undefined) {
    throw misuse(`${sweep.file} and ${stranger.file} are sweeps of two commands: merge them apart`)
  }
  refuseSameCells(sweeps)
  const swept = mergedSweep(sweeps.map((one) => sweptIn(one.sweep)))
  const unsafe = unsafeOutcomes(swept).length
  return {
    headline: verdictLine(swept),
    failed: (failOn) =>
      failOn === 'never' || unsafe === 0 ? [] : [`${counted(unsafe, 'unsafe cell')} in the sweep`],
    write: (format) => formattedSweep(format, swept, facts),
  }
}

/** A run that is given twice would count twice. Runs without requests look alike, and count nothing. */
function refuseSameRun(reports: readonly Extract<ReportFile, { readonly kind: 'report' }>[]): void {
  for (const [i, { file, report }] of reports.entries()) {
    const same = reports.slice(0, i).find((one) => isDeepStrictEqual(one.report, report))
    if (same !== undefined && report.requests > 0) {
      throw misuse(`${same.file} and ${file} are reports of the same run: give each run once`)
    }
  }
}

/** A shard that is given twice would stand in for one that is missing. */
function refuseSameCells(sweeps: readonly Extract<ReportFile, { readonly kind: 'sweep' }>[]): void {
  const fileOf = new Map<string, string>()
  for (const { file, sweep } of sweeps) {
    for (const { name } of sweep.cells) {
      const first = fileOf.get(name)
      if (first !== undefined) {
        throw misuse(`${first} and ${file} both have the cell ${name}: give each shard once`)
      }
    }
    for (const { name } of sweep.cells) fileOf.set(name, file)
  }
}
