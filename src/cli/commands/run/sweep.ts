import type { Command } from 'commander'
import { reasonOf } from '../../../document/file-failure.ts'
import { numberText } from '../../../domain/money.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import { commandLine } from '../../../insight/copied-request.ts'
import { counted, secondsText } from '../../../insight/counted.ts'
import type { Swept } from '../../../insight/sweep/sweep-schema.ts'
import { hasSweepFailed, isSelfCheckFailed, sweepDocument } from '../../../insight/sweep/swept.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { makeFolders } from '../../../runtime/named-file.ts'
import { version } from '../../../runtime/version.ts'
import { CliError, exitCode, misuse } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import { type Io, logTo, type OutputStream } from '../../io.ts'
import { settingsIn, withSettings } from '../../options/start-options.ts'
import {
  checkTogether,
  choiceOf,
  repeatedOptions,
  type SweepOptions,
  withSweepOptions,
} from '../../options/sweep-options.ts'
import { withBooks } from '../../process/books-command.ts'
import { codeOfStop, stopSignal } from '../../process/signals.ts'
import { shellWords } from '../../process/spawn-command.ts'
import { dateAndCommit } from '../../report/finished-run.ts'
import { writeReports, writtenLines } from '../../report/report-format.ts'
import { type CellList, readCellList, sealedList } from '../../sweep/cell-list.ts'
import { type Expected, listCells, type SweepPlan, sweep } from '../../sweep/sweep.ts'
import { formattedSweep, sweepText } from '../../sweep/sweep-text.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar, progressLines } from '../../terminal/progress-bar.ts'

export function sweepCommand(command: Command, io: Io): Command {
  const one = command
    .usage('[options] -- <command...>')
    .argument('[command...]', 'the command and its arguments')
    .passThroughOptions()
  return withSettings(withBooks(withSweepOptions(one)), io, 'sweep')
    .addOption(jsonOption())
    .action((words: readonly string[], options: SweepOptions) => run(words, options, io))
}

async function run(words: readonly string[], options: SweepOptions, io: Io): Promise<void> {
  if (words.length === 0) throw misuse('sweep needs a command: npx sandgate sweep -- npm test')
  checkTogether(options)
  const {
    books,
    booksTimeout,
    artifacts,
    each,
    recover,
    advance,
    cells,
    only = [],
    shard,
  } = options
  if (artifacts !== undefined) await makeArtifactsFolder(artifacts)
  const startedAt = performance.now()
  const stopping = stopSignal(io)
  const bar = sweepBar(io.stderr)
  const choice = choiceOf(options)
  const given = { command: redactText(commandLine(words)), options: repeatedOptions(options) }
  const plan: SweepPlan = {
    ...{ words, stopping, each, advance, choice, only, shard, artifacts },
    // A fixed seed, so that the same calls get the same responses.
    settings: await settingsFrom({ seed: 1, ...settingsIn(options) }, 'test'),
    env: io.env,
    books: books === undefined ? undefined : { books, booksTimeout },
    recover: recover === undefined ? undefined : shellWords(recover),
    listed: cells === undefined ? undefined : await readCellList(cells, { ...given, choice }),
    jobs: options.jobs,
    deadline: startedAt + (options.timeLimit ?? Number.POSITIVE_INFINITY),
    onBaseline: bar.clean,
    onExpected: bar.expected,
    onCaution: bar.write,
    onCell: bar.cells,
    record: options.record,
  }
  const output = outputFor(options, io)
  let { self_check }: Pick<Swept, 'self_check'> = { self_check: null }
  if (options.list) {
    const listed = await listCells(plan).finally(bar.end)
    const list: CellList = { version, ...given, choice, ...listed }
    output.result(sealedList(list), () => listText(list))
    self_check = list.self_check
  } else {
    const end = await sweep(plan).finally(bar.end)
    const swept: Swept = { version, ...given, strict: options.strict === true, ...end }
    const facts = await dateAndCommit()
    const { report: files = [] } = options
    await writeReports(files, (format) => formattedSweep(format, swept, facts))
    output.result(sweepDocument(swept), () =>
      [sweepText(swept, output.layout), ...writtenLines(files)].join('\n'),
    )
    if (hasSweepFailed(swept)) io.exitCode = exitCode.checkFailed
    self_check = swept.self_check
  }
  if (isSelfCheckFailed({ self_check })) {
    logTo(io)('error: The self-check failed, so this sweep proves nothing; please report the bug')
    io.exitCode = exitCode.failed
  }
  if (stopping.aborted) io.exitCode = codeOfStop(stopping)
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
  let startedAt = 0
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
      const first = `${counted(cells, 'cell')} in ${rangeText(seconds)}, ${jobs} at a time`
      const more = `about ${counted(recovery, 'cell')} of the recovery in ${rangeText(recoverySeconds)}`
      write(recovery === 0 ? first : `${first}; then, if these are safe, ${more}`)
    },
    cells: (done: number, total: number, unsafe: number) => {
      clearTimeout(patience)
      if (done === 0) startedAt = performance.now()
      const left = ((performance.now() - startedAt) / done / 1000) * (total - done)
      const time = done === 0 ? '' : `, ${timeText(left)} left`
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

/** `30 s to 1 min`: runs at the same time slow each other down, and clients pause before they try again. */
function rangeText(seconds: number): string {
  return `${timeText(seconds)} to ${timeText(2 * seconds)}`
}

/** `32 s`, `17 min 1 s` */
function timeText(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : secondsText(1000 * whole)
}
