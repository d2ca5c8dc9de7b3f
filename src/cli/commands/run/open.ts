import { statSync } from 'node:fs'
import { commandLine } from '../../../base/text/copied-request.ts'
import { printable } from '../../../base/text/printable.ts'
import { parseInstant } from '../../../domain/time/instant.ts'
import { ranText } from '../../../judge/report/ran-text.ts'
import { verdictLine } from '../../../judge/sweep/shown/sweep-lines.ts'
import { serveSinglePage } from '../../../runtime/listening/served-page.ts'
import { openRun } from '../../../runtime/run-file/open-run.ts'
import { readyOf } from '../../../runtime/running.ts'
import { misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { type Io, logTo } from '../../io.ts'
import { freePort } from '../../options/argument.ts'
import { LAST_RUN, LAST_SWEEP } from '../../process/last-run.ts'
import { aborted, stopSignal } from '../../process/signals.ts'
import { type ReportFile, readReportOrRun } from '../../report/report-files.ts'
import { formattedReport } from '../../report/report-format.ts'
import { formattedSweep } from '../../sweep/sweep-text.ts'
import { type Output, outputFor } from '../../terminal/output.ts'

interface OpenOptions {
  readonly port: number
  readonly json?: true | undefined
}

export const openCommand = command({
  name: 'open',
  group: 'See what happened',
  summary: 'Open a recorded run, a report or a sweep in the browser',
  details:
    'Shows a finished run in the dashboard until Ctrl-C: a file of --record, or a run that the dashboard saved. Without a file, it shows the last run of exec or the last sweep in this folder, whichever is newer. Calls of the control API that only read work too. A JSON report or sweep, even a merged one, is shown as one page. Everything is read-only.',
  examples: ['open', 'open run.jsonl', 'open sweep.json --port 7264'],
  args: {
    file: argument(
      '[file]',
      'a run file (--record, Save run), or a report or sweep in JSON (--report <file>.json); default: the last run of exec or the last sweep in this folder',
    ),
  },
  options: { port: freePort },
  run: ({ file, ...options }, { io }) => look(file, options, io),
})

async function look(given: string | undefined, options: OpenOptions, io: Io): Promise<void> {
  const [newest, other] = lastFiles()
  const file = given ?? newest
  if (file === undefined) {
    throw misuse(
      `There is no saved run or sweep in this folder; pass a file, or run 'npx sandgate exec' or 'npx sandgate sweep' first`,
    )
  }
  if (given === undefined && other !== undefined) {
    const what = other === LAST_RUN ? 'last run of exec' : 'last sweep'
    io.stderr.write(`For the ${what}: npx sandgate ${commandLine(['open', other])}\n`)
  }
  const read = await readReportOrRun(file)
  await (read.kind === 'run' ? lookAtRun(read, options, io) : lookAtReport(read, options, io))
}

/** What is kept in this folder, the newest first. */
function lastFiles(): readonly string[] {
  const changed = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return [LAST_RUN, LAST_SWEEP]
    .filter((file) => changed(file) !== undefined)
    .sort((one, other) => (changed(other) ?? 0) - (changed(one) ?? 0))
}

/** A report has no sandbox behind it, so it is one page. */
async function lookAtReport(
  report: ReportFile,
  { port, json }: OpenOptions,
  io: Io,
): Promise<void> {
  const stopping = stopSignal(io)
  const output = outputFor({ json }, io)
  const { line, html } = await pageOf(report)
  const { url, stop } = await serveSinglePage(html, port)
  const ready = { event: 'ready', url, dashboard: url, pid: process.pid }
  const text = `${line}\nPage: ${output.style('link', url)}`
  await leaveOpen(output, { ready, text }, stopping).finally(stop)
}

async function leaveOpen(
  output: Output,
  { ready, text }: { readonly ready: unknown; readonly text: string },
  stopping: AbortSignal,
): Promise<void> {
  if (output.isJson) output.document(ready)
  output.say(`${text}\nCtrl-C ends it.`)
  await aborted(stopping)
}

async function pageOf(read: ReportFile): Promise<{ readonly line: string; readonly html: string }> {
  const facts = [['File', read.file]] as const
  if (read.kind === 'sweep') {
    const { swept } = read
    return { line: verdictLine(swept), html: await formattedSweep('html', swept, { facts }) }
  }
  return {
    line: `${ranBefore(read.facts)}${read.report.headline}`,
    html: await formattedReport('html', read.report, {
      facts: [...facts, ...Object.entries(read.facts)],
      runs: read.runs ?? [],
    }),
  }
}

/** How the run was made, as far as the report knows it. */
function ranBefore({ Command: command, Date: date = '', Commit: commit }: RunFacts): string {
  const startedAt = parseInstant(date)
  if (command === undefined || startedAt === undefined) return ''
  return `${ranText({ command, startedAt, commit })}: `
}

type RunFacts = Readonly<Record<string, string>>

async function lookAtRun(
  { file, text }: { readonly file: string; readonly text: string },
  { port, ...options }: OpenOptions,
  io: Io,
): Promise<void> {
  const stopping = stopSignal(io)
  const output = outputFor(options, io)
  const { running, title } = await openRun(file, { log: logTo(io), port, text })
  const address = output.style('link', `${running.localUrl}/_sandbox`)
  const about = `${printable(`${title.what}: ${title.more}`)}\nDashboard: ${address}`
  await leaveOpen(output, { ready: readyOf(running), text: about }, stopping).finally(running.stop)
}
