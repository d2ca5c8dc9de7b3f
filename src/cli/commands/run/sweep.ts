import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { commandLine } from '../../../insight/copied-request.ts'
import {
  forms,
  isUnsafe,
  moments,
  type SweepForm,
  type SweepMoment,
} from '../../../insight/sweep/cell.ts'
import {
  type CellOutcome,
  type Swept,
  sweepDocument,
  unsafeOutcomes,
} from '../../../insight/sweep/swept.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { version } from '../../../runtime/version.ts'
import { exitCode, misuse } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import type { Io, OutputStream } from '../../io.ts'
import { fileName, realDuration, wholeNumber } from '../../options/argument.ts'
import { type RunOptions, sweepOptions, withRunOptions } from '../../options/run-options.ts'
import { codeOfSignal, stopSignal } from '../../process/signals.ts'
import { reportFiles } from '../../report/report-options.ts'
import { sweep } from '../../sweep/sweep.ts'
import { sweepText, writeSweepReport } from '../../sweep/sweep-text.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar, progressLines } from '../../terminal/progress-bar.ts'

interface SweepOptions extends RunOptions {
  readonly at: readonly SweepMoment[]
  readonly forms: readonly SweepForm[]
  readonly budget?: number
  readonly only?: readonly string[]
  readonly keep?: string
  readonly record?: string
  readonly report?: readonly string[]
  readonly jobs: number
  readonly strict?: true
  readonly json?: true
}

export function sweepCommand(command: Command, io: Io): Command {
  const one = command
    .usage('[options] -- <command...>')
    .argument('[command...]', 'the command and its arguments')
    .passThroughOptions()
    .option('--at <moments>', 'before, after processing, or both', listOf(moments), moments)
    .option(
      '--forms <forms>',
      'how answers are lost: http, hang, reset, truncate',
      listOf(forms),
      forms,
    )
    .option('--budget <duration>', 'begin no further cell after this time', realDuration)
    .option('--only <cell>', 'one cell, or all of one call; may be repeated', repeated)
    .option('--keep <folder>', 'keep what each run printed and recorded there', fileName)
    .option(
      '--report <file>',
      'write a report: .json, .xml, .md, .html, else text; may be repeated',
      reportFiles,
    )
    .option('--record <file>', 'write the first clean run to a run file', fileName)
    .option('--jobs <n>', 'runs side by side', wholeNumber(1, 64), availableParallelism())
    .option('--strict', 'fail on lost sales, hung and unreached cells as well')
  return withRunOptions(one)
    .addOption(jsonOption())
    .action((words: readonly string[], options: SweepOptions) => run(words, options, io))
}

async function run(words: readonly string[], options: SweepOptions, io: Io): Promise<void> {
  if (words.length === 0) throw misuse('sweep needs a command: npx sandgate sweep -- npm test')
  const startedAt = performance.now()
  const stopping = stopSignal(io)
  const bar = sweepBar(io.stderr)
  const sandbox = sweepOptions(options)
  const end = await sweep({
    words,
    options: sandbox,
    settings: await settingsFrom(sandbox, 'test'),
    stopping,
    env: io.env,
    choice: { at: options.at, forms: options.forms },
    only: options.only ?? [],
    jobs: options.jobs,
    deadline: startedAt + (options.budget ?? Number.POSITIVE_INFINITY),
    onClean: bar.clean,
    onCell: bar.cells,
    keep: options.keep,
    record: options.record,
  }).finally(bar.end)
  const swept = { version, command: commandLine(words), isStrict: options.strict === true, ...end }
  await tell(swept, options, io)
  if (unsafeOutcomes(swept).length > 0) io.exitCode = exitCode.checkFailed
  if (stopping.aborted) io.exitCode = codeOfSignal('SIGINT')
}

async function tell(swept: Swept, options: SweepOptions, io: Io): Promise<void> {
  const output = outputFor(options, io)
  for (const file of options.report ?? []) await writeSweepReport(file, swept)
  output.result(sweepDocument(swept), () => sweepText(swept, output.layout))
}

function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, fileName(text)]
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
    clean: (nth: number) => bar.update(0, undefined, `clean run ${nth} of 2`),
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
