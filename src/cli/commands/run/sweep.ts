import { reasonOf } from '../../../document/file-failure.ts'
import { printable } from '../../../document/printable.ts'
import { numberText } from '../../../domain/money.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import { commandLine } from '../../../insight/copied-request.ts'
import { counted, secondsText } from '../../../insight/counted.ts'
import type { Swept } from '../../../insight/sweep/document/sweep-schema.ts'
import { withoutEvidence } from '../../../insight/sweep/shown/examples.ts'
import { sweepDocument } from '../../../insight/sweep/shown/sweep-document.ts'
import {
  hasSweepFailed,
  isSelfCheckFailed,
  isWrong,
} from '../../../insight/sweep/shown/sweep-verdict.ts'
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
  repeatedOptions,
  type SweepOptions,
  sweepChoice,
  sweepOptions,
  wholeOptions,
  withEarlier,
} from '../../options/sweep-options.ts'
import { codeOfStop, stopSignal } from '../../process/signals.ts'
import { shellWords } from '../../process/spawn-command.ts'
import { gitCommit } from '../../report/finished-run.ts'
import { readReportFile } from '../../report/report-files.ts'
import { writeReports, writtenLines } from '../../report/report-format.ts'
import { type CellList, type MadeBaseline, readCellList, sealed } from '../../sweep/cell-list.ts'
import {
  configSum,
  isOfSame,
  keepSweep,
  keptSweepIfAny,
  keptSweepOf,
  type SweepIdentity,
} from '../../sweep/kept-sweep.ts'
import { Places } from '../../sweep/places.ts'
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
    return run(words, { given, isTyped }, io)
  },
})

interface TypedOptions {
  readonly given: SweepOptions
  readonly isTyped: (name: string) => boolean
}

async function run(words: readonly string[], typed: TypedOptions, io: Io): Promise<void> {
  if (words.length === 0) throw misuse('sweep needs a command: npx sandgate sweep -- npm test')
  checkLists(typed.given)
  const command = redactText(commandLine(words))
  const { options, listed, failed } = await withCellsOf(command, typed, io)
  checkTogether(options)
  const { books, booksTimeout, artifacts, each, recover, advance, shard, record } = options
  if (artifacts !== undefined) await makeArtifactsFolder(artifacts)
  const startedAt = performance.now()
  const stopping = stopSignal(io)
  const bar = sweepBar(io.stderr)
  const choice = sweepChoice(options)
  const given = { command, options: repeatedOptions(options) }
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
    isLastFailed: failed !== undefined,
    kept: only.length > 0 && record === undefined ? await keptBaseline(same) : undefined,
    limits,
    places: new Places(limits),
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
    const commit = await committing
    const swept = withoutEvidence({
      ...{ version, date: isoUtc(Date.now()), ...(commit && { commit }) },
      ...{ ...given, strict: options.strict === true, ...end },
    })
    const isKept = await keepSweep({ ...same, ...made, swept, isPart }, io.env)
    const { report: files = [] } = options
    // A report that cannot be written does not cost the sweep: its result is printed.
    const unwritten = await writeReports(files, (format) => formattedSweep(format, swept)).then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    )
    const whole = sweepLine(wholeOptions(same.options), command)
    const again = sweepLine(lastFailedOptions(same.options), command)
    const hasWrong = end.cells.some(isWrong)
    output.result(sweepDocument(swept), () =>
      [
        sweepText(swept, output.layout),
        ...(isKept && hasWrong ? [`After a fix, only the cells that failed: ${again}`] : []),
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

function sweepLine(options: string, command: string): string {
  return ['npx sandgate sweep', ...(options === '' ? [] : [options]), '--', command].join(' ')
}

/** Where the cells of a sweep come from, and the options with those that come with them. */
interface GivenCells {
  readonly options: SweepOptions
  readonly listed?: CellList
  /** The cells that were not safe in an earlier sweep. */
  readonly failed?: readonly string[]
}

async function withCellsOf(
  command: string,
  { given, isTyped }: TypedOptions,
  io: Io,
): Promise<GivenCells> {
  const { cells, lastFailed } = given
  if (cells !== undefined) {
    const listed = await readCellList(cells, command)
    const earlier = { name: cells, made: listed.options, isTyped, isFree: false }
    return { options: withEarlier(given, earlier), listed }
  }
  if (lastFailed === undefined) return { options: given }
  if (lastFailed !== true) return await failedIn(lastFailed, command, { given, isTyped }, io)
  const kept = await keptSweepOf(command, io.env)
  const name = 'The last sweep of this folder'
  const options = withEarlier(given, { name, made: kept.options, isTyped, isFree: true })
  const failed = kept.results.filter((one) => one.failed).map((one) => one.name)
  if (failed.length > 0) return { options, failed }
  const whole = sweepLine(wholeOptions(kept.options), command)
  throw misuse(`No cell failed in the last sweep of this folder; for the whole sweep: ${whole}`)
}

/** The cells that were not safe in a report, which has not all options of its sweep. */
async function failedIn(
  file: string,
  command: string,
  { given, isTyped }: TypedOptions,
  io: Io,
): Promise<GivenCells> {
  const read = await readReportFile(file, logTo(io))
  if (read.kind === 'report') {
    throw misuse(`${file} is the report of a run: pass one of sweep --report sweep.json`)
  }
  const { swept } = read
  if (swept.command !== command) {
    throw misuse(`${file} is a sweep of '${printable(swept.command)}', not of '${command}'`)
  }
  if (swept.options !== repeatedOptions(given)) {
    const words = ['--last-failed', printable(`${file} ${swept.options}`).trim()].join(' ')
    throw misuse(`${file} was made with other options: ${sweepLine(words, command)}`)
  }
  const chosen = ['at', 'faults', 'depth', 'quick', 'full'].find(isTyped)
  if (chosen !== undefined) throw misuse(`${file} names the cells: leave --${chosen} out`)
  const failed = swept.cells.filter(isWrong)
  if (failed.length > 0) return { options: given, failed: failed.map(({ name }) => name) }
  const whole = sweepLine(repeatedOptions(given), command)
  throw misuse(`No cell of ${file} failed; for the whole sweep: ${whole}`)
}

/** The baseline runs of the kept sweep, if they are of the same and show nothing wrong, which a fix may have changed. */
async function keptBaseline(same: SweepIdentity): Promise<MadeBaseline | undefined> {
  const kept = await keptSweepIfAny()
  if (kept === undefined || !isOfSame(kept, same)) return undefined
  return kept.baseline.wrong.length === 0 ? kept : undefined
}

/** Before anything runs: a sweep that cannot keep its runs would fail in the middle. */
async function makeArtifactsFolder(artifacts: string): Promise<void> {
  try {
    await makeFolders(artifacts)
  } catch (cause) {
    throw new CliError(`No runs can be kept in --artifacts '${artifacts}': ${reasonOf(cause)}`)
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
