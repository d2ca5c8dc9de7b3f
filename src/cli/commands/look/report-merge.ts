import { isDeepStrictEqual } from 'node:util'
import { type Command, Option } from 'commander'
import { mergedReport } from '../../../insight/report/merged-report.ts'
import { mergedSweep } from '../../../insight/sweep/merged-sweep.ts'
import { sweptIn } from '../../../insight/sweep/sweep-document.ts'
import { verdictLine } from '../../../insight/sweep/swept.ts'
import { version } from '../../../runtime/version.ts'
import { misuse } from '../../cli-error.ts'
import { jsonOption, newCommand } from '../../command.ts'
import { type Io, logTo } from '../../io.ts'
import { dateFact, writeText } from '../../report/finished-run.ts'
import { type ReportFile, readReportFile } from '../../report/report-files.ts'
import {
  formatOf,
  formattedReport,
  type ReportFormat,
  reportFormats,
} from '../../report/report-format.ts'
import { reportFiles } from '../../report/report-options.ts'
import { formattedSweep } from '../../sweep/sweep-text.ts'

interface MergeOptions {
  readonly format?: ReportFormat
  readonly report?: readonly string[]
  readonly json?: true
}

export function reportMergeCommand(io: Io): Command {
  return newCommand('merge', {
    summary: 'Join the reports of several runs, or of the shards of a sweep',
    details:
      'Reads reports and sweeps in JSON (--report report.json, or what exec --json printed) and run files (--record), and writes one report of all of them. Either all are runs, or all are shards of one sweep.',
    examples: [
      'npx sandgate report merge shard-*.json --report sweep.html',
      'npx sandgate report merge unit.json checkout.jsonl --format markdown',
    ],
  })
    .argument('<file...>', 'reports in JSON, or run files')
    .addOption(
      new Option('--format <format>', 'how it is written (default: text)').choices(reportFormats),
    )
    .option(
      '--report <file>',
      'write it to a file (can be repeated): .json, .xml for JUnit, .md, .html, else text',
      reportFiles,
    )
    .addOption(jsonOption())
    .action((files: readonly string[], options: MergeOptions) => merge(files, options, io))
}

async function merge(files: readonly string[], options: MergeOptions, io: Io): Promise<void> {
  const read: ReportFile[] = []
  for (const file of files) read.push(await readReportFile(file, logTo(io)))
  const { headline, write } = merged(read)
  for (const file of options.report ?? []) await writeText(file, await write(formatOf(file)))
  const isWritten = options.report !== undefined && options.format === undefined && !options.json
  if (isWritten) {
    io.stdout.write(`${headline}\nWritten: ${options.report?.join(', ')}\n`)
    return
  }
  io.stdout.write(await write(options.json ? 'json' : (options.format ?? 'text')))
}

interface MergedReport {
  readonly headline: string
  /** In any format. */
  readonly write: (format: ReportFormat) => Promise<string>
}

function merged(files: readonly ReportFile[]): MergedReport {
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
    const { headline } = report
    return {
      headline,
      write: (format) =>
        formattedReport(format, report, { facts: [...facts, ['Version', version]] }),
    }
  }
  const stranger = sweeps.find((one) => one.sweep.command !== sweep.sweep.command)
  if (stranger !== undefined) {
    throw misuse(`${sweep.file} and ${stranger.file} are sweeps of two commands: merge them apart`)
  }
  refuseSameCells(sweeps)
  const swept = mergedSweep(sweeps.map((one) => sweptIn(one.sweep)))
  return { headline: verdictLine(swept), write: (format) => formattedSweep(format, swept, facts) }
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
