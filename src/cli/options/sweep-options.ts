import { availableParallelism } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
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
import type { GivenOptions } from '../sweep/cell-list.ts'
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
  /** The report that names the cells; true: the last sweep of this folder. */
  readonly lastFailed?: string | true
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
      '--last-failed [file]',
      'only the cells that were not safe in the last sweep of this folder, or in a report (.json)',
    )
    .option(
      '--list',
      'make only the baseline runs and the self-check, and list the cells with their expected times',
    )
    .option(
      '--cells <file>',
      'the cells and options of a file that --list --json printed, instead of baseline runs',
      fileName,
    )
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

/** Refuses options that contradict each other, whatever a list of cells says. */
export function checkLists({ list, cells, shard, record, only, lastFailed }: SweepOptions): void {
  const beyond = lastFailed ? 'last-failed' : cells === undefined ? 'shard' : 'cells'
  refuseFirst([
    [list && (cells ?? shard ?? lastFailed), `--list lists every cell: leave --${beyond} out`],
    [
      cells && record,
      '--record writes the first baseline run, but --cells makes no baseline run: use --record with --list instead',
    ],
    [
      lastFailed && (only ?? cells),
      `--last-failed names the cells already: leave --${only ? 'only' : 'cells'} out`,
    ],
  ])
}

/** Refuses options that contradict each other. */
export function checkTogether(options: SweepOptions): void {
  const { quick, full, crash, idempotent, recover, advance, each } = options
  const isAny = options.faults.some((fault) => options.at.some((at) => comesAt(fault, at)))
  const again = Object.entries({ crash, recover, each }).find(([, value]) => value)?.[0]
  refuseFirst([
    [
      !isAny && !crash && !idempotent,
      `--faults ${options.faults[0]} never happens ${options.at.join(' or ')} processing: change --at`,
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
  ])
}

function refuseFirst(checks: readonly (readonly [isWrong: unknown, message: string])[]): void {
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

/** The options that run something; no file may name a command. */
const ofCommands = ['each', 'recover', 'books']

/** The options that say which cells there are, but not what a run does without any fault. */
export const ofCells = ['at', 'faults', 'depth', 'quick', 'full', 'crash', 'idempotent']

/** The options that say how a cell is run. */
function ofRuns(): readonly string[] {
  return [...ofCommands, 'advance', ...settingsFor('sweep').map(([name]) => name)]
}

/** The options that a sweep was made with, by name. */
export function madeWith(options: SweepOptions): GivenOptions {
  const values = [...ofCells, ...ofRuns()].map((name) => [name, optionOf(options, name)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function optionOf(options: object, name: string): GivenOptions[string] | undefined {
  return options[name as keyof typeof options]
}

/** The options as they are typed: those that a cell needs when it is run again. */
export function repeatedOptions(options: GivenOptions | SweepOptions): string {
  return typed(options, ['crash', 'idempotent', ...ofRuns()])
}

/** The same with those that choose cells, for the whole sweep. */
export function wholeOptions(options: GivenOptions): string {
  const usual = { at: moments, faults: usualFaults, depth: '2' }
  const names = ofCells.filter(
    (name) => !isDeepStrictEqual(optionOf(usual, name), optionOf(options, name)),
  )
  return typed(options, [...names, ...ofRuns()])
}

/** The options by which the cells that failed are run again; the others come with the kept sweep. */
export function lastFailedOptions(options: GivenOptions): string {
  return ['--last-failed', typed(options, ofCommands)].join(' ').trimEnd()
}

/** Lists of words are typed with commas, other lists as an option each. */
function typed(options: object, names: readonly string[]): string {
  const words = names.flatMap((name) => {
    const value = optionOf(options, name)
    const isWords = name === 'at' || name === 'faults'
    const values = [isWords ? String(value) : (value ?? [])].flat()
    return values.flatMap((one) =>
      one === true ? [optionName(name)] : [optionName(name), String(one)],
    )
  })
  return commandLine(words)
}

interface Earlier {
  /** How the earlier sweep or the list is called at the beginning of a sentence. */
  readonly name: string
  readonly made: GivenOptions
  /** Whether a given option was typed. */
  readonly isTyped: (name: string) => boolean
  /** Whether runs may have other options than in the earlier sweep. */
  readonly isFree: boolean
}

/** Adds the options of an earlier sweep, and refuses those that contradict them. */
export function withEarlier(
  given: SweepOptions,
  { name: earlier, made, isTyped, isFree }: Earlier,
): SweepOptions {
  const added = [...ofCells, ...ofRuns()].map((name) => {
    const [own, before] = [optionOf(given, name), optionOf(made, name)]
    const isSame = isDeepStrictEqual(own, before)
    if (isTyped(name) ? isSame || (isFree && !ofCells.includes(name)) : before === undefined) {
      return [name, own]
    }
    const option = optionName(name)
    const was = before === undefined ? `without ${option}` : `with ${typed(made, [name])}`
    if (isTyped(name)) throw misuse(`${earlier} was made ${was}: leave ${option} out`)
    if (ofCommands.includes(name)) throw misuse(`${earlier} was made ${was}: pass it again`)
    return [name, before]
  })
  return { ...given, ...Object.fromEntries(added.filter(([, value]) => value !== undefined)) }
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
