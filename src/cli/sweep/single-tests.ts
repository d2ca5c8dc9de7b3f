import { stripVTControlCharacters } from 'node:util'
import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import type { Baseline } from '../../judge/sweep/document/baseline.ts'
import { madeNames } from '../../judge/sweep/money/run-money.ts'
import { baselineOf } from '../../judge/sweep/run/baseline.ts'
import { shellWord, shellWords } from '../process/spawn-command.ts'
import { gaveUpText } from './baseline-runs.ts'
import { type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

/** A command, the calls that it makes without any fault, and what they do. */
export interface CommandBaseline extends Pick<Baseline, 'calls' | 'known' | 'duration_ms'> {
  readonly words: readonly string[]
  /** With `--last-failed`, its baseline run is made beside the first cells. */
  readonly baseline: Promise<Baseline>
}

/** The commands that run one test each, each with its own baseline run. */
export class SingleTests {
  readonly #context: SweepContext & { readonly each: string | undefined }
  readonly #whole: CommandBaseline
  readonly #baselines = new Map<string, Promise<CommandBaseline>>()
  readonly #times = new Map<string | undefined, number>()
  /** The tests that cannot be run alone, and why. */
  readonly inseparable = new Map<string, string>()

  constructor(
    context: SweepContext & { readonly each: string | undefined },
    whole: CommandBaseline,
  ) {
    this.#context = context
    this.#whole = whole
  }

  /** How long what is run for a call takes without any fault, as far as it is known. */
  msOf({ label }: SweptCall): number {
    return this.#times.get(label) ?? this.#whole.duration_ms
  }

  /** What to run for a call: its test alone, or the whole command. */
  baselineOf({ label, world = '' }: SweptCall): Promise<CommandBaseline> {
    const { each } = this.#context
    if (each === undefined || label === undefined) return Promise.resolve(this.#whole)
    const texts: Readonly<Record<string, string>> = {
      test: label,
      pattern: namePattern(label),
      world,
    }
    // In one pass: a test's name may contain a placeholder.
    const line = each.replaceAll(/\{(test|pattern|world)\}/g, (_, name) =>
      shellWord(texts[name] ?? ''),
    )
    const known = this.#baselines.get(label) ?? this.#alone(shellWords(line), label)
    this.#baselines.set(label, known)
    return known
  }

  /** A test that fails alone, or does not make its calls, is run with the others. */
  async #alone(words: readonly string[], label: string): Promise<CommandBaseline> {
    const run = await sweepRun(this.#context, { words })
    const [waitedMs] = run.watch.hangUps
    if (waitedMs !== undefined) return this.#together(label, gaveUpText(waitedMs))
    if (run.exitCode !== 0) return this.#together(label, failureText(run))
    const { calls, known } = this.#whole
    const made = madeNames(run.watch, known)
    const wanted = calls.filter((call) => call.label === label)
    const missing = wanted.find(({ name }) => !made.includes(name))
    if (missing !== undefined) {
      const why = `alone, it does not make the call ${missing.name}`
      return this.#together(label, withMessage(why, run.output))
    }
    const own = baselineOf([run], { calls, known })
    this.#times.set(label, own.duration_ms)
    return { words, calls, known, duration_ms: own.duration_ms, baseline: Promise.resolve(own) }
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
