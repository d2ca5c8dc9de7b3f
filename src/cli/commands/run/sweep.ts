import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { reasonOf } from '../../../document/file-failure.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import { commandLine } from '../../../insight/copied-request.ts'
import { counted } from '../../../insight/counted.ts'
import {
  answerForms,
  comesAt,
  moments,
  type SweepForm,
  type SweepMoment,
  usualForms,
} from '../../../insight/sweep/cell.ts'
import { isUnsafe } from '../../../insight/sweep/result.ts'
import { sweepDocument } from '../../../insight/sweep/sweep-document.ts'
import {
  type CellOutcome,
  isControlFailed,
  type Swept,
  unsafeOutcomes,
} from '../../../insight/sweep/swept.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { makeFolders } from '../../../runtime/named-file.ts'
import { version } from '../../../runtime/version.ts'
import { CliError, exitCode, misuse } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import { type Io, logTo, type OutputStream } from '../../io.ts'
import {
  durationArgument,
  fileName,
  formedLike,
  outputFile,
  realTimeArgument,
  repeatable,
  wholeNumber,
} from '../../options/argument.ts'
import { type RunOptions, sweepOptions, withRunOptions } from '../../options/start-options.ts'
import { type BooksOptions, withBooks } from '../../process/books-command.ts'
import { codeOfStop, stopSignal } from '../../process/signals.ts'
import { shellWords } from '../../process/spawn-command.ts'
import { dateAndCommit, writeText } from '../../report/finished-run.ts'
import { formatOf } from '../../report/report-format.ts'
import { reportFiles } from '../../report/report-options.ts'
import { type CellList, readCellList, sealedList } from '../../sweep/cell-list.ts'
import { type Expected, listCells, type SweepPlan, sweep } from '../../sweep/sweep.ts'
import { formattedSweep, sweepText } from '../../sweep/sweep-text.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar, progressLines } from '../../terminal/progress-bar.ts'

const cellName = formedLike(/./s, 'It must name a cell, such as purchase-1/after/reset.')

interface SweepOptions extends RunOptions, BooksOptions {
  readonly depth: '1' | '2'
  readonly quick?: true
  readonly all?: true
  readonly at: readonly SweepMoment[]
  readonly forms: readonly SweepForm[]
  readonly crash?: true
  readonly idempotent?: true
  readonly recover?: string
  readonly wait?: string
  readonly each?: string
  readonly budget?: number
  readonly only?: readonly string[]
  readonly shard?: SweepPlan['shard']
  readonly list?: true
  readonly cells?: string
  readonly keep?: string
  readonly record?: string
  readonly report?: readonly string[]
  readonly jobs: number
  readonly strict?: true
  readonly json?: true
}

/** A command line; an empty one would do nothing. */
const line = formedLike(/\S/, 'Give a command.')

const eachLine = formedLike(
  /\{test\}/,
  "Write {test} where the name of the test goes: 'npx vitest run -t {test}'.",
)

export function sweepCommand(command: Command, io: Io): Command {
  const one = command
    .usage('[options] -- <command...>')
    .argument('[command...]', 'the command and its arguments')
    .passThroughOptions()
    .addOption(
      new Option('--depth <n>', '2: calls of the recovery fail too; 1: they do not')
        .choices(['1', '2'])
        .default('2'),
    )
    .option('--quick', 'only one call of each operation')
    .option('--all', 'attack the recovery from every call, not only from one of each operation')
    .option('--at <moments>', 'before, after processing, or both', listOf(moments), moments)
    .addOption(
      new Option('--forms <forms>', `how answers fail: ${answerForms.join(', ')}`)
        .argParser(listOf(answerForms))
        .default(usualForms, 'all but delayed'),
    )
    .option('--crash', 'kill the command in place of an answer as well')
    .option('--idempotent', 'the command is a job: it may be started again at any time, even twice')
    .option('--recover <command>', 'what to run after a crash (default: the command itself)', line)
    .option(
      '--wait <duration>',
      'move the sandbox clock on by this much after the command, then run --recover',
      durationArgument,
    )
    .option('--each <command>', 'runs the one test {test}, so that a cell costs less', eachLine)
    .option('--budget <duration>', 'begin no further cell after this time', realTimeArgument)
    .option('--only <cell>', 'one cell, or all of one call; may be repeated', repeatable(cellName))
    .option(
      '--list',
      'only make the clean runs and the control, and list the cells with their times',
    )
    .option('--cells <file>', 'what --list --json printed, in place of clean runs', fileName)
    .option('--shard <i>/<n>', 'only the i-th of n parts of the cells', shardOf)
    .option('--keep <folder>', 'keep what each run printed and recorded there', fileName)
    .option(
      '--report <file>',
      'write a report: .json, .xml, .md, .html, else text; may be repeated',
      reportFiles,
    )
    .option('--record <file>', 'write the first clean run to a run file', outputFile)
    .option('--jobs <n>', 'runs side by side', wholeNumber(1, 64), availableParallelism())
    .option('--strict', 'fail on lost sales, duplicates, hung and unreached cells as well')
  return withRunOptions(withBooks(one), io)
    .addOption(jsonOption())
    .action((words: readonly string[], options: SweepOptions) => run(words, options, io))
}

