import type { Command } from 'commander'
import { latestPayments } from '../../../control/client/client-lists.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import { plannedCoverage } from '../../../judge/coverage/coverage.ts'
import { readPlan } from '../../../runtime/plan-file.ts'
import { misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument, flag, option, type ValuesOf } from '../../define/option.ts'
import type { Io } from '../../io.ts'
import { connectToRead, type TargetOptions } from '../../options/connection.ts'
import { reportOfFiles, type WritableReport } from '../../report/files-report.ts'
import { printOptions, printReport } from '../../report/print-report.ts'
import { formattedReport } from '../../report/report-format.ts'
import { failedChecks } from '../../report/report-options.ts'
import { todayOf } from '../../words/value-text.ts'

const liveOptions = {
  sinceReset: flag('--since-reset', 'only what happened since the last reset'),
  clear: flag('--clear', 'clear the report after showing it, and begin a new run'),
  plan: option('--plan <file>', 'test plan for the coverage: a file, or the built-in go-live-au'),
}

const options = { ...printOptions, ...liveOptions }

type ReportCommandOptions = ValuesOf<typeof options> & TargetOptions

export const reportCommand = command({
  name: 'report',
  group: 'Start here',
  summary: 'Show whether your client can charge twice or lose a sale',
  details:
    'Shows the verdict on everything that clients have done since the sandbox was started, over all worlds and resets, with the payment of each finding. With --world, it covers only that world. With files, it merges them into one report: reports and sweeps in JSON (--report report.json, or what exec --json printed) and run files (--record, Save run). All files must be runs, or all must be shards of the same sweep.',
  examples: [
    'report',
    'report --format html > report.html',
    'report --since-reset --world worker-1',
    'report --clear',
    'report shard-*.json --output sweep.html',
  ],
  args: {
    files: argument(
      '[file...]',
      'reports or sweeps in JSON, or run files (default: the running sandbox)',
    ),
  },
  options,
  target: 'world',
  async run({ files, ...given }, { io, self }) {
    if (files.length === 0) return await reportSandbox(given, io)
    refuseIdle(self)
    await printReport(
      await reportOfFiles(files, io),
      { ...given, failOn: given.failOn ?? 'error' },
      io,
    )
  },
})

/** Options that only a running sandbox has a use for. */
function refuseIdle(self: Command): void {
  const idle = [...Object.keys(liveOptions), 'url', 'world'].find(
    (name) => self.getOptionValueSource(name) === 'cli',
  )
  const flag = self.options.find((one) => one.attributeName() === idle)?.long
  if (flag) throw misuse(`${flag} is for a running sandbox; leave ${flag} or the files out`)
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
    ['Date', isoUtc(Date.now())],
    ['Version', (await client.health()).version],
  ] as const
  const { headline, requests } = report
  const write: WritableReport['write'] = async (format, layout) => {
    const payments = format === 'html' ? await latestPayments(client, query) : []
    return await formattedReport(format, report, {
      ...(layout && { layout }),
      facts: format === 'html' ? facts : [],
      payments: payments.toReversed(),
      isPlanned: plan !== undefined,
      sandbox: client.urlOf('default'),
    })
  }
  const reached = { requests, apiRequests: requests }
  const failed: WritableReport['failed'] = (failOn) => failedChecks(report, { failOn }, reached)
  const today = todayOf(await client.clock())
  await printReport({ headline, write, failed }, options, io, today)
  if (clear) await client.clearReport()
}
