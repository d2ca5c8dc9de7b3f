import { type Baseline, type BaselinePart, baselineOf } from '../../insight/sweep/baseline.ts'
import { compareRuns } from '../../insight/sweep/call-names.ts'
import type { SweptCall } from '../../insight/sweep/cell.ts'
import { shellWord, shellWords } from '../process/spawn-command.ts'
import { type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

/** A test of `--each`: what it does alone, or why it cannot run alone. */
export interface ListedTest {
  readonly label: string
  readonly alone: BaselinePart | { readonly why: string }
}

/** A command, and what it does without any fault. */
export interface CommandBaseline extends Baseline {
  readonly words: readonly string[]
}

/** The commands that run one test each, each with its own baseline run. */
export class SingleTests {
  readonly #context: SweepContext & { readonly each: string | undefined }
  readonly #whole: CommandBaseline
  readonly #baselines = new Map<string, Promise<CommandBaseline>>()
  /** What baseline runs that were made before did. */
  readonly #listed: ReadonlyMap<string, ListedTest['alone']>
  /** The tests that cannot be run alone, and why. */
  readonly inseparable = new Map<string, string>()
  readonly #made: ListedTest[] = []

  constructor(
    context: SweepContext & { readonly each: string | undefined },
    whole: CommandBaseline,
    listed: readonly ListedTest[] = [],
  ) {
    this.#context = context
    this.#whole = whole
    this.#listed = new Map(listed.map(({ label, alone }) => [label, alone]))
  }

  /** The tests that were run alone, here and before. */
  get alone(): readonly ListedTest[] {
    const before = [...this.#listed].map(([label, alone]) => ({ label, alone }))
    const cannot = [...this.inseparable].map(([label, why]) => ({ label, alone: { why } }))
    const all = [...before, ...this.#made, ...cannot]
    return [...new Map(all.map((one) => [one.label, one])).values()]
  }

  /** What to run for a call: its test alone, or the whole command. */
  baselineOf({ label, world = '' }: SweptCall): Promise<CommandBaseline> {
    const { each } = this.#context
    if (each === undefined || label === undefined) return Promise.resolve(this.#whole)
    const line = each
      .replaceAll('{test}', () => shellWord(label))
      .replaceAll('{pattern}', () => shellWord(namePattern(label)))
      .replaceAll('{world}', () => shellWord(world))
    const known = this.#baselines.get(label) ?? this.#alone(shellWords(line), label)
    this.#baselines.set(label, known)
    return known
  }

  /** A test that fails alone, or does not make its calls, is run with the others. */
  async #alone(words: readonly string[], label: string): Promise<CommandBaseline> {
    const listed = this.#listed.get(label)
    if (listed !== undefined && 'why' in listed) return this.#together(label, listed.why)
    if (listed !== undefined) return { ...this.#whole, ...listed, words }
    const run = await sweepRun(this.#context, { words })
    if (run.exitCode !== 0) return this.#together(label, failureText(run))
    const { seen } = run.watch
    const made = compareRuns(seen, seen).calls.map(({ name }) => name)
    const wanted = this.#whole.calls.filter((call) => call.label === label)
    const missing = wanted.find(({ name }) => !made.includes(name))
    if (missing !== undefined) {
      return this.#together(label, `alone, it does not make the call ${missing.name}`)
    }
    const own = baselineOf([run], this.#whole)
    const { money, findings, baselineMs } = own
    this.#made.push({ label, alone: { money, findings, baselineMs } })
    return { ...own, words }
  }

  #together(label: string, why: string): CommandBaseline {
    this.inseparable.set(label, why)
    return this.#whole
  }
}

const LONGEST = 200

/** `exit code 5: collected 2 items / 2 deselected` */
function failureText({ exitCode, output }: SweepRun): string {
  const last = output.trimEnd().split('\n').at(-1)?.trim() ?? ''
  return `exit code ${exitCode}${last === '' ? '' : `: ${last.slice(0, LONGEST)}`}`
}

/** A test's name as a regular expression. Vitest's fixture joins suites by ` > `, and its option -t by a space. */
function namePattern(label: string): string {
  return label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' > ', '.{1,3}')
}
