import { testId, testKey } from '../../../record/test-ref.ts'
import type { FindingDocument } from '../../findings/finding-document.ts'
import { paidAgain } from '../../findings/payment/paid-again.ts'
import { type BaselineCall, compareRuns } from '../cells/call-names.ts'
import type { KnownCall, SweptCall } from '../cells/call-schema.ts'
import type { Baseline } from '../document/baseline.ts'
import { cellFinding } from '../document/cell-finding.ts'
import { moneyOf } from '../money/run-money.ts'
import { findingKey, newFindings } from './new-findings.ts'
import type { SweepWatch } from './sweep-watch.ts'

/** A transaction that the bank has not decided. */
export interface UndecidedAudit {
  readonly world: string
  readonly audit: number
}

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
  /** Whether books were compared, by `--books` or by the command itself. */
  readonly areBooksCompared: boolean
  /** What the bank had not decided when the command ended. */
  readonly undecidedAtEnd: readonly UndecidedAudit[]
  /** Whether the command ran more than once, as a scheduler may start it. */
  readonly isRepeated: boolean
}

/** The baseline of one or more runs of a command. */
export function baselineOf(
  runs: readonly [WatchedRun, ...WatchedRun[]],
  { calls, known }: Pick<Baseline, 'calls' | 'known'>,
  unsteady = false,
): Baseline {
  const [{ findings: first }, ...rest] = runs
  const keys = first.map(findingKey)
  const further = rest.flatMap(({ findings }) => newFindings(findings, keys))
  // The same problem of an order that has another reference in every run is no second one.
  const others = further.filter(
    ({ code, test }) =>
      !first.some((one) => one.code === code && testKey(one.test) === testKey(test)),
  )
  const wrong = [...first, ...others].filter(({ severity }) => severity !== 'note')
  const more = first.filter(({ code, severity }) => code === paidAgain.code && severity === 'note')
  const twice = more.find((one) => one.paid_twice)?.paid_twice
  return {
    money: runs.map((run) => moneyOf(run.watch, known, surplusIn(run))),
    findings: [...keys, ...further.map(findingKey)],
    wrong: wrong.map((finding) => ({ ...cellFinding(finding), test: finding.test })),
    ...(more.length > 0 && { paid_more: more.length }),
    ...(twice && { paid_twice: twice }),
    calls,
    known,
    duration_ms: Math.max(...runs.map(({ durationMs }) => durationMs)),
    unsteady,
    books_compared: runs.every((run) => run.areBooksCompared),
  }
}

/** What was paid again after a lost response, such as one that the client's own timeout gave up. */
function surplusIn({ findings }: WatchedRun): (call: BaselineCall) => boolean {
  const surplus = findings.flatMap(({ test, overcharged, steps }) => {
    if (test === null || !overcharged || !steps.some(({ result }) => result === 'lost')) return []
    const audits = [...new Set(steps.flatMap(({ audit = [] }) => audit))]
    return audits.slice(1).map((audit) => `${testId(test)} ${audit}`)
  })
  return ({ test, audit }) => surplus.includes(`${testId(test)} ${audit}`)
}

/** The calls that two baseline runs have in common; what has an error there already stands for none. */
export function baselineCallsOf(one: WatchedRun, other: WatchedRun) {
  const errors = one.findings.filter(({ severity }) => severity === 'error')
  const { calls, ...rest } = compareRuns(one.watch.seen, other.watch.seen, ({ test, audit }) =>
    errors.some((one) => {
      const isHere = one.test !== null && testId(one.test) === testId(test)
      return isHere && one.steps.some((step) => step.audit === audit)
    }),
  )
  return { ...rest, calls: paidCalls(calls, one, rest.known) }
}

/** Adds what each call paid, if that is the same in every run. */
function paidCalls(
  calls: ReturnType<typeof compareRuns>['calls'],
  { watch }: WatchedRun,
  known: readonly KnownCall[],
): readonly SweptCall[] {
  const { effects } = watch.sums
  const references = new Map(known.map((one) => [one.name, one]))
  const currencies = new Map([...effects].map(([call, { currency }]) => [call.audit, currency]))
  return calls.map(({ audit, ...call }) => {
    const currency = currencies.get(audit)
    const { reference, nth = 1 } = references.get(call.name) ?? {}
    return {
      ...call,
      ...(reference && { reference }),
      ...(currency && { currency }),
      ...(nth > 1 && { nth }),
    }
  })
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
