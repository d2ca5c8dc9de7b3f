import { moneyText } from '../../domain/money.ts'
import { counted } from '../counted.ts'
import type { Excess, Severity } from '../findings/finding.ts'
import type { ReportVerdict } from '../report/headline.ts'
import type { SweepCell, SweptCall } from './cell.ts'
import type { CellRequest } from './cell-request.ts'
import { type CellResult, cellResults, isUnsafe } from './result.ts'
import { missingText, type Shards } from './shards.ts'

/** A finding as a sweep shows it. */
export interface CellFinding {
  readonly code: string
  readonly severity: Severity
  /** The finding with its story, readable by itself. */
  readonly text: string
  /** What it took or gave back too much. */
  readonly excess?: Excess | undefined
}

/** The result of one cell. */
export interface CellOutcome {
  readonly cell: SweepCell
  /** Undefined if it was not run because the time was up. */
  readonly result: CellResult | undefined
  /** Both results, if a second run of the cell ended otherwise; the worse one counts. */
  readonly flaky?: readonly [CellResult, CellResult] | undefined
  readonly exitCode?: number | undefined
  readonly durationMs?: number | undefined
  readonly findings: readonly CellFinding[]
  /** The broken request and those that followed. */
  readonly requests?: readonly CellRequest[]
}

/** Something that a sweep left out, and the option that includes it. */
export interface NotTried {
  readonly what: string
  readonly how: string
}

/** How the shops that ship with Sandgate fared in the same cells. */
export interface SweepControl {
  readonly naive: { readonly cells: number; readonly found: number }
  readonly careful: { readonly cells: number; readonly blamed: number }
}

/** A finished sweep. */
export interface Swept {
  readonly version: string
  /** As it was typed. */
  readonly command: string
  /** The options that every cell needs when it is run again, as they are typed. */
  readonly options?: string
  readonly isStrict: boolean
  readonly cleanMs: number
  readonly calls: readonly SweptCall[]
  readonly outcomes: readonly CellOutcome[]
  readonly notTried?: readonly NotTried[]
  readonly control?: SweepControl | undefined
  /** Undefined: it was not divided. */
  readonly shards?: Shards | undefined
}

export type ShownResult = CellResult | 'not run'

/** Worst first. */
export const allResults: readonly ShownResult[] = [...cellResults, 'not run']

/** How often each result occurred, worst first. */
export function countsOf({ outcomes }: Pick<Swept, 'outcomes'>): readonly [ShownResult, number][] {
  return allResults.flatMap((result): [ShownResult, number][] => {
    const count = outcomes.filter((one) => (one.result ?? 'not run') === result).length
    return count === 0 ? [] : [[result, count]]
  })
}

/** The outcomes that fail the sweep, worst first. */
export function unsafeOutcomes({ outcomes, isStrict }: Swept): readonly CellOutcome[] {
  return worstFirst(
    outcomes.filter(({ result }) => result !== undefined && isUnsafe(result, isStrict)),
  )
}

/** Whether a result is shown although it fails the sweep only with `--strict`. */
export function isDoubtful(result: CellResult | undefined): boolean {
  return result !== undefined && doubtful.includes(result)
}

const doubtful: readonly CellResult[] = ['LOST SALE', 'DUPLICATE CUSTOMER', 'DUPLICATE TOKEN']

/** The outcomes to show: those that fail the sweep, lost sales and duplicates. */
export function reportedOutcomes(swept: Swept): readonly CellOutcome[] {
  const lost = swept.outcomes.filter(({ result }) => isDoubtful(result))
  return [...new Set([...unsafeOutcomes(swept), ...worstFirst(lost)])]
}

/** The first outcome of each kind among those to show. */
export function worstOfEachKind(swept: Swept): readonly CellOutcome[] {
  const told = reportedOutcomes(swept).filter(({ findings }) => findings.length > 0)
  return told.filter(({ result }, i) => told.findIndex((one) => one.result === result) === i)
}

function worstFirst(outcomes: readonly CellOutcome[]): readonly CellOutcome[] {
  return [...outcomes].sort((one, other) => badness(one) - badness(other))
}

/** Less for a worse result; a cell that was not run comes last. */
export function badness({ result }: CellOutcome): number {
  return result === undefined ? cellResults.length : cellResults.indexOf(result)
}

