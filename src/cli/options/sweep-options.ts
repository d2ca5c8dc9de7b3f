import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { commandLine } from '../../insight/copied-request.ts'
import type { SweepChoice } from '../../insight/sweep/cell.ts'
import {
  comesAt,
  moments,
  namedFaults,
  type SweepFault,
  type SweepMoment,
  usualFaults,
} from '../../insight/sweep/fault.ts'
import type { StartOptions } from '../../runtime/config/options.ts'
import { misuse } from '../cli-error.ts'
import type { BooksOptions } from '../process/books-command.ts'
import { reportFileOption } from '../report/report-options.ts'
import type { SweepPlan } from '../sweep/sweep.ts'
import {
  durationArgument,
  fileName,
  formedLike,
  outputFile,
  realTimeArgument,
  repeatable,
  wholeNumber,
} from './argument.ts'
import { optionName } from './environment.ts'
import { settingsFor } from './start-options.ts'

export interface SweepOptions extends StartOptions, BooksOptions {
  readonly depth: '1' | '2'
  readonly quick?: true
  readonly full?: true
  readonly at: readonly SweepMoment[]
  readonly faults: readonly SweepFault[]
  readonly crash?: true
  readonly idempotent?: true
  readonly recover?: string
  readonly advance?: string
  readonly each?: string
  readonly timeLimit?: number
  readonly only?: readonly string[]
  readonly shard?: SweepPlan['shard']
  readonly list?: true
  readonly cells?: string
  readonly artifacts?: string
  readonly report?: readonly string[]
  readonly jobs: number
  readonly strict?: true
}

const cellName = formedLike(/./s, 'It must name a cell, such as purchase-1/after/reset.')

/** A command line; an empty one would do nothing. */
const line = formedLike(/\S/, 'Give a command.')

const eachLine = formedLike(
  /\{(?:test|pattern)\}/,
  "Write {test} where the name of the test goes, or {pattern} for a regular expression: 'npx vitest run -t {pattern}'.",
)

export function withSweepOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--depth <n>', '2: also break the calls by which your client recovers; 1: do not')
        .choices(['1', '2'])
        .default('2'),
    )
    .option('--quick', 'only one call of each operation')
    .option('--full', 'break the recovery after every call, not only one of each operation')
    .addOption(
      new Option('--at <moments>', 'when calls fail: before, after (processing)')
        .argParser(listOf(moments))
        .default(moments, 'both'),
    )
    .addOption(
      new Option('--faults <faults>', `how answers fail: ${namedFaults.join(', ')}`)
        .argParser(listOf(namedFaults))
        .default(usualFaults, 'all but delayed'),
    )
    .option('--crash', 'also kill the command at the moment of the answer')
    .option('--idempotent', 'the command is a job: it may be started again at any time, even twice')
    .option('--recover <command>', 'what to run after a crash (default: the command itself)', line)
    .option(
      '--advance <duration>',
      'advance the sandbox clock by this much after the command, then run --recover, or the command again with --idempotent',
      durationArgument,
    )
    .option(
      '--each <command>',
      'a command that runs one test, with {test} for its name or {pattern} for a regular expression',
      eachLine,
    )
    .option(
      '--time-limit <duration>',
      'start no new cell after this time, and stop baseline runs that are still running',
      realTimeArgument,
    )
    .option('--only <cell>', 'only this cell, or this call (can be repeated)', repeatable(cellName))
    .option(
      '--list',
      'make only the baseline runs and the self-check, and list the cells with their expected times',
    )
    .option('--cells <file>', 'a file of --list --json, instead of baseline runs', fileName)
    .option('--shard <i>/<n>', 'only the i-th of n parts of the cells', shardOf)
    .option('--artifacts <folder>', 'folder for the output and the run file of each run', fileName)
    .addOption(reportFileOption())
    .option('--record <file>', 'write the first baseline run to a run file', outputFile)
    .option(
      '--jobs <n>',
      'how many runs at the same time',
      wholeNumber(1, 64),
      availableParallelism(),
    )
    .option('--strict', 'fail on lost sales, duplicates, hung and unreached cells as well')
}

/** Refuses options that contradict each other. */
export function checkTogether(options: SweepOptions): void {
  const { quick, full, crash, idempotent, recover, advance, each, list, cells, shard } = options
  const isAny = options.faults.some((fault) => options.at.some((at) => comesAt(fault, at)))
  const beyond = cells === undefined ? 'shard' : 'cells'
  const again = Object.entries({ crash, recover, each }).find(([, value]) => value)?.[0]
  const checks: readonly (readonly [isWrong: unknown, message: string])[] = [
    [
      !isAny && !crash && !idempotent,
      `--faults ${options.faults[0]} never happens ${options.at.join(' or ')} processing: change --at`,
    ],
    [list && (cells ?? shard), `--list lists every cell: leave --${beyond} out`],
    [
      cells && options.record,
      '--record writes the first baseline run, but --cells makes no baseline run: use --record with --list instead',
    ],
    [quick && full, '--quick and --full contradict each other: leave one of them out'],
    [
      recover && !crash && !advance && !idempotent,
      '--recover runs after a crash or later: add --crash or --advance, or leave --recover out',
    ],
    [
      advance && !recover && !idempotent,
      "--advance needs a command to run afterwards: add --recover '<command>', or leave --advance out",
    ],
    [
      idempotent && again,
      `--idempotent runs the command again after every fault and crash: leave --${again} out`,
    ],
  ]
  const wrong = checks.find(([isWrong]) => isWrong)
  if (wrong !== undefined) throw misuse(wrong[1])
}

/** What to try, by the options. */
export function choiceOf(options: SweepOptions): SweepChoice {
  const { at, faults, depth, quick, full, crash, idempotent } = options
  return {
    at,
    isIdempotent: idempotent === true,
    faults: crash || idempotent ? [...faults, 'crash'] : faults,
    depth: depth === '1' ? 1 : 2,
    calls: quick ? 'quick' : full ? 'all' : 'usual',
  }
}

/** The options that a cell needs when it is run again. */
export function repeatedOptions(options: SweepOptions): string {
  const names = [
    ...['each', 'crash', 'idempotent', 'recover', 'advance', 'books'],
    ...settingsFor('sweep').map(([name]) => name),
  ]
  const words = names.flatMap((name) =>
    [options[name as keyof SweepOptions] ?? []]
      .flat()
      .flatMap((value) =>
        value === true ? [optionName(name)] : [optionName(name), String(value)],
      ),
  )
  return commandLine(words)
}

function shardOf(text: string): SweepPlan['shard'] {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new InvalidArgumentError(
    'Write the part and the number of parts, such as 2/8; at most 9999 parts.',
  )
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
