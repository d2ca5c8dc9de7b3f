import { availableParallelism } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { redactText } from '../../base/redaction/redacted.ts'
import { listText } from '../../base/text/counted.ts'
import { nearestWord, proposalText } from '../../base/text/nearest-word.ts'
import type { SweepChoice } from '../../judge/sweep/cells/cell.ts'
import { isCellName, wrongWordIn } from '../../judge/sweep/cells/cell-name.ts'
import { comesAt, moments, namedFaults, usualFaults } from '../../judge/sweep/cells/fault.ts'
import { ofCells, optionName, typedOptions } from '../../judge/sweep/document/made-with.ts'
import type { MadeWith } from '../../judge/sweep/document/made-with-schema.ts'
import type { StartOptions } from '../../runtime/config/options.ts'
import { misuse } from '../cli-error.ts'
import {
  BadValue,
  choice,
  flag,
  listOf,
  oneWordOf,
  option,
  optionalValue,
  type ValuesOf,
} from '../define/option.ts'
import { booksOptions } from '../process/books-command.ts'
import { reportFileOption } from '../report/report-options.ts'
import type { SweepPlan } from '../sweep/sweep-plan.ts'
import {
  durationArgument,
  fileName,
  formedLike,
  outputFile,
  realTimeArgument,
  wholeNumber,
} from './argument.ts'
import { settingsFor } from './start-options.ts'

/** Before the baseline runs: they take long, and no command has such a cell. */
function cellName(text: string): string {
  const wrong = wrongWordIn(text)
  if (wrong !== undefined) {
    const { word, known, meant } = wrong
    const message = `'${word}' is not one of ${listText(known, 'or')}`
    throw new BadValue(meant === undefined ? message : `use ${listText(known, 'or')}`, {
      proposal: proposalText(meant),
    })
  }
  if (isCellName(text)) return text
  const fault = nearestWord(text, namedFaults)
  throw new BadValue(
    fault === undefined
      ? 'it must name a cell, such as purchase-1/after/reset, or a call, such as purchase-1'
      : `a cell begins with its call, such as purchase-1/after/${fault}; for this fault at every call, use --faults ${fault}`,
  )
}

/** A command line; an empty one would do nothing. */
const line = formedLike(/\S/, 'give a command')

const namesTest = formedLike(
  /\{(?:test|pattern)\}/,
  "write {test} where the name of the test goes, or {pattern} for a regular expression: 'npx vitest run -t {pattern}'",
)

/** Quotes would end those that Sandgate puts around a name, and the shell would run what is in it. */
function eachLine(text: string): string {
  const quoted = text.match(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs) ?? []
  const [name] = /\{(?:test|pattern|world)\}/.exec(quoted.join()) ?? []
  if (name === undefined) return namesTest(text)
  throw new BadValue(`write ${name} without quotes around it: it is quoted for the shell`)
}

export const sweepOptions = {
  report: reportFileOption('--report <file>'),
  quick: flag('--quick', 'only one call of each operation and test'),
  full: flag('--full', 'break the recovery after every call, not only one of each operation', {
    group: 'Cells',
  }),
  faults: option(
    '--faults <faults>',
    `how responses fail: ${namedFaults.join(', ')}`,
    wordsOf(namedFaults),
    { default: usualFaults, usually: 'all but delayed and stale' },
  ),
  only: option('--only <cell>', 'only this cell, or this call', listOf(cellName)),
  lastFailed: optionalValue(
    '--last-failed [file]',
    'only the cells that were not safe in the last sweep of this folder, or in a report (.json)',
    formedLike(
      /\.json$|^\/(?:dev|proc)\//i,
      'a report of a sweep ends with .json; write -- in front of your command',
    ),
    { excludes: ['only'] },
  ),
  ...booksOptions,
  timeLimit: option(
    '--time-limit <duration>',
    'start no new cell after this time, and stop baseline runs that are still running',
    realTimeArgument,
    { group: 'Cells' },
  ),
  jobs: option('--jobs <n>', 'how many runs at the same time', wholeNumber(1, 64), {
    default: availableParallelism(),
    usually: 'one for each processor core, and six more whose clients only wait',
  }),
  crash: flag('--crash', 'also kill the command at the moment of the response', {
    group: 'Recovery',
  }),
  idempotent: flag(
    '--idempotent',
    'the command is a job: it may be started again at any time, even twice',
    { group: 'Recovery' },
  ),
  recover: option(
    '--recover <command>',
    'what to run after a crash (default: the command itself)',
    line,
    { group: 'Recovery' },
  ),
  advance: option(
    '--advance <duration>',
    'advance the sandbox clock by this much after the command, then run --recover, or the command again with --idempotent',
    durationArgument,
    { group: 'Recovery' },
  ),
  depth: choice(
    '--depth <n>',
    '2: also break the calls by which your client recovers; 1: do not',
    ['1', '2'],
    { default: '2', group: 'Recovery' },
  ),
  at: option('--at <moments>', 'when calls fail: before, after (processing)', wordsOf(moments), {
    default: moments,
    usually: 'both',
    group: 'Cells',
  }),
  each: option(
    '--each <command>',
    'a command that runs one test, with {test} for its name or {pattern} for a regular expression',
    eachLine,
    { group: 'Cells' },
  ),
  shard: option('--shard <i>/<n>', 'only the i-th of n parts of the cells', shardOf, {
    group: 'Cells',
  }),
  strict: flag(
    '--strict',
    'fail on lost sales, duplicates, hung cells and cells that no run reached as well',
    {
      group: 'Output',
    },
  ),
  artifacts: option(
    '--artifacts <folder>',
    'folder for the output and the run file of each run',
    fileName,
    { group: 'Output' },
  ),
  record: option('--record <file>', 'write the first baseline run to a run file', outputFile, {
    group: 'Output',
  }),
}

