import { counted, someOf } from '../counted.ts'
import type { SweepChoice, SweptCall } from './cell.ts'
import { answerForms, courses, moments } from './form.ts'
import type { NotTried, Shards } from './sweep-schema.ts'

/** What limits a sweep besides its choice. */
interface SweepLimits {
  readonly calls: readonly SweptCall[]
  readonly isOnly: boolean
  readonly shards: Shards | null
  /** Cells that the budget left no time for, or that a signal stopped. */
  readonly notRun: number
  readonly isStopped: boolean
  /** Calls of recoveries beyond those that are attacked. */
  readonly furtherSteps: number
  /** Names of cells that are unsafe without a second fault. */
  readonly wrongBases: readonly string[]
  /** How many tests `--each` cannot run alone. */
  readonly inseparable: number
  /** Whether the control could not be run. */
  readonly hasNoControl: boolean
  /** Whether the first two clean runs made different calls. */
  readonly isUnsteady: boolean
  readonly hasBooks: boolean
  readonly hasWait: boolean
}

const LATER = "--wait 2h --recover '<command>'"

/** What a sweep did not try, and how to include it. */
export function notTriedBy(choice: SweepChoice, limits: SweepLimits): readonly NotTried[] {
  const { calls, isOnly, shards, notRun, isStopped } = limits
  const { furtherSteps, wrongBases, inseparable } = limits
  const further = isOnly ? 0 : calls.filter((call) => !call.isRepresentative).length
  const left = answerForms.filter((form) => !choice.forms.includes(form))
  const at = moments.filter((moment) => !choice.at.includes(moment))
  const isQuick = choice.calls === 'quick'
  const isPart = choice.depth === 2 && choice.calls === 'usual'
  const others = counted(further, 'further call')
  return [
    ...given(isStopped, counted(notRun, 'cell'), 'the sweep was stopped'),
    ...given(
      notRun > 0 && !isStopped,
      `${counted(notRun, 'cell')} without time`,
      'a longer --budget',
    ),
    ...given(isOnly, 'the other cells', 'without --only'),
    ...(shards === null ? [] : otherShards(shards)),
    ...given(choice.depth === 1, 'failures during the recovery', '--depth 2'),
    ...given(isQuick && further > 0, others, 'without --quick'),
    ...given(isQuick && choice.depth === 2, 'slow failures during the recovery', 'without --quick'),
    ...given(isPart && further > 0, `the recovery from ${others}`, '--all'),
    ...given(
      left.length > 0,
      `the form${left.length === 1 ? '' : 's'} ${left.join(', ')}`,
      `--forms ${left.join(',')}`,
    ),
    ...given(at.length > 0, `faults ${at.join(' and ')} processing`, '--at before,after'),
    ...given(!choice.forms.includes('crash'), 'crashes', '--crash'),
    ...given(!choice.isIdempotent, 'a second start of the command', '--idempotent'),
    ...given(!choice.isIdempotent && !limits.hasWait, 'a recovery some time later', LATER),
    ...given(
      limits.hasBooks && !limits.hasWait && courses.some((form) => choice.forms.includes(form)),
      'the books after the bank has decided a late, unknown or pending payment',
      LATER,
    ),
    ...given(!limits.hasBooks, 'your order book', '--books'),
    ...given(
      furtherSteps > 0,
      `${counted(furtherSteps, 'later call')} of long recovery sequences`,
      '--only',
    ),
    ...given(
      wrongBases.length > 0,
      `a second fault after ${someOf(wrongBases)}, because the first is unsafe already`,
      'fix that first',
    ),
    ...given(
      inseparable > 0,
      `${counted(inseparable, 'test')} alone`,
      `--each must run ${inseparable === 1 ? 'it' : 'them'} by ${inseparable === 1 ? 'itself' : 'themselves'}`,
    ),
    ...given(
      limits.isUnsteady,
      'calls that differed between two clean runs, so that a third run decided',
      'a quiet machine',
    ),
    ...given(
      limits.hasNoControl && !isStopped,
      'the self-check',
      'its example shops could not be started',
    ),
  ]
}

const JOIN = 'report <files>'

/** A shard does not try what the others do. */
function otherShards({ of, given: [index] }: Shards): readonly NotTried[] {
  return [{ what: `every shard but ${index} of ${of}`, how: JOIN }]
}

/** The same of several shards together. */
export function withoutOthers(all: readonly NotTried[]): readonly NotTried[] {
  return all.filter(({ how }) => how !== JOIN)
}

function given(isSo: boolean, what: string, how: string): readonly NotTried[] {
  return isSo ? [{ what, how }] : []
}