async function run(words: readonly string[], options: SweepOptions, io: Io): Promise<void> {
  if (words.length === 0) throw misuse('sweep needs a command: npx sandgate sweep -- npm test')
  checkTogether(options)
  if (options.keep !== undefined) await makeKeptFolder(options.keep)
  const startedAt = performance.now()
  const stopping = stopSignal(io)
  const bar = sweepBar(io.stderr)
  const { books, booksTimeout } = options
  const sandbox = sweepOptions(options)
  const given = {
    command: redactText(commandLine(words)),
    options: repeatedOptions(options),
    choice: choiceOf(options),
  }
  const plan: SweepPlan = {
    words,
    settings: await settingsFrom(sandbox, 'test'),
    stopping,
    env: io.env,
    books: books === undefined ? undefined : { books, booksTimeout },
    each: options.each,
    recover: options.recover === undefined ? undefined : shellWords(options.recover),
    wait: options.wait,
    choice: given.choice,
    listed: options.cells === undefined ? undefined : await readCellList(options.cells, given),
    only: options.only ?? [],
    shard: options.shard,
    jobs: options.jobs,
    deadline: startedAt + (options.budget ?? Number.POSITIVE_INFINITY),
    onClean: bar.clean,
    onExpected: bar.expected,
    onCell: bar.cells,
    keep: options.keep,
    record: options.record,
  }
  if (options.list) {
    const listed = await listCells(plan).finally(bar.end)
    const { choice } = given
    const whole = { ...given, choice: { ...choice, at: [...choice.at], forms: [...choice.forms] } }
    const list: CellList = { version, ...whole, ...listed }
    outputFor(options, io).result(sealedList(list), () => listText(list))
    checkControl({ control: list.control ?? undefined }, io)
    if (stopping.aborted) io.exitCode = codeOfStop(stopping)
    return
  }
  const end = await sweep(plan).finally(bar.end)
  const swept: Swept = {
    version,
    command: given.command,
    options: given.options,
    isStrict: options.strict === true,
    ...end,
  }
  await tell(swept, options, io)
  if (unsafeOutcomes(swept).length > 0) io.exitCode = exitCode.checkFailed
  checkControl(swept, io)
  if (stopping.aborted) io.exitCode = codeOfStop(stopping)
}

/** Before anything runs: a sweep that cannot keep its runs would fail in the middle. */
async function makeKeptFolder(keep: string): Promise<void> {
  try {
    await makeFolders(keep)
  } catch (cause) {
    throw new CliError(`No runs can be kept in --keep '${keep}': ${reasonOf(cause)}`)
  }
}

function checkControl(swept: Pick<Swept, 'control'>, io: Io): void {
  if (!isControlFailed(swept)) return
  logTo(io)('error: The control failed, so this sweep proves nothing; please report it')
  io.exitCode = exitCode.failed
}

/** One line for each cell, and the sum. */
function listText({ cells }: CellList): string {
  const all = cells.reduce((sum, { seconds }) => sum + seconds, 0)
  const lines = cells.map(({ name, seconds }) => `${name}  ${seconds} s`)
  return [...lines, `${counted(cells.length, 'cell')}, about ${timeLeft(1000 * all)}`].join('\n')
}