/** The finding that shows the result of a cell best. */
export function storyOf({ result, findings }: CellOutcome): CellFinding | undefined {
  const code = result?.toLowerCase().replace(' ', '-')
  return findings.find((one) => one.code === code) ?? findings[0]
}

/** A result in words that say what it means, where its name does not. */
export function meaningOf(swept: Pick<Swept, 'cleanMs'>, { result, cell }: CellOutcome): string {
  if (result === 'hung') return hungText(swept, cell)
  if (result === 'failed safe') {
    return 'failed safe: your command failed, but no money moved wrongly; --keep <folder> keeps what it printed'
  }
  if (result === 'BLIND RETRY') {
    return 'BLIND RETRY: your client sent the request again without asking; the money is right only because nothing had been processed'
  }
  return result ?? 'not run'
}

function hungText({ cleanMs }: Pick<Swept, 'cleanMs'>, { form, recovery }: SweepCell): string {
  const seconds = Math.round(hungAfterMs(cleanMs) / 1000)
  const isWaiting = [form, recovery?.form].some((one) => one === 'hang' || one === 'late')
  if (!isWaiting) {
    return `hung: your command was still running ${seconds} s after it began; let it give up some time`
  }
  return `hung: your client waited longer than ${seconds} s for an answer that never comes; give it a time-out`
}

/** After a crash a suite begins again from nothing, which no shop does. */
const RECOVER_HINT =
  "After a crash the whole command was run again. If your shop does something else when it starts, such as asking for what was left open, pass it: --recover '<command>'."

/** The distinct meanings of the results that need one. */
export function meanings(swept: Swept): readonly string[] {
  const isRerun = !/--(recover|idempotent)\b/.test(swept.options ?? '')
  const crashed = reportedOutcomes(swept).some(({ cell }) => cell.form === 'crash')
  const own = new Set(
    swept.outcomes.map((outcome) => meaningOf(swept, outcome)).filter((text) => text.includes(':')),
  )
  return [...own, ...flakyLine(swept), ...(crashed && isRerun ? [RECOVER_HINT] : [])]
}

/** Whether a cell is run once more: its result may be due to the machine. */
export function isRunAgain({ result }: CellOutcome): boolean {
  return result === 'failed safe' || result === 'hung' || result === 'not reached'
}

/** One cell that was run twice: the worse result counts. */
export function ofTwo(first: CellOutcome, second: CellOutcome): CellOutcome {
  if (first.result === undefined || second.result === undefined) return first
  if (first.result === second.result) return first
  const worse = badness(second) < badness(first) ? second : first
  return { ...worse, flaky: [first.result, second.result] }
}

/** `flaky: 1 cell ended differently when it was run again: purchase-1/after/hang (failed safe, then safe)` */
function flakyLine({ outcomes }: Swept): readonly string[] {
  const flaky = outcomes.flatMap(({ cell, flaky: both }) =>
    both === undefined ? [] : [`${cell.name} (${both.join(', then ')})`],
  )
  if (flaky.length === 0) return []
  const count = counted(flaky.length, 'cell')
  return [`flaky: ${count} ended differently when run again: ${someOf(flaky)}`]
}

const MOST_NAMED = 5

