import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { permissionAdvice, reasonOf } from '../../../base/file-failure.ts'
import { monotonicMs } from '../../../base/monotonic.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import { commandLine } from '../../../base/text/copied-request.ts'
import { counted, numberText, spanText } from '../../../base/text/counted.ts'
import { printable } from '../../../base/text/printable.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import { sweepLine, wholeOptions } from '../../../judge/sweep/document/made-with.ts'
import { type MadeWith, madeWithSchema } from '../../../judge/sweep/document/made-with-schema.ts'
import { withoutEvidence } from '../../../judge/sweep/shown/examples.ts'
import { sweepDocument } from '../../../judge/sweep/shown/sweep-document.ts'
import { hasSweepFailed, isWrong } from '../../../judge/sweep/shown/sweep-verdict.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { makeFolders } from '../../../runtime/named-file.ts'
import { version } from '../../../runtime/version.ts'
import { CliError, exitCode, misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { type Io, logTo, type OutputStream } from '../../io.ts'
import { settingsIn } from '../../options/start-options.ts'
import {
  checkTogether,
  lastFailedOptions,
  madeWith,
  type SweepOptions,
  sweepChoice,
  sweepOptions,
  withEarlier,
} from '../../options/sweep-options.ts'
import { isCi, LAST_SWEEP } from '../../process/last-run.ts'
import { codeOfStop, stopSignal } from '../../process/signals.ts'
import { shellWords } from '../../process/spawn-command.ts'
import { gitCommit } from '../../report/finished-run.ts'
import { readReportFile } from '../../report/report-files.ts'
import { writeReports, writtenLines } from '../../report/report-format.ts'
import { saveSweep } from '../../sweep/last-sweep.ts'
import { sweep } from '../../sweep/sweep.ts'
import type { EarlierSweep, Expected, SweepPlan, SweepProgress } from '../../sweep/sweep-plan.ts'
import { formattedSweep, sweepText } from '../../sweep/sweep-text.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar, progressLines } from '../../terminal/progress-bar.ts'

export const sweepCommand = command({
  name: 'sweep',
  group: 'Start here',
  summary: 'Break every payment call of your tests, one at a time',
  details:
    'Reruns your command once for each payment call and fault, breaks the calls of the recovery too, and shows what happened to the money. Begins with two runs without faults, which record every call that creates a transaction, a customer or a token. Your command does not have to change.',
  examples: [
    'sweep -- npm test',
    'sweep --quick --report sweep.html -- npm test',
    "sweep --each 'npx vitest run -t {pattern}' -- npx vitest run",
    'sweep --only purchase-3/after/reset -- npm test',
    'sweep --last-failed -- npm test',
  ],
  args: { words: argument('[command...]', 'the command and its arguments') },
  runs: true,
  options: sweepOptions,
  starts: 'sweep',
  run: ({ words, ...given }, { io, self }) => {
    const isTyped = (name: string) => {
      const source = self.getOptionValueSource(name)
      return source !== undefined && source !== 'default'
    }
    return run(words, { given, isTyped, parsed: (made) => parsedAgain(made, self) }, io)
  },
})

interface TypedOptions {
  readonly given: SweepOptions
  readonly isTyped: (name: string) => boolean
  /** Reads the options of a file as if they were typed. */
  readonly parsed: (made: MadeWith) => MadeWith
}

async function run(words: readonly string[], typed: TypedOptions, io: Io): Promise<void> {
  if (words.length === 0) throw misuse('sweep needs a command: npx sandgate sweep -- npm test')
  const command = redactText(commandLine(words))
  const { options, failed, earlier } = await withFailedCells(command, typed, io)
  checkTogether(options)
  const { books, booksTimeout, artifacts, each, recover, advance, shard, record, jobs } = options
  if (artifacts !== undefined) await makeArtifactsFolder(artifacts)
  const startedAt = monotonicMs()
  const stopping = stopSignal(io)
  const bar = sweepBar(io.stderr)
  const only = failed ?? options.only ?? []
  // A fixed seed, so that the same calls get the same responses.
  const configured = await settingsFrom({ seed: 1, ...settingsIn(options) }, 'test')
  const settings = { ...configured, env: options.env ?? configured.env }
  // An explicit --jobs is a strict limit: the runs may share something that only so many can use.
  const limits = { jobs, waiting: typed.isTyped('jobs') ? 0 : MOST_WAITING }
  const plan: SweepPlan = {
    ...{
      words,
      stopping,
      each,
      advance,
      only,
      shard,
      artifacts,
      settings,
      record,
      earlier,
      limits,
    },
    choice: sweepChoice(options),
    env: io.env,
    books:
      books === undefined ? undefined : { books, booksTimeout, jobs: limits.jobs + limits.waiting },
    recover: recover === undefined ? undefined : shellWords(recover),
    deadline: startedAt + (options.timeLimit ?? Number.POSITIVE_INFINITY),
    onBaseline: bar.clean,
    onExpected: bar.expected,
    onCaution: bar.write,
    onCell: bar.cells,
  }
  const committing = gitCommit(io.env)
  const end = await sweep(plan).finally(bar.end)
  const { commit, uncommitted } = await committing
  const swept = withoutEvidence({
    ...{ version, date: isoUtc(Date.now()), ...(commit && { commit }) },
    ...(uncommitted && { uncommitted }),
    ...{ command, options: madeWith(options), strict: options.strict === true, ...end },
  })
  const isSaved = await saveSweep(swept, only.length > 0 || shard !== undefined, io.env)
  const { report: files = [] } = options
  // A report that cannot be written does not cost the sweep: its result is printed.
  const unwritten = await writeReports(files, (format) => formattedSweep(format, swept)).then(
    () => undefined,
    (cause: unknown) => ({ cause }),
  )
  const whole = sweepLine([wholeOptions(swept.options)], command)
  const again = sweepLine([lastFailedOptions(swept.options)], command)
  const hasWrong = end.cells.some(isWrong)
  const output = outputFor(options, io)
  output.result(sweepDocument(swept), () =>
    [
      sweepText(swept, output.layout),
      ...(isSaved && hasWrong ? [`After a fix, only the cells that failed: ${again}`] : []),
      ...(unwritten === undefined ? writtenLines(files) : []),
      ...(failed === undefined ? [] : [`For the whole sweep: ${whole}`]),
    ].join('\n'),
  )
  if (unwritten !== undefined) throw unwritten.cause
  if (hasSweepFailed(swept)) io.exitCode = exitCode.checkFailed
  for (const failure of swept.incomplete ?? []) {
    logTo(io)(`error: ${failure}`)
    io.exitCode = exitCode.failed
  }
  if (stopping.aborted) io.exitCode = codeOfStop(stopping)
}

/** So many clients may wait while others work. */
const MOST_WAITING = 6

/** The options with those of an earlier sweep, and the cells that were not safe in it. */
interface GivenCells {
  readonly options: SweepOptions
  readonly failed?: readonly string[]
  readonly earlier?: EarlierSweep
}

async function withFailedCells(
  command: string,
  { given, isTyped, parsed }: TypedOptions,
  io: Io,
): Promise<GivenCells> {
  const { lastFailed } = given
  if (lastFailed === undefined) return { options: given }
  const file = lastFailed === true ? LAST_SWEEP : lastFailed
  const next = `npx sandgate sweep -- ${command}`
  if (lastFailed === true && !existsSync(file)) {
    throw misuse(
      isCi(io.env)
        ? 'There is no earlier sweep in this folder, and none is kept in CI: pass its report: --last-failed sweep.json'
        : `There is no earlier sweep in this folder; run one first: ${next}`,
    )
  }
  const [name, give] =
    lastFailed === true
      ? ['The last sweep of this folder', `run the whole sweep again: ${next}`]
      : [file, 'pass one of sweep --report sweep.json']
  const read = await readReportFile(file, logTo(io), { kind: 'report', give })
  if (read.kind === 'report') throw misuse(`${file} is the report of a run: ${give}`)
  const { swept } = read
  if (swept.command !== command) {
    throw misuse(
      `${name} is of '${printable(swept.command)}', not of '${command}'; for this one: ${next}`,
    )
  }
  const made = parsed(swept.options)
  const options = withEarlier(given, { name, made, isTyped })
  const failed = swept.cells.filter(isWrong).map((cell) => cell.name)
  const { calls, baseline } = swept
  if (failed.length > 0) {
    return { options, failed, earlier: { calls, duration_ms: baseline.duration_ms } }
  }
  const whole = sweepLine([wholeOptions(made)], command)
  throw misuse(`${name} has no cell that failed; for the whole sweep: ${whole}`)
}

/** A report may have been edited. */
function parsedAgain(made: MadeWith, self: Command): MadeWith {
  const parsed = self.options.flatMap((option) => {
    const name = option.attributeName()
    const value = made[name]
    if (value === undefined || name in madeWithSchema.shape) return []
    const texts = [value].flat().map(String)
    // A flag, or an option whose text is used as it is.
    const { parseArg = () => value } = option
    const before: unknown = undefined
    return [[name, texts.reduce((earlier, text) => parseArg(text, earlier), before)]]
  })
  return { ...made, ...Object.fromEntries(parsed) }
}

/** Before anything runs: a sweep that cannot keep its runs would fail in the middle. */
async function makeArtifactsFolder(artifacts: string): Promise<void> {
  try {
    await makeFolders(artifacts)
  } catch (cause) {
    const reason = `${reasonOf(cause)}${permissionAdvice(cause, 'pass another folder')}`
    const message = `No runs can be kept in --artifacts '${artifacts}': ${reason}`
    const isFile = existsSync(artifacts) && !statSync(artifacts).isDirectory()
    throw isFile ? misuse(message) : new CliError(message)
  }
}

const PATIENCE_MS = 60_000

/** The progress of a sweep, its findings so far, and the time left. */
export function sweepBar(stderr: OutputStream) {
  const bar = stderr.isTTY ? progressBar('Sweep', stderr) : progressLines('Sweep', stderr)
  let patience: NodeJS.Timeout | undefined
  const write = (line: string) => {
    bar.end()
    stderr.write(`Sweep: ${line}\n`)
  }
  const end = () => {
    clearTimeout(patience)
    bar.end()
  }
  return {
    clean: (nth: number) => {
      clearTimeout(patience)
      patience = setTimeout(() => write(stillText(nth)), PATIENCE_MS).unref()
      bar.update(0, undefined, `baseline run ${nth}`)
    },
    expected: ({ cells, recovery, jobs }: Expected) => {
      const first = `${counted(cells, 'cell')}, ${jobs} at a time`
      const more = `about ${counted(recovery, 'cell')} of the recovery`
      write(recovery === 0 ? first : `${first}; then, if these are safe, ${more}`)
    },
    cells: ({ done, total, unsafe, leftSeconds }: SweepProgress) => {
      clearTimeout(patience)
      const time = done === 0 || done === total ? '' : `, ${timeText(leftSeconds)} left`
      const cells = `${numberText(done)} of ${counted(total, 'cell')}`
      bar.update(done, total, `${cells}, ${numberText(unsafe)} unsafe${time}`)
    },
    write,
    end,
  }
}

function stillText(nth: number): string {
  return `your command is still running in baseline run ${nth}, without any fault, after ${timeText(PATIENCE_MS / 1000)}; sweep waits until it ends. Ctrl-C stops it, --time-limit 10m sets a limit`
}

/** `32 s`, `17 min 1 s` */
function timeText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  return whole < 60 ? `${whole} s` : spanText(1000 * whole)
}
