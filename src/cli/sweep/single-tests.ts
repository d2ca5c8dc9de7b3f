import { stripVTControlCharacters } from 'node:util'
import { compareRuns } from '../../judge/sweep/cells/call-names.ts'
import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import type { Baseline, SuiteTest } from '../../judge/sweep/document/baseline.ts'
import { baselineOf } from '../../judge/sweep/run/baseline.ts'
import { shellWord, shellWords } from '../process/spawn-command.ts'
import { type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

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
  readonly #listed: ReadonlyMap<string, SuiteTest['alone']>
  /** The tests that cannot be run alone, and why. */
  readonly inseparable = new Map<string, string>()
  readonly #made: SuiteTest[] = []

  constructor(
    context: SweepContext & { readonly each: string | undefined },
    whole: CommandBaseline,
    listed: readonly SuiteTest[] = [],
  ) {
    this.#context = context
    this.#whole = whole
    this.#listed = new Map(listed.map(({ label, alone }) => [label, alone]))
  }

  /** The tests that were run alone, here and before. */
  get alone(): readonly SuiteTest[] {
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
      const why = `alone, it does not make the call ${missing.name}`
      return this.#together(label, withMessage(why, run.output))
    }
    const own = baselineOf([run], this.#whole)
    const { money, findings, duration_ms } = own
    this.#made.push({ label, alone: { money, findings, duration_ms } })
    return { ...own, words }
  }

  #together(label: string, why: string): CommandBaseline {
    this.inseparable.set(label, why)
    return this.#whole
  }
}

/** `exit code 4: ERROR: not found: test_shop.py::test_refund` */
function failureText({ exitCode, output }: SweepRun): string {
  return withMessage(`exit code ${exitCode}`, output)
}

const LONGEST_MESSAGE = 200

/** What runners print of a test that failed, and of one that they did not find. */
const revealing = [
  /(?:error|exception): ?\S|^FAILED \S/i,
  /no tests|skipped|not found|\bfail/i,
  /\S/,
] as const

/** With the line of the runner's output that says the most, the last of these. */
function withMessage(text: string, output: string): string {
  const lines = stripVTControlCharacters(output).split('\n').reverse()
  const found = revealing.map((words) => lines.find((line) => words.test(line)))
  const message = found.find((line) => line !== undefined)?.trim() ?? ''
  return `${text}${message === '' ? '' : `: ${message.slice(0, LONGEST_MESSAGE)}`}`
}

/**
 * A test's name as a regular expression that no longer name matches. Vitest's fixture joins suites
 * by ` > `, and its option -t by a space.
 */
function namePattern(label: string): string {
  const name = label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' > ', '.{1,3}')
  return `^${name}$`
}
