import { type Command, Option } from 'commander'
import type { CoverageAnswer, ReportAnswer } from '../../../http/contract/control/calls/report.ts'
import { type PlanEntry, plannedCoverage } from '../../../insight/coverage/coverage.ts'
import { readPlan } from '../../../runtime/plan-file.ts'
import { withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { connectToRead, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { dateFact } from '../../report/finished-run.ts'
import { formattedReport, type ReportFormat, reportFormats } from '../../report/report-format.ts'
import { outputFor } from '../../terminal/output.ts'
import { reportMergeCommand } from './report-merge.ts'

interface ReportCommandOptions extends TargetOptions {
  readonly format?: ReportFormat
  readonly sinceReset?: true
  readonly clear?: true
  readonly plan?: string
}

export function reportCommand(command: Command, io: Io): Command {
  return withMembers(withTargetOptions(command).enablePositionalOptions(), [reportMergeCommand(io)])
    .addOption(
      new Option('--format <format>', 'how it is written (default: text)').choices(reportFormats),
    )
    .option('--since-reset', 'only what happened since the last reset')
    .option('--clear', 'forget everything afterwards: a new run begins')
    .option('--plan <file>', 'coverage means this plan: a file, or go-live-au')
    .action((options: ReportCommandOptions) => show(options, io))
}

async function show(options: ReportCommandOptions, io: Io): Promise<void> {
  const { format = 'text', sinceReset, clear } = options
  const plan = options.plan === undefined ? undefined : await readPlan(options.plan)
  const client = connectToRead(options, io)
  const query = sinceReset ? ({ chapter: 'current' } as const) : {}
  const found = await client.report(query)
  const report = plan === undefined ? found : await planned(found, plan, client.coverage(query))
  const { style } = outputFor(options, io)
  const facts = [
    ['Date', dateFact(Date.now())],
    ['Version', (await client.health()).version],
  ] as const
  const stories =
    format === 'html' ? (await client.stories({ ...query, limit: 1000 })).stories.toReversed() : []
  io.stdout.write(
    options.json
      ? `${JSON.stringify(report)}\n`
      : await formattedReport(format, report, {
          style,
          facts,
          stories,
          isPlanned: plan !== undefined,
          sandbox: client.urlOf('default'),
        }),
  )
  if (clear) await client.clearReport()
}

async function planned(
  report: ReportAnswer,
  plan: readonly PlanEntry[],
  asked: Promise<CoverageAnswer>,
): Promise<ReportAnswer> {
  const { cases, extra_cases } = await asked
  return { ...report, coverage: plannedCoverage([...cases, ...extra_cases], plan) }
}
