import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { permissionAdvice, reasonOf } from '../../../base/file-failure.ts'
import { monotonicMs } from '../../../base/monotonic.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import { commandLine } from '../../../base/text/copied-request.ts'
import { counted, secondsText } from '../../../base/text/counted.ts'
import { printable } from '../../../base/text/printable.ts'
import { numberText } from '../../../domain/money.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { SweptCall } from '../../../judge/sweep/cells/call-schema.ts'
import { sweepLine, wholeOptions } from '../../../judge/sweep/document/made-with.ts'
import { type MadeWith, madeWithSchema } from '../../../judge/sweep/document/made-with-schema.ts'
import type { Swept } from '../../../judge/sweep/document/sweep-schema.ts'
import { withoutEvidence } from '../../../judge/sweep/shown/examples.ts'
import { sweepDocument } from '../../../judge/sweep/shown/sweep-document.ts'
import {
  hasSweepFailed,
  isSelfCheckFailed,
  isWrong,
} from '../../../judge/sweep/shown/sweep-verdict.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { makeFolders } from '../../../runtime/named-file.ts'
import { version } from '../../../runtime/version.ts'
import { CliError, exitCode, misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { type Io, logTo, type OutputStream } from '../../io.ts'
import { settingsIn } from '../../options/start-options.ts'
import {
  checkLists,
  checkTogether,
  lastFailedOptions,
  madeWith,
  type SweepOptions,
  sweepChoice,
  sweepOptions,
  withEarlier,
} from '../../options/sweep-options.ts'
import { codeOfStop, stopSignal } from '../../process/signals.ts'
import { shellWords } from '../../process/spawn-command.ts'
import { gitCommit } from '../../report/finished-run.ts'
import { readReportFile } from '../../report/report-files.ts'
import { writeReports, writtenLines } from '../../report/report-format.ts'
import { type CellList, type MadeBaseline, readCellList, sealed } from '../../sweep/cell-list.ts'
import { RunSlots } from '../../sweep/run-slots.ts'
import {
  configSum,
  isOfSame,
  type SweepIdentity,
  savedSweepIfAny,
  savedSweepOf,
  saveSweep,
} from '../../sweep/saved-sweep.ts'
import { listCells, sweep } from '../../sweep/sweep.ts'
import type { Expected, SweepPlan, SweepProgress } from '../../sweep/sweep-plan.ts'
import { formattedSweep, sweepText } from '../../sweep/sweep-text.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar, progressLines } from '../../terminal/progress-bar.ts'

export const sweepCommand = command({
  name: 'sweep',
  group: 'Start here',
  summary: 'Break every payment call of your tests, one at a time',
  details:
    'First runs the command twice without faults, and records every call that creates a transaction, a customer or a token. Then runs it again for each of these calls with each fault, and breaks the calls of the recovery too. Shows what happened to the money. Your command does not have to change.',
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
  checkLists(typed.given)
  const command = redactText(commandLine(words))
  const { options, listed, failed, earlierCalls } = await withCellsOf(command, typed, io)
  checkTogether(options)
  const { books, booksTimeout, artifacts, each, recover, advance, shard, record } = options
  if (artifacts !== undefined) await makeArtifactsFolder(artifacts)
  const startedAt = monotonicMs()
  const stopping = stopSignal(io)
  const bar = sweepBar(io.stderr)
  const choice = sweepChoice(options)
  const only = failed ?? options.only ?? []
  // A fixed seed, so that the same calls get the same responses.
  const settings = await settingsFrom({ seed: 1, ...settingsIn(options) }, 'test')
  const same = { command, options: madeWith(options), config: await configSum(settings) }
  const { jobs } = options
  // An explicit --jobs is a strict limit: the runs may share something that only so many can use.
  const limits = { jobs, waiting: typed.isTyped('jobs') ? 0 : Math.max(LEAST_WAITING, jobs) }
  const isPart = only.length > 0 || shard !== undefined
  const plan: SweepPlan = {
    ...{ words, stopping, each, advance, choice, only, shard, artifacts, settings, listed, record },
    env: io.env,
    books:
      books === undefined ? undefined : { books, booksTimeout, jobs: limits.jobs + limits.waiting },
    recover: recover === undefined ? undefined : shellWords(recover),
    earlierCalls,
    saved: only.length > 0 && record === undefined ? await savedBaseline(same) : undefined,
    limits,
    slots: new RunSlots(limits),
    deadline: startedAt + (options.timeLimit ?? Number.POSITIVE_INFINITY),
    onBaseline: bar.clean,
    onExpected: bar.expected,
    onCaution: bar.write,
    onCell: bar.cells,
  }
  const output = outputFor(options, io)
  let { self_check }: Pick<Swept, 'self_check'> = { self_check: null }
  if (options.list) {
    const cells = await listCells(plan).finally(bar.end)
    const list: CellList = { version, command, options: same.options, ...cells }
    output.result(sealed(list), () => listText(list))
    self_check = list.self_check
  } else {
    const committing = gitCommit(io.env)
    const { end, made } = await sweep(plan).finally(bar.end)
    const { commit, uncommitted } = await committing
    const swept = withoutEvidence({
      ...{ version, date: isoUtc(Date.now()), ...(commit && { commit }) },
      ...(uncommitted && { uncommitted }),
      ...{ command, options: same.options, strict: options.strict === true, ...end },
    })
    const isSaved = await saveSweep({ ...same, ...made, swept, isPart }, io.env)
    const { report: files = [] } = options
    // A report that cannot be written does not cost the sweep: its result is printed.
    const unwritten = await writeReports(files, (format) => formattedSweep(format, swept)).then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    )
    const whole = sweepLine([wholeOptions(same.options)], command)
    const again = sweepLine([lastFailedOptions(same.options)], command)
    const hasWrong = end.cells.some(isWrong)
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
    self_check = swept.self_check
  }
  if (isSelfCheckFailed({ self_check })) {
    logTo(io)('error: The self-check failed, so this sweep proves nothing; please report the bug')
    io.exitCode = exitCode.failed
  }
  if (stopping.aborted) io.exitCode = codeOfStop(stopping)
}

/** So many clients may wait while others work, even if there are few processor cores. */
const LEAST_WAITING = 6

/** Where the cells of a sweep come from, and the options with those that come with them. */
interface GivenCells {
  readonly options: SweepOptions
  readonly listed?: CellList
  /** The cells that were not safe in an earlier sweep. */
  readonly failed?: readonly string[]
  /** All calls of that sweep. */
  readonly earlierCalls?: readonly SweptCall[]
}

async function withCellsOf(command: string, typed: TypedOptions, io: Io): Promise<GivenCells> {
  const { given, isTyped } = typed
  const { cells, lastFailed } = given
  if (cells !== undefined) {
    const listed = await readCellList(cells, command)
    const earlier = { name: cells, made: listed.options, isTyped, isFree: false }
    return { options: withEarlier(given, earlier), listed }
  }
  if (lastFailed === undefined) return { options: given }
  if (lastFailed !== true) return await failedIn(lastFailed, command, typed, io)
  const saved = await savedSweepOf(command, io.env)
  const name = 'The last sweep of this folder'
  const options = withEarlier(given, { name, made: saved.options, isTyped, isFree: true })
  const failed = saved.results.filter((one) => one.failed).map((one) => one.name)
  if (failed.length > 0) return { options, failed, earlierCalls: saved.baseline.calls }
  const whole = sweepLine([wholeOptions(saved.options)], command)
  throw misuse(`No cell failed in the last sweep of this folder; for the whole sweep: ${whole}`)
}

/** The cells that were not safe in a report. */
async function failedIn(
  file: string,
  command: string,
  { given, isTyped, parsed }: TypedOptions,
  io: Io,
): Promise<GivenCells> {
  const give = 'pass one of sweep --report sweep.json'
  const read = await readReportFile(file, logTo(io), { kind: 'report', give })
  if (read.kind === 'report') throw misuse(`${file} is the report of a run: ${give}`)
  const { swept } = read
  if (swept.command !== command) {
    throw misuse(`${file} is a sweep of '${printable(swept.command)}', not of '${command}'`)
  }
  const made = parsed(swept.options)
  const options = withEarlier(given, { name: file, made, isTyped, isFree: true })
  const failed = swept.cells.filter(isWrong)
  if (failed.length > 0) {
    return { options, failed: failed.map(({ name }) => name), earlierCalls: swept.calls }
  }
  const whole = sweepLine([wholeOptions(made)], command)
  throw misuse(`No cell of ${file} failed; for the whole sweep: ${whole}`)
}

/** A report may have been edited, and only the kept sweep has a checksum. */
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

/** The baseline runs of the kept sweep, if they are of the same and show nothing wrong, which a fix may have changed. */
async function savedBaseline(same: SweepIdentity): Promise<MadeBaseline | undefined> {
  const saved = await savedSweepIfAny()
  if (saved === undefined || !isOfSame(saved, same)) return undefined
  return saved.baseline.wrong.length === 0 ? saved : undefined
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

/** One line for each cell, and the sum. */
function listText({ cells }: CellList): string {
  const all = cells.reduce((sum, { seconds }) => sum + seconds, 0)
  const lines = cells.map(({ name, seconds }) => `${name}  ${seconds} s`)
  return [...lines, `${counted(cells.length, 'cell')}, about ${timeText(all)}`].join('\n')
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
    expected: ({ cells, seconds, recovery, recoverySeconds, jobs }: Expected) => {
      const first = `${counted(cells, 'cell')} in about ${timeText(seconds)}, ${jobs} at a time`
      const more = `about ${counted(recovery, 'cell')} of the recovery in about ${timeText(recoverySeconds)}`
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
  return whole < 60 ? `${whole} s` : secondsText(1000 * whole)
}