function checkTogether(options: SweepOptions): void {
  const { quick, all, crash, idempotent, recover, wait, ...faults } = options
  const isAny = faults.forms.some((form) => faults.at.some((at) => comesAt(form, at)))
  if (!isAny && !crash && !idempotent) {
    const [form = ''] = faults.forms
    throw misuse(`--forms ${form} never comes ${faults.at.join(' or ')} processing: change --at`)
  }
  const { list, cells, shard } = faults
  if (list && (cells !== undefined || shard !== undefined)) {
    const other = cells === undefined ? 'shard' : 'cells'
    throw misuse(`--list lists every cell: leave --${other} out`)
  }
  if (cells !== undefined && faults.record !== undefined) {
    throw misuse(
      '--record writes the first clean run, and with --cells there is none: add it to --list',
    )
  }
  if (quick && all) {
    throw misuse('--quick and --all contradict each other: leave one of them out')
  }
  if (recover !== undefined && !crash && wait === undefined && !idempotent) {
    throw misuse('--recover runs after a crash or a wait: add --crash or --wait, or leave it out')
  }
  if (wait !== undefined && recover === undefined && !idempotent) {
    throw misuse("--wait needs what runs afterwards: add --recover '<command>', or leave it out")
  }
  const other = Object.entries({ crash, recover, wait, each: faults.each }).find(
    ([, value]) => value !== undefined,
  )
  if (idempotent && other !== undefined) {
    throw misuse(
      `--idempotent runs the command again after every fault and crash: leave --${other[0]} out`,
    )
  }
}

function choiceOf({ at, forms: chosen, depth, quick, all, crash, idempotent }: SweepOptions) {
  return {
    at,
    isIdempotent: idempotent === true,
    forms: crash || idempotent ? [...chosen, 'crash' as const] : chosen,
    depth: depth === '1' ? 1 : 2,
    calls: quick ? 'quick' : all ? 'all' : 'usual',
  } as const
}

/** The options that a cell needs when it is run again. */
function repeatedOptions(options: SweepOptions): string {
  const { each, crash, idempotent, recover, wait, books, config, scenario = [] } = options
  const { import: file, references, seed, clock, tls } = options
  const given = {
    each,
    crash,
    idempotent,
    recover,
    wait,
    books,
    references,
    config,
    scenario,
    import: file,
    seed,
    clock,
    tls,
  }
  const words = Object.entries(given).flatMap(([name, value]) =>
    [value ?? []]
      .flat()
      .flatMap((one) => (one === true ? [`--${name}`] : [`--${name}`, String(one)])),
  )
  return commandLine(words)
}

async function tell(swept: Swept, options: SweepOptions, io: Io): Promise<void> {
  const output = outputFor(options, io)
  const facts = await dateAndCommit()
  for (const file of options.report ?? []) {
    await writeText(file, await formattedSweep(formatOf(file), swept, facts))
  }
  output.result(sweepDocument(swept), () => sweepText(swept, output.layout))
}

function shardOf(text: string): SweepPlan['shard'] {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new InvalidArgumentError('Write which part of how many, such as 2/8.')
}

/** Parses a list such as `before,after` of known words. */
function listOf<Word extends string>(known: readonly Word[]) {
  return (text: string): readonly Word[] => {
    const words = text.split(',').map((word) => word.trim())
    const unknown = words.find((word) => !known.some((one) => one === word))
    if (unknown !== undefined) {
      throw new InvalidArgumentError(`Use ${known.join(', ')}, or several of them with commas.`)
    }
    return known.filter((word) => words.includes(word))
  }
}

/** The progress of a sweep, its findings so far, and the time left. */
export function sweepBar(stderr: OutputStream) {
  const bar = stderr.isTTY ? progressBar('Sweep', stderr) : progressLines('Sweep', stderr)
  let startedAt = 0
  return {
    clean: (nth: number) => bar.update(0, undefined, `clean run ${nth}`),
    expected: ({ cells, recovery, seconds, jobs }: Expected) => {
      bar.end()
      const more = recovery === 0 ? '' : `, then about ${recovery} of the recovery`
      const time = `about ${timeLeft(1000 * seconds)}, ${jobs} at a time`
      stderr.write(`Sweep: ${counted(cells, 'cell')}${more}: ${time}\n`)
    },
    cells: (done: number, total: number, outcomes: readonly CellOutcome[]) => {
      if (done === 0) startedAt = performance.now()
      bar.update(done, total, note(done, total, outcomes, performance.now() - startedAt))
    },
    end: bar.end,
  }
}

function note(
  done: number,
  total: number,
  outcomes: readonly CellOutcome[],
  passedMs: number,
): string {
  const unsafe = outcomes.filter(({ result }) => result && isUnsafe(result, false)).length
  const left = done === 0 ? '' : `, ${timeLeft((passedMs / done) * (total - done))} left`
  return `${done} of ${total} cells, ${unsafe} unsafe${left}`
}

function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
