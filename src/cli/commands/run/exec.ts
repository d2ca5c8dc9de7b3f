import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../../base/file-failure.ts'
import { commandLine } from '../../../base/text/copied-request.ts'
import { counted } from '../../../base/text/counted.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import { type Block, paragraph } from '../../../judge/blocks/block.ts'
import { booksSummary } from '../../../judge/books/books-blocks.ts'
import { coverageText } from '../../../judge/coverage/coverage-blocks.ts'
import { groupPart } from '../../../judge/findings/finding-blocks.ts'
import type { FindingDocument } from '../../../judge/findings/finding-document.ts'
import { unmatchedRule } from '../../../judge/findings/unmatched-rule.ts'
import { acceptedList, verdictStrip } from '../../../judge/report/report-blocks.ts'
import type { ReportDocument } from '../../../judge/report/report-document.ts'
import type { StartOptions } from '../../../runtime/config/options.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { ownTarget } from '../../../runtime/library/client-sandbox.ts'
import type { Running } from '../../../runtime/running.ts'
import { startServer } from '../../../runtime/start-server.ts'
import { newTemporaryFolder } from '../../../runtime/temporary-folder.ts'
import { DEFAULT_WORLD } from '../../../runtime/worlds/world-registry.ts'
import { exitCode, misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument, type ValuesOf } from '../../define/option.ts'
import { type Io, logTo } from '../../io.ts'
import { sandboxOptions } from '../../options/start-options.ts'
import { booksOptions, compareBooks } from '../../process/books-command.ts'
import { type ChildEnd, commandEnvironment, runChild } from '../../process/child.ts'
import { newLastRun, type SavedRun } from '../../process/last-run.ts'
import { removeReadyFile, whileReady } from '../../process/ready-file.ts'
import { type FinishedRun, gitCommit, prepareReport } from '../../report/finished-run.ts'
import { writtenLines } from '../../report/report-format.ts'
import { type ReportOptions, reportOptions } from '../../report/report-options.ts'
import { blocksText, plainLayout } from '../../terminal/blocks-text.ts'
import { withoutBackticks } from '../../terminal/flow.ts'
import { outputFor } from '../../terminal/output.ts'
import { loadingBar } from '../../terminal/progress-bar.ts'
import type { Layout } from '../../terminal/table.ts'
import { failureOf } from '../../words/failure.ts'
import { otherServers, type Unused, unusedAdvice } from '../../words/no-request.ts'
import { RunSummary } from '../../words/run-summary.ts'
import { todayOf } from '../../words/value-text.ts'

export const execCommand = command({
  name: 'exec',
  group: 'Start here',
  summary: 'Run your tests against their own sandbox, and judge them',
  details:
    'Starts a sandbox on a free port, runs the command, stops the sandbox and prints the verdict. The command gets the base URL of the API in SANDGATE_API and in the variables of --env, and the addresses of the sandbox and its dashboard in SANDGATE_URL and SANDGATE_DASHBOARD. The exit code is that of the command, or 4 if the command passed and the verdict is bad. Everything stays in memory unless you pass --data. Outside CI, the run is saved, and `npx sandgate open` shows it.',
  examples: [
    'exec -- npm test',
    'exec --env GATEWAY_URL -- npm test',
    'exec --scenario flaky-day -- pytest -x',
    'exec --report report.html --min-coverage 60 -- npm test',
  ],
  serves: 'during-command',
  args: { words: argument('[command...]', 'the command and its arguments') },
  runs: true,
  options: { ...reportOptions, ...booksOptions },
  starts: 'exec',
  run: ({ words, ...options }, { io }) => execute(words, options, io),
})

type ExecOptions = StartOptions & ReportOptions & ValuesOf<typeof booksOptions>

