import { type Baseline, type BaselinePart, baselineOf } from '../../insight/sweep/baseline.ts'
import { compareRuns } from '../../insight/sweep/call-names.ts'
import type { SweptCall } from '../../insight/sweep/cell.ts'
import { shellWord, shellWords } from '../process/spawn-command.ts'
import { type SweepContext, sweepRun } from './sweep-run.ts'

/** A command, and what it does without any fault. */
export interface CommandBaseline extends Baseline {
  readonly words: readonly string[]
}

/** The commands that run one test each, each with its own clean run. */
export class SingleTests {
  readonly #context: SweepContext & { readonly each: string | undefined }
  readonly #whole: CommandBaseline
  readonly #baselines = new Map<string, Promise<CommandBaseline>>()
  /** What clean runs that were made before did; null for a test that cannot run alone. */
  readonly #listed: ReadonlyMap<string, BaselinePart | null>
  /** The labels of tests that cannot be run alone. */
  readonly inseparable = new Set<string>()

  constructor(
    context: SweepContext & { readonly each: string | undefined },
    whole: CommandBaseline,
    listed: readonly { readonly label: string; readonly alone: BaselinePart | null }[] = [],
  ) {
    this.#context = context
    this.#whole = whole
    this.#listed = new Map(listed.map(({ label, alone }) => [label, alone]))
  }

  /** What to run for a call: its test alone, or the whole command. */
  baselineOf({ label, world = '' }: SweptCall): Promise<CommandBaseline> {
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
  async #alone(words: readonly string[], label: string): Promise<CommandBaseline> {
    const listed = this.#listed.get(label)
    if (listed) return { ...this.#whole, ...listed, words }
    const run = listed === null ? undefined : await sweepRun(this.#context, { words })
    const seen = run?.exitCode === 0 ? run.watch.seen : []
    const made = compareRuns(seen, seen).calls.map(({ name }) => name)
    const wanted = this.#whole.calls.filter((call) => call.label === label)
    if (run && wanted.every(({ name }) => made.includes(name))) {
      return { ...baselineOf([run], this.#whole), words }
    }
    this.inseparable.add(label)
    return this.#whole
  }
}

/** A test's name as a regular expression, which most test runners take. Vitest's fixture joins suites by ` > `. */
function namePattern(label: string): string {
  return label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' > ', '.{1,3}')
}
