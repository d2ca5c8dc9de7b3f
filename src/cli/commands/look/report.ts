import { type Command, Option } from 'commander'
import { latestStories } from '../../../client/latest-stories.ts'
import { sydneyText } from '../../../domain/time/sydney-time.ts'
import { plannedCoverage } from '../../../insight/coverage/coverage.ts'
import { readPlan } from '../../../runtime/plan-file.ts'
import { exitCode, misuse } from '../../cli-error.ts'
import { type Io, logTo } from '../../io.ts'
import { connectToRead, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { comparedFiles, reportOfFiles, type WritableReport } from '../../report/files-report.ts'
import {
  formattedReport,
  type ReportFormat,
  reportFormats,
  writeReports,
} from '../../report/report-format.ts'
import {
  type FailOn,
  failedChecks,
  failOnLevels,
  reportFileOption,
} from '../../report/report-options.ts'
import { flow } from '../../terminal/flow.ts'
import { outputFor } from '../../terminal/output.ts'

interface ReportCommandOptions extends TargetOptions {
  readonly format?: ReportFormat
  readonly report?: readonly string[]
  readonly failOn?: FailOn
  readonly sinceReset?: true
  readonly clear?: true
  readonly plan?: string
}

export function reportCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .argument('[file...]', 'reports or sweeps in JSON, or run files (default: the running sandbox)')
    .addOption(
      new Option('--format <format>', 'output format (default: text)').choices(reportFormats),
    )
    .addOption(reportFileOption())
    .addOption(
      new Option(
        '--fail-on <level>',
        'exit with 4 if there are findings of this severity or worse (default: error with files, never without)',
      ).choices(failOnLevels),
    )
    .option('--since-reset', 'only what happened since the last reset')
    .option('--clear', 'clear the report after showing it, and begin a new run')
    .option('--plan <file>', 'test plan for the coverage: a file, or the shipped go-live-au')
    .action(async (words: readonly string[], options: ReportCommandOptions, self: Command) => {
      if (words[0] === 'compare') {
        refuseIdle(self)
        const compared = await comparedFiles(words.slice(1), io)
        return await print(compared, { failOn: 'error', ...options }, io)
      }
      if (words.length === 0) return await reportSandbox(options, io)
      // `report merge <files>` is the earlier name of `report <files>`.
      const files = words[0] === 'merge' ? words.slice(1) : words
      if (files.length === 0) throw misuse("missing required argument 'file'")
      refuseIdle(self)
      await print(await reportOfFiles(files, io), { failOn: 'error', ...options }, io)
    })
}

/** Options that only a running sandbox has a use for. */
function refuseIdle(self: Command): void {
  const idle = ['sinceReset', 'clear', 'plan', 'url', 'world'].find(
    (name) => self.getOptionValueSource(name) === 'cli',
  )
  const flag = self.options.find((one) => one.attributeName() === idle)?.long
  if (flag) throw misuse(`${flag} is for a running sandbox; leave ${flag} or the files out`)
}

/** Writes a report to its files, and prints it; only its first line if a file has it. */
async function print(
  { headline, write, failed }: WritableReport,
  { report: files = [], format, json, failOn = 'never' }: ReportCommandOptions,
  io: Io,
): Promise<void> {
  await writeReports(files, write)
  const isWritten = files.length > 0 && format === undefined && !json
  const { style, layout } = outputFor({}, io)
  const shown = json ? 'json' : (format ?? 'text')
  const text = isWritten ? `${headline}\nWritten: ${files.join(', ')}\n` : await write(shown, style)
  io.stdout.write(shown === 'text' ? flow(text, layout.width) : text)
  const reasons = failed(failOn)
  for (const line of reasons) logTo(io)(`failed: ${line}`)
  if (reasons.length > 0) io.exitCode = exitCode.checkFailed
}

async function reportSandbox(options: ReportCommandOptions, io: Io): Promise<void> {
  const { sinceReset, clear } = options
  const plan = options.plan === undefined ? undefined : await readPlan(options.plan)
  const client = connectToRead(options, io)
  const query = sinceReset ? ({ test: 'current' } as const) : {}
  let report = await client.report(query)
  if (plan !== undefined) {
    const { cases, extra_cases } = await client.coverage(query)
    report = { ...report, coverage: plannedCoverage([...cases, ...extra_cases], plan) }
  }
  const facts = [
    ['Date', sydneyText(Date.now())],
    ['Version', (await client.health()).version],
  ] as const
  const { headline, requests } = report
  const write: WritableReport['write'] = async (format, style) => {
    const stories = format === 'html' ? await latestStories(client, query) : []
    return await formattedReport(format, report, {
      ...(style && { style }),
      facts: format === 'html' ? facts : [],
      stories: stories.toReversed(),
      isPlanned: plan !== undefined,
      sandbox: client.urlOf('default'),
    })
  }
  const reached = { requests, apiRequests: requests }
  const failed: WritableReport['failed'] = (failOn) => failedChecks(report, { failOn }, reached)
  await print({ headline, write, failed }, options, io)
  if (clear) await client.clearReport()
}
