import { isDeepStrictEqual } from 'node:util'
import { compareRuns, type KnownCall } from '../../insight/sweep/call-names.ts'
import type { SweptCall } from '../../insight/sweep/cell.ts'
import { moneyOf, type RunMoney } from '../../insight/sweep/oracle.ts'
import { isBooksError } from '../../insight/sweep/result.ts'
import { CliError } from '../cli-error.ts'
import { OWN_SANDBOX } from '../process/child.ts'
import { codeOfStop } from '../process/signals.ts'
import { shellWord, shellWords } from '../process/spawn-command.ts'
import { findingKey, type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

/** What the clean runs of a command did, as far as cells are compared with it. */
export interface CleanPart {
  /** What they did with money. */
  readonly money: readonly RunMoney[]
  /** What the first report found, by `findingKey`. */
  readonly findings: readonly string[]
  /** Differences that the books have without any fault. */
  readonly wrongBooks: number
  /** The longest clean run. */
  readonly cleanMs: number
}

/** A command and its clean runs. */
export interface CleanBaseline extends CleanPart {
  readonly words: readonly string[]
  readonly calls: readonly SweptCall[]
  readonly known: readonly KnownCall[]
  /** Whether the first two clean runs made different calls, so that there was a third. */
  readonly isUnsteady: boolean
}

/** The baseline of one or more clean runs of a command. */
export function baselineOf(
  words: readonly string[],
  runs: readonly [SweepRun, ...SweepRun[]],
  { calls, known }: Pick<CleanBaseline, 'calls' | 'known'>,
  isUnsteady = false,
): CleanBaseline {
  const [{ findings }] = runs
  return {
    words,
    money: runs.map(({ watch }) => moneyOf(watch, known)),
    findings: findings.map(findingKey),
    wrongBooks: findings.filter(({ code }) => isBooksError(code)).length,
    calls,
    known,
    cleanMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
    isUnsteady,
  }
}

interface CleanChoice {
  readonly words: readonly string[]
  readonly records: readonly (string | undefined)[]
  /** The `performance.now()` at which the runs are stopped. */
  readonly deadline: number
  readonly onClean: (nth: number) => void
  /** Called with the first run and how long all of it took, before the others. */
  readonly onFirst: (calls: readonly SweptCall[], wholeMs: number) => void
}

/**
 * Runs twice, since calls that differ from run to run cannot be swept. If the two differ, a third
 * decides: a busy machine may have run into a time-out of the client's own.
 */
export async function cleanRuns(
  context: SweepContext,
  { words, records, deadline, onClean, onFirst }: CleanChoice,
): Promise<{ readonly baseline: CleanBaseline; readonly run: SweepRun }> {
  const clean = async (nth: number) => {
    onClean(nth)
    // Even with a small budget the clean runs show what there is to do; no timer can be longer.
    const limitMs = Math.min(Math.max(10_000, deadline - performance.now()), 2 ** 31 - 1)
    const run = await sweepRun(context, { words, limitMs, record: records[nth - 1] })
    checkClean(run, context)
    return run
  }
  const first = await clean(1)
  onFirst(compareRuns(first.watch.seen, first.watch.seen).calls, first.wholeMs)
  const second = await clean(2)
  const isUnsteady = !isAlike(first, second)
  const third = isUnsteady ? await clean(3) : undefined
  const pairs: readonly (readonly [SweepRun, SweepRun])[] =
    third === undefined
      ? [[first, second]]
      : [
          [first, second],
          [first, third],
          [second, third],
        ]
  const steady = pairs.filter(([one, other]) => differencesOf(one, other).length === 0)
  const chosen = steady.find(([one, other]) => isAlike(one, other)) ?? steady[0]
  if (chosen === undefined) {
    const some = differencesOf(first, second).slice(0, 5).join(', ')
    throw new CliError(
      `Three clean runs made different calls (${some}); give each test a label (sandbox.reset({ label })) and its payments the same references in every run, or run the tests one after the other`,
    )
  }
  const compared = compareRuns(chosen[0].watch.seen, chosen[1].watch.seen)
  return { baseline: baselineOf(words, chosen, compared, isUnsteady), run: chosen[0] }
}

function differencesOf(one: SweepRun, other: SweepRun): readonly string[] {
  return compareRuns(one.watch.seen, other.watch.seen).different
}

/** Whether both made as many calls of each kind, searches and lookups included. */
function isAlike(one: SweepRun, other: SweepRun): boolean {
  return isDeepStrictEqual(one.watch.counts, other.watch.counts)
}

function checkClean(run: SweepRun, { stopping }: SweepContext): void {
  if (stopping.aborted) {
    throw new CliError('Stopped before the clean runs were done', codeOfStop(stopping))
  }
  if (run.booksFailure !== undefined) throw new CliError(run.booksFailure)
  if (run.failure !== undefined) throw new CliError(run.failure)
  if (run.isHung) {
    throw new CliError(
      'The command was still running without any fault after 10 s or when the --budget was spent; it must end by itself',
    )
  }
  if (run.exitCode !== 0) {
    const output = run.output.trimEnd()
    const reason = `The command fails without any fault (exit code ${run.exitCode}); make it pass under 'npx sandgate exec' first`
    throw new CliError(output === '' ? reason : `${output}\n${reason}`)
  }
  if (!run.watch.seen.some(({ isMade }) => isMade)) {
    throw new CliError(`The command made no payment; does it use $SANDGATE_API? ${OWN_SANDBOX}`)
  }
}

/** The commands that run one test each, each with its own clean run. */
export class SingleTests {
  readonly #context: SweepContext & { readonly each: string | undefined }
  readonly #whole: CleanBaseline
  readonly #baselines = new Map<string, Promise<CleanBaseline>>()
  /** What clean runs that were made before did; null for a test that cannot run alone. */
  readonly #listed: ReadonlyMap<string, CleanPart | null>
  /** The labels of tests that cannot be run alone. */
  readonly inseparable = new Set<string>()

  constructor(
    context: SweepContext & { readonly each: string | undefined },
    whole: CleanBaseline,
    listed: readonly { readonly label: string; readonly alone: CleanPart | null }[] = [],
  ) {
    this.#context = context
    this.#whole = whole
    this.#listed = new Map(listed.map(({ label, alone }) => [label, alone]))
  }

  /** What to run for a call: its test alone, or the whole command. */
  baselineOf({ label, world = '' }: SweptCall): Promise<CleanBaseline> {
    const { each } = this.#context
    if (each === undefined || label === undefined) return Promise.resolve(this.#whole)
    const line = each
      .replaceAll('{test}', () => shellWord(namePattern(label)))
      .replaceAll('{world}', () => shellWord(world))
    const known = this.#baselines.get(label) ?? this.#alone(shellWords(line), label)
    this.#baselines.set(label, known)
    return known
  }

  /** A test that fails alone, or does not make its calls, is run with the others. */
  async #alone(words: readonly string[], label: string): Promise<CleanBaseline> {
    const listed = this.#listed.get(label)
    if (listed) return { ...this.#whole, ...listed, words }
    const run = listed === null ? undefined : await sweepRun(this.#context, { words })
    const seen = run?.exitCode === 0 ? run.watch.seen : []
    const made = compareRuns(seen, seen).calls.map(({ name }) => name)
    const wanted = this.#whole.calls.filter((call) => call.label === label)
    if (run && wanted.every(({ name }) => made.includes(name))) {
      return baselineOf(words, [run], this.#whole)
    }
    this.inseparable.add(label)
    return this.#whole
  }
}

/** A test's name as a regular expression, which most test runners take. Vitest's fixture joins suites by ` > `. */
function namePattern(label: string): string {
  return label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' > ', '.{1,3}')
}