function someOf(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The warnings that only cells have, by code: `ignored-pending: purchase-1/after/pending`. */
export function warningLines({ outcomes }: Pick<Swept, 'outcomes'>): readonly string[] {
  const cells = new Map<string, string[]>()
  for (const { cell, result, findings } of outcomes) {
    const own = result?.toLowerCase().replace(' ', '-')
    const warnings = findings.filter(({ severity, code }) => severity === 'warning' && code !== own)
    for (const code of new Set(warnings.map((one) => one.code))) {
      cells.set(code, [...(cells.get(code) ?? []), cell.name])
    }
  }
  const codes = [...cells].sort(([one], [other]) => (one < other ? -1 : 1))
  return codes.map(
    ([code, names]) => `${code} (${counted(names.length, 'cell')}): ${someOf(names)}`,
  )
}

/** A run is hung after ten times its clean duration. */
export function hungAfterMs(cleanMs: number): number {
  return Math.max(10 * cleanMs, 10_000)
}

/** One line: what was found, in how many cells, and what it cost at most. */
export function verdictLine(swept: Swept): string {
  const counts = countsOf(swept).map(([result, count]) => `${count} ${result}`)
  const cells = `${counted(swept.outcomes.length, 'cell')}${excessText(swept)}`
  const verdict = sweepVerdict(swept)
  const line = [
    verdictWords[verdict],
    cells,
    ...(counts.length > 0 ? [counts.join(', ')] : []),
  ].join(': ')
  const missing = missingShards(swept)
  const reason = missing ?? (verdict === 'untested' ? untestedText(swept) : undefined)
  return reason === undefined ? line : `${line}; ${reason}`
}

/** `, up to AUD 49.95 too much in one` */
function excessText({ outcomes }: Swept): string {
  const most = new Map<string, number>()
  for (const { findings } of outcomes) {
    const own = new Map<string, number>()
    for (const { excess } of findings) {
      if (excess === undefined) continue
      const cents = (own.get(excess.currency) ?? 0) + excess.cents
      own.set(excess.currency, cents)
      most.set(excess.currency, Math.max(most.get(excess.currency) ?? 0, cents))
    }
  }
  const sums = [...most].map(([currency, cents]) => moneyText(cents, currency))
  return sums.length === 0 ? '' : `, up to ${sums.join(' and ')} too much in one`
}

/** What several shards together miss; one alone is a part by itself. */
export function missingShards({ shards }: Swept): string | undefined {
  return shards && shards.given.length > 1 ? missingText(shards) : undefined
}

function untestedText({ outcomes }: Swept): string {
  const isReason = outcomes.some(({ result }) => result !== undefined && isUnsafe(result, true))
  return `not everything is proven${isReason ? ', which fails a sweep only with --strict' : ''}`
}

/** The verdicts of a report, and those of what does not fail the sweep. */
type SweepVerdict = ReportVerdict | 'lost-sale' | 'duplicates'

const verdictWords: Readonly<Record<SweepVerdict, string>> = {
  unsafe: 'Unsafe',
  'lost-sale': 'Sales lost',
  duplicates: 'Duplicates',
  untested: 'Untested',
  safe: 'Safe',
}

export function sweepVerdict(swept: Swept): SweepVerdict {
  if (unsafeOutcomes(swept).length > 0) return 'unsafe'
  const has = (result: CellResult) => swept.outcomes.some((one) => one.result === result)
  if (has('LOST SALE')) return 'lost-sale'
  if (has('DUPLICATE CUSTOMER') || has('DUPLICATE TOKEN')) return 'duplicates'
  return isProof(swept) ? 'safe' : 'untested'
}

/** Only cells that were run, reached and ended prove something. */
function isProof(swept: Swept): boolean {
  const { outcomes } = swept
  if (outcomes.length === 0 || missingShards(swept) !== undefined) return false
  return outcomes.every(({ result }) => result === 'safe' || result === 'failed safe')
}

/** How to run one cell again. */
export function repeatLine({ command, options = '' }: Swept, { cell }: CellOutcome): string {
  const given = options === '' ? '' : ` ${options}`
  return `npx sandgate sweep --only ${cell.name}${given} -- ${command}`
}

/** `Control: the naive shop was found out in 6 of 6 cells, the careful one blamed in 0 of 6` */
export function controlLine({ control }: Swept): readonly string[] {
  if (control === undefined) return []
  const { naive, careful } = control
  return [
    `Control: the naive shop was found out in ${naive.found} of ${counted(naive.cells, 'cell')}, the careful one blamed in ${careful.blamed} of ${careful.cells}`,
  ]
}

/** Whether the control shows that this sweep cannot be trusted. */
export function isControlFailed({ control }: Pick<Swept, 'control'>): boolean {
  if (control === undefined) return false
  const { naive, careful } = control
  return naive.found < naive.cells || careful.blamed > 0
}

/** `Not tried: crashes (--crash); …` */
export function notTriedLine({ notTried = [] }: Swept): readonly string[] {
  if (notTried.length === 0) return []
  return [`Not tried: ${notTried.map(({ what, how }) => `${what} (${how})`).join('; ')}`]
}