export type SweepOptions = StartOptions & ValuesOf<typeof sweepOptions>

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
export function sweepChoice(options: SweepOptions): SweepChoice {
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

/** All options that come with an earlier sweep. */
function ofSweeps(): readonly string[] {
  const ofRuns = [...ofCommands, 'advance', ...settingsFor('sweep').map(([name]) => name)]
  return [...ofCells, 'strict', ...ofRuns]
}

/** The options that a sweep was made with. */
export function madeWith(options: SweepOptions): MadeWith {
  const { at, faults, depth } = options
  const others = ofSweeps().flatMap((name) => {
    const value = optionOf(options, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(others), at: [...at], faults: [...faults], depth }
}

/** As it is shown and compared: without card numbers. */
function optionOf(options: object, name: string): MadeWith[string] | undefined {
  return redacted(options[name as keyof typeof options])
}

function redacted(value: MadeWith[string] | undefined): typeof value {
  if (typeof value === 'string') return redactText(value)
  return typeof value === 'object' ? value.map((one) => redactText(one)) : value
}

/** The options by which the cells that failed are run again; the others come with the last sweep. */
export function lastFailedOptions(options: MadeWith): string {
  const others = typedOptions(options, (name) => ofCommands.includes(name))
  return ['--last-failed', others].join(' ').trimEnd()
}

interface Earlier {
  /** How the earlier sweep is called at the beginning of a sentence. */
  readonly name: string
  readonly made: MadeWith
  /** Whether a given option was typed. */
  readonly isTyped: (name: string) => boolean
}

/** Adds the options of an earlier sweep, and refuses those that contradict them. */
export function withEarlier(
  given: SweepOptions,
  { name: earlier, made, isTyped }: Earlier,
): SweepOptions {
  const added = ofSweeps().flatMap((name) => {
    const [own, before] = [optionOf(given, name), optionOf(made, name)]
    const isSame = isDeepStrictEqual(own, before)
    const isOwn = isSame || !ofCells.includes(name)
    if (isTyped(name) ? isOwn : before === undefined) return []
    const option = optionName(name)
    const was =
      before === undefined
        ? `without ${option}`
        : `with ${typedOptions(made, (one) => one === name)}`
    if (isTyped(name)) throw misuse(`${earlier} was made ${was}: leave ${option} out`)
    if (ofCommands.includes(name)) throw misuse(`${earlier} was made ${was}: pass it again`)
    return before === undefined ? [] : [[name, before]]
  })
  return { ...given, ...Object.fromEntries(added) }
}

function shardOf(text: string): NonNullable<SweepPlan['shard']> {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new BadValue('write the part and the number of parts, such as 2/8; at most 9999 parts')
}

/** Several known words in their own order, such as `before,after`. */
function wordsOf<const Words extends readonly string[]>(known: Words) {
  const parse = listOf(oneWordOf(known))
  return (text: string, before?: readonly Words[number][]): readonly Words[number][] => {
    const words = parse(text, before === undefined ? [] : before)
    return known.filter((word) => words.includes(word))
  }
}