async function execute(words: readonly string[], options: ExecOptions, io: Io): Promise<void> {
  if (words.length === 0) throw misuse('exec needs a command: npx sandgate exec -- npm test')
  await removeReadyFile(options.readyFile)
  const saved = options.record !== undefined || options.watch ? undefined : newLastRun(io.env)
  const scratch = await newTemporaryFolder('sandgate-exec-')
  try {
    const clockFile = options.clockFile ?? join(scratch, 'clock')
    await runCommand(words, { ...options, clockFile }, io, saved)
  } finally {
    saved?.discard()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function runCommand(
  words: readonly string[],
  options: ExecOptions,
  io: Io,
  saved: SavedRun | undefined,
): Promise<void> {
  const record = options.record ?? saved?.file
  // Git takes its time while the options are read.
  const committing = record === undefined ? undefined : gitCommit(io.env)
  const reportOn = await prepareReport(options, io.env)
  const { books, booksTimeout } = options
  const configured = await settingsFrom(await sandboxOptions(options, io.env), 'test')
  const settings = { ...configured, env: options.env ?? configured.env }
  const summary = new RunSummary()
  const bar = loadingBar(io.stderr)
  const about = {
    record,
    isRecordOptional: saved !== undefined,
    command: words,
    ...(await committing),
  }
  const hooks = { ...about, onProgress: bar.update, onWorld: summary.watch }
  const running = await startServer(settings, logTo(io), hooks).finally(bar.end)
  const { stopping = new AbortController().signal } = io
  const env = commandEnvironment(io.env, running, settings)
  const end = await whileReady(options.readyFile, running, async (): Promise<ExecEnd> => {
    const child = await runChild(words, io, { env, stdoutToStderr: options.json === true })
    const end = { ...child, today: todayIn(running), commandCode: child.exitCode }
    if (books === undefined || !hasRun(end) || end.cutShortBy) return end
    return await compareBooks({ books, booksTimeout }, await ownTarget(running, settings), {
      env,
      stopping,
    }).then(
      () => end,
      (cause: unknown): ExecEnd => ({
        ...end,
        exitCode: end.exitCode || failureOf(cause).exitCode,
        failure: messageOf(cause),
        areBooksMissing: true,
      }),
    )
  })
  const incomplete = [
    ...(end.cutShortBy === undefined ? [] : [`The run was cut short by ${end.cutShortBy}`]),
    ...(end.areBooksMissing ? ['The books were not compared'] : []),
  ]
  const finished = await reportOn(running, { settings, words, reached: summary, incomplete })
  // A run without requests has nothing to show.
  const isSaved = summary.requests > 0 && saved?.save()
  const look = lookAt(options.record ?? (isSaved ? '' : undefined))
  const missed =
    options.quiet || !hasRun(end) || summary.apiRequests > 0
      ? []
      : await missedText(summary, { running, words, env, variables: settings.env }, end)
  printEnd(end, { summary, finished, missed, look }, options, io)
}

/** The sandbox's day. */
function todayIn({ worlds }: Running): string | undefined {
  const now = worlds.ready(DEFAULT_WORLD)?.run((context) => context.now)
  return now === undefined ? undefined : todayOf({ now: isoUtc(now) })
}

/** How to look at a recorded run; the last one needs no name. */
function lookAt(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  return `npx sandgate ${commandLine(['open', ...(file === '' ? [] : [file])])}`
}

interface ExecEnd extends ChildEnd {
  readonly today: string | undefined
  /** The exit code of the command, whatever happened to the books. */
  readonly commandCode: number
  /** The books could not be compared. */
  readonly areBooksMissing?: boolean
}

interface Ending {
  readonly summary: RunSummary
  readonly finished: FinishedRun
  /** Why no request may have arrived. */
  readonly missed: readonly string[]
  readonly look: string | undefined
}

function printEnd(
  end: ExecEnd,
  { summary, finished, missed, look }: Ending,
  options: ExecOptions,
  io: Io,
): void {
  const { report, failed } = finished
  const code = end.exitCode || codeOf(finished)
  io.exitCode = code
  const logLine = logTo(io)
  if (end.failure !== undefined) logLine(`error: ${withoutBackticks(end.failure)}`)
  // What was not started has nothing to report.
  if (end.failure !== undefined && !end.areBooksMissing) return
  const output = outputFor(options, io, end.today)
  const document = {
    exit_code: code,
    command_exit_code: end.exitCode,
    ...summary.document(),
    verdict: report.verdict,
    failed_checks: failed,
    report,
  }
  if (options.json || !options.quiet) {
    const counts = summary.text(output)
    const written = options.report ?? []
    const hasCoverage = written.length > 0 || options.minCoverage !== undefined
    const more = { look, written, counts, hasCoverage }
    output.result(document, () =>
      [endingText(report, output.layout, more), ...writtenLines(written)].join('\n'),
    )
  }
  if (options.quiet && code === exitCode.checkFailed) logLine(report.headline)
  for (const line of missed) logLine(line)
  if (!options.json && !options.quiet && isFailedCommand(end)) {
    logLine(`failed: your command ended with ${end.commandCode}`)
  }
  if (end.exitCode === 0) for (const line of failed) logLine(`failed: ${line}`)
}

/** The code of a command that passed. A run that the sandbox spoilt says nothing about its client. */
function codeOf({ report, failed }: FinishedRun): number {
  if (report.incomplete !== undefined) return exitCode.failed
  return failed.length > 0 ? exitCode.checkFailed : 0
}

/** Whether the command was found and not killed by a signal. */
function hasRun({ exitCode: code }: ChildEnd): boolean {
  return code < 126
}

/** Whether it ended by itself, and failed; otherwise the report or the error shows what happened. */
function isFailedCommand({ commandCode, cutShortBy }: ExecEnd): boolean {
  return commandCode > 0 && commandCode < 126 && cutShortBy === undefined
}

async function missedText(
  { requests }: RunSummary,
  { running, ...sent }: Omit<Unused, 'starter'> & { readonly running: Running },
  end: ExecEnd,
): Promise<readonly string[]> {
  const { api } = running
  if (requests > 0) {
    return [
      `warning: ${counted(requests, 'request')}, but none under /v1: the base URL is $SANDGATE_API, ${api}`,
    ]
  }
  const failed = isFailedCommand(end)
    ? `, and your command failed with exit code ${end.commandCode}: look at its output first`
    : ''
  return [
    `warning: No request arrived at ${api}${failed}.`,
    ...unusedAdvice({ ...sent, starter: 'exec' }),
    ...(await otherServers(running, sent)),
  ]
}

/** Where a run can be read in full. */
interface SeeMore {
  /** The command that opens it. */
  readonly look?: string | undefined
  /** The files of its report. */
  readonly written?: readonly string[]
  /** What was counted. */
  readonly counts?: string
  /** Whether the coverage was asked for. */
  readonly hasCoverage?: boolean
}

/** The end of a run for people: the verdict, the worst finding, and how to look at the rest. */
export function endingText(
  report: ReportDocument,
  layout: Layout = plainLayout,
  { look, written = [], counts, hasCoverage }: SeeMore = {},
): string {
  const { findings, books, coverage } = report
  const [worst] = findings
  const isWorth = worst !== undefined && worst.severity !== 'note'
  const lines = [
    ...(isWorth ? moreText(findings, look ?? written[0] ?? '--report report.html') : []),
    ...unmatchedTexts(findings),
    ...books.map(booksSummary),
  ]
  const blocks: readonly Block[] = [
    verdictStrip(report),
    ...(isWorth ? [groupPart([worst])] : []),
    ...lines.map((line) => paragraph(line)),
    ...acceptedList(report),
  ]
  const end = [
    ...(counts === undefined ? [] : [counts]),
    ...(hasCoverage ? [`Coverage: ${coverageText(coverage)}.`] : []),
    ...(look === undefined ? [] : [`Look at this run: ${look}`]),
  ]
  return [blocksText(blocks, layout), end.join('\n')].join('\n\n')
}

function moreText(findings: readonly FindingDocument[], shownIn: string): readonly string[] {
  // Notes have their own lines.
  const more = findings.filter(({ severity }) => severity !== 'note').length - 1
  if (more === 0) return []
  return [`${counted(more, 'more finding')}: ${shownIn} shows ${more === 1 ? 'it' : 'them all'}.`]
}

const MOST_UNMATCHED = 3

/** Rules that no request matched: the test passes, but does not test what it was written for. */
function unmatchedTexts(findings: readonly FindingDocument[]): readonly string[] {
  const unmatched = findings.filter(({ code }) => code === unmatchedRule.code)
  const more = unmatched.length - MOST_UNMATCHED
  return [
    ...unmatched
      .slice(0, MOST_UNMATCHED)
      .map((finding) => `${finding.message}${testText(finding)}`),
    ...(more > 0 ? [`${counted(more, 'more rule')} that no request matched.`] : []),
  ]
}

function testText({ test }: FindingDocument): string {
  return test?.label ? ` (test "${test.label}")` : ''
}
