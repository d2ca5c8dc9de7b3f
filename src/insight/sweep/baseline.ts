import type { FindingDocument } from '../findings/finding-document.ts'
import { compareRuns, type KnownCall } from './call-names.ts'
import type { SweptCall } from './cell.ts'
import { findingKey } from './new-findings.ts'
import { moneyOf, type RunMoney } from './oracle.ts'
import { isBooksError } from './result.ts'
import type { SweepWatch } from './sweep-watch.ts'

/** One run of a command under a watch, as far as a sweep judges it. */
export interface WatchedRun {
  readonly watch: SweepWatch
  readonly findings: readonly FindingDocument[]
  readonly exitCode: number
  readonly durationMs: number
  /** Whether it was stopped because it did not end. */
  readonly isHung: boolean
  /** Why the books could not be compared. */
  readonly booksFailure: string | undefined
  /** Whether the command ran more than once, as a scheduler may start it. */
  readonly isRepeated: boolean
}

/** What the baseline runs of a command did, as far as cells are compared with it. */
export interface BaselinePart {
  /** What they did with money. */
  readonly money: readonly RunMoney[]
  /** What the first report found, by `findingKey`. */
  readonly findings: readonly string[]
  /** Differences that the books have without any fault. */
  readonly wrongBooks: number
  /** The longest baseline run. */
  readonly cleanMs: number
}

/** The baseline runs of a command, and the calls that they made. */
export interface Baseline extends BaselinePart {
  readonly calls: readonly SweptCall[]
  readonly known: readonly KnownCall[]
  /** Whether the first two runs made different calls, so that there was a third. */
  readonly isUnsteady: boolean
}

/** The baseline of one or more runs of a command. */
export function baselineOf(
  runs: readonly [WatchedRun, ...WatchedRun[]],
  { calls, known }: Pick<Baseline, 'calls' | 'known'>,
  isUnsteady = false,
): Baseline {
  const [{ findings }] = runs
  return {
    money: runs.map(({ watch }) => moneyOf(watch, known)),
    findings: findings.map(findingKey),
    wrongBooks: findings.filter(({ code }) => isBooksError(code)).length,
    calls,
    known,
    cleanMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
    isUnsteady,
  }
}

/** The two runs that made the same calls; the calls in which they differ if there are none. */
export function steadyRuns<Run extends WatchedRun>(
  runs: readonly [Run, Run, ...Run[]],
): { readonly pair: readonly [Run, Run] } | { readonly different: readonly string[] } {
  const pairs = runs.flatMap((one, i) => runs.slice(i + 1).map((other) => [one, other] as const))
  const steady = pairs.filter(([one, other]) => differencesOf(one, other).length === 0)
  const pair = steady.find(([one, other]) => isAlike(one, other)) ?? steady[0]
  return pair === undefined ? { different: differencesOf(runs[0], runs[1]) } : { pair }
}

function differencesOf(one: WatchedRun, other: WatchedRun): readonly string[] {
  return compareRuns(one.watch.seen, other.watch.seen).different
}

/** Whether both made as many calls of each kind, searches and lookups included. */
export function isAlike({ watch: { counts } }: WatchedRun, other: WatchedRun): boolean {
  const others = other.watch.counts
  return counts.size === others.size && [...counts].every(([name, n]) => others.get(name) === n)
}
