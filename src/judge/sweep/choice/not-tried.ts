import { counted, someOf } from '../../../base/text/counted.ts'
import type { SweptCall } from '../cells/call-schema.ts'
import { quickCalls, type SweepChoice } from '../cells/cell.ts'
import { moments, namedFaults } from '../cells/fault.ts'
import type { NotTried, Shards } from '../document/sweep-schema.ts'

/** What limits a sweep besides its choice. */
interface SweepLimits {
  readonly calls: readonly SweptCall[]
  /** The option that names cells, if there is one. */
  readonly only: string | undefined
  readonly shards: Shards | null
  /** Cells that the budget left no time for, or that a signal or a failure stopped. */
  readonly notRun: number
  readonly isStopped: boolean
  /** Whether the sandbox itself could not continue. */
  readonly isIncomplete: boolean
  /** Calls of recoveries beyond those that are attacked. */
  readonly furtherSteps: number
  /** Names of cells that are unsafe without a second fault. */
  readonly wrongBases: readonly string[]
  /** The tests that `--each` cannot run alone, and why. */
  readonly inseparable: ReadonlyMap<string, string>
  /** Whether the first two baseline runs made different calls. */
  readonly isUnsteady: boolean
  readonly hasBooks: boolean
  readonly hasAdvance: boolean
}

const LATER = "add --advance 2h --recover '<command>'"

/** What a sweep did not try, and how to include it. */
export function notTriedBy(choice: SweepChoice, limits: SweepLimits): readonly NotTried[] {
  const { calls, only, shards, notRun, isStopped, isIncomplete } = limits
  const { furtherSteps, wrongBases, inseparable } = limits
  const further = only ? 0 : calls.filter((call) => !call.representative).length
  const left = namedFaults.filter((fault) => !choice.faults.includes(fault))
  const at = moments.filter((moment) => !choice.at.includes(moment))
  const isQuick = choice.calls === 'quick'
  const isPart = choice.depth === 2 && choice.calls === 'usual'
  const others = counted(further, 'more call')
  const untried = counted(calls.length - quickCalls(calls).length, 'more call')
  return [
    ...given(isStopped && notRun > 0, counted(notRun, 'cell'), 'the sweep was stopped'),
    ...given(
      notRun > 0 && isIncomplete && !isStopped,
      counted(notRun, 'cell'),
      'the sandbox could not continue',
    ),
    ...given(
      notRun > 0 && !isStopped && !isIncomplete,
      `${counted(notRun, 'cell')} without time`,
      'a longer --time-limit',
    ),
    ...narrowing(only !== undefined, othersBeside(choice), `leave out ${only}`),
    ...(shards === null ? [] : otherShards(shards)),
    ...narrowing(choice.depth === 1, 'failures during the recovery', 'add --depth 2'),
    ...narrowing(
      isQuick && !only && calls.length > quickCalls(calls).length,
      untried,
      'leave out --quick',
    ),
    ...given(
      isQuick && choice.depth === 2,
      'slow failures during the recovery',
      'leave out --quick',
    ),
    ...narrowing(isPart && further > 0, `the recovery from ${others}`, 'add --full'),
    ...given(
      left.length > 0,
      `the fault${left.length === 1 ? '' : 's'} ${left.join(', ')}`,
      `add --faults ${left.join(',')}`,
    ),
    ...given(at.length > 0, `faults ${at.join(' and ')} processing`, 'use --at before,after'),
    ...given(!choice.faults.includes('crash'), 'crashes', 'add --crash'),
    ...given(!choice.isIdempotent, 'a second start of the command', 'add --idempotent'),
    ...given(!choice.isIdempotent && !limits.hasAdvance, 'a recovery some time later', LATER),
    ...given(
      limits.hasBooks && !limits.hasAdvance && choice.faults.includes('pending'),
      'the books after the bank has decided a pending payment',
      LATER,
    ),
    ...given(!limits.hasBooks, 'your books', 'add --books'),
    ...given(
      furtherSteps > 0,
      `${counted(furtherSteps, 'later call')} of long recovery sequences`,
      'add --only',
    ),
    ...given(
      wrongBases.length > 0,
      `a second fault after ${someOf(wrongBases)}, because the first is unsafe already`,
      'fix that first',
    ),
    ...[...inseparable].slice(0, MOST_TESTS).map(([label, why]) => ({
      what: `test '${label}' alone`,
      how: `--each: ${why}`,
      narrows: false,
    })),
    ...given(
      inseparable.size > MOST_TESTS,
      `${counted(inseparable.size - MOST_TESTS, 'more test')} alone`,
      '--each must run them by themselves',
    ),
    ...given(
      limits.isUnsteady,
      'calls that differed between two baseline runs, so that a third run decided',
      'a quiet machine',
    ),
  ]
}

/** The most tests to name that do not run alone. */
const MOST_TESTS = 5

const JOIN = 'report <files>'

/** A shard does not try what the others do. */
function otherShards({ of, given: [index] }: Shards): readonly NotTried[] {
  return [{ what: `every shard but ${index} of ${of}`, how: JOIN, narrows: false }]
}

/** The same of several shards together. */
export function withoutOthers(all: readonly NotTried[]): readonly NotTried[] {
  return all.filter(({ how }) => how !== JOIN)
}

/** What cells that are named leave out. */
function othersBeside({ depth, isIdempotent }: SweepChoice): string {
  const isRecovered = depth === 2 && isIdempotent !== true
  return isRecovered ? 'the other cells and the recovery' : 'the other cells'
}

function given(isSo: boolean, what: string, how: string): readonly NotTried[] {
  return isSo ? [{ what, how, narrows: false }] : []
}

/** Calls of the command itself that were left out: "safe" alone would promise too much. */
function narrowing(isSo: boolean, what: string, how: string): readonly NotTried[] {
  return isSo ? [{ what, how, narrows: true }] : []
}
