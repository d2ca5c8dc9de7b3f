import type { ReportVerdict } from '../report/report.ts'
import {
  type CellResult,
  cellResults,
  forms,
  isUnsafe,
  type SweepCell,
  type SweepForm,
  type SweepMoment,
  type SweptCall,
} from './cell.ts'

/** A finding as a sweep shows it. */
export interface CellFinding {
  readonly code: string
  /** The finding with its story, readable by itself. */
  readonly text: string
  /** Whether less was bought, held or refunded than in the clean run. */
  readonly isShort: boolean
}

/** The result of one cell. */
export interface CellOutcome {
  readonly cell: SweepCell
  /** Undefined if it was not run because the time was up. */
  readonly result: CellResult | undefined
  readonly exitCode?: number
  readonly durationMs?: number
  readonly findings: readonly CellFinding[]
}

/** A finished sweep. */
export interface Swept {
  readonly version: string
  /** As it was typed. */
  readonly command: string
  readonly isStrict: boolean
  readonly cleanMs: number
  readonly calls: readonly SweptCall[]
  readonly outcomes: readonly CellOutcome[]
}

export type ShownResult = CellResult | 'not run'

/** How often each result occurred, worst first. */
function countsOf({ outcomes }: Pick<Swept, 'outcomes'>): readonly [ShownResult, number][] {
  const shown: readonly ShownResult[] = [...cellResults, 'not run']
  return shown.flatMap((result): [ShownResult, number][] => {
    const count = outcomes.filter((one) => (one.result ?? 'not run') === result).length
    return count === 0 ? [] : [[result, count]]
  })
}

/** The outcomes that fail the sweep, worst first. */
export function unsafeOutcomes({ outcomes, isStrict }: Swept): readonly CellOutcome[] {
  return outcomes
    .filter(({ result }) => result !== undefined && isUnsafe(result, isStrict))
    .sort((one, other) => badness(one) - badness(other))
}

/** The outcomes to show: those that fail the sweep, and lost sales. */
export function toldOutcomes(swept: Swept): readonly CellOutcome[] {
  const { outcomes } = swept
  const lost = outcomes.filter(({ result }) => result === 'LOST SALE')
  return [...new Set([...unsafeOutcomes(swept), ...lost])]
}

/** What `hung` means, and what to do about it. */
export function hungText({ cleanMs }: Pick<Swept, 'cleanMs'>, { form }: SweepCell): string {
  const seconds = Math.round(hungAfterMs(cleanMs) / 1000)
  if (form !== 'hang') {
    return `hung: your command was still running ${seconds} s after it began; let it give up some time`
  }
  return `hung: your client waited longer than ${seconds} s for an answer that never comes; give it a time-out`
}

/** The distinct texts for all hung cells. */
export function hungTexts(swept: Swept): readonly string[] {
  const hung = swept.outcomes.filter(({ result }) => result === 'hung')
  return [...new Set(hung.map(({ cell }) => hungText(swept, cell)))]
}

/** A run is hung after ten times its clean duration. */
export function hungAfterMs(cleanMs: number): number {
  return Math.max(10 * cleanMs, 10_000)
}

function badness({ result = 'safe' }: CellOutcome): number {
  return cellResults.indexOf(result)
}

/** One line: what was found, and in how many cells. */
export function verdictLine(swept: Swept): string {
  const { outcomes } = swept
  const counts = countsOf(swept).map(([result, count]) => `${count} ${result}`)
  const cells = outcomes.length === 1 ? '1 cell' : `${outcomes.length} cells`
  return `${verdictWords[sweepVerdict(swept)]}: ${cells}: ${counts.join(', ')}`
}

/** The verdicts of a report, and one for lost sales that do not fail the sweep. */
type SweepVerdict = ReportVerdict | 'lost-sale'

const verdictWords: Readonly<Record<SweepVerdict, string>> = {
  unsafe: 'UNSAFE',
  'lost-sale': 'Sales lost',
  untested: 'Untested',
  safe: 'Safe',
}

function sweepVerdict(swept: Swept): SweepVerdict {
  if (unsafeOutcomes(swept).length > 0) return 'unsafe'
  if (swept.outcomes.some(({ result }) => result === 'LOST SALE')) return 'lost-sale'
  return isProof(swept) ? 'safe' : 'untested'
}

/** Only cells that were run, reached and ended prove something. */
function isProof({ outcomes }: Swept): boolean {
  return outcomes.every(({ result }) => result === 'safe' || result === 'failed safe')
}

/** How to run one cell again. */
export function repeatLine({ command }: Swept, { cell }: CellOutcome): string {
  return `npx sandgate sweep --only ${cell.name} -- ${command}`
}

interface GridRow {
  readonly call: string
  readonly results: readonly (ShownResult | undefined)[]
}

/** A table of calls and fault forms for one moment. */
export interface Grid {
  readonly at: SweepMoment
  readonly forms: readonly SweepForm[]
  readonly rows: readonly GridRow[]
}

/** One grid for each moment; after-commit faults first, since they cost money. */
export function gridsOf({ calls, outcomes }: Swept): readonly Grid[] {
  return (['after', 'before'] as const).flatMap((at) => {
    const here = outcomes.filter(({ cell }) => cell.at === at)
    const used = forms.filter((form) => here.some(({ cell }) => cell.form === form))
    const rows = calls.flatMap((call): GridRow[] => {
      const own = here.filter(({ cell }) => cell.call.name === call.name)
      if (own.length === 0) return []
      return [{ call: call.name, results: used.map((form) => resultIn(own, form)) }]
    })
    return rows.length === 0 ? [] : [{ at, forms: used, rows }]
  })
}

function resultIn(own: readonly CellOutcome[], form: SweepForm): ShownResult | undefined {
  const outcome = own.find(({ cell }) => cell.form === form)
  return outcome && (outcome.result ?? 'not run')
}

/** The title of a grid. */
export const gridTitles: Readonly<Record<SweepMoment, string>> = {
  after: 'The answer is lost after the money moved',
  before: 'The request fails before anything is processed',
}

/** A sweep as JSON. */
export function sweepDocument(swept: Swept) {
  return {
    verdict: sweepVerdict(swept),
    command: swept.command,
    clean_ms: Math.round(swept.cleanMs),
    calls: swept.calls.map(({ name, operation }) => ({ name, operation })),
    counts: Object.fromEntries(countsOf(swept)),
    cells: swept.outcomes.map((outcome) => cellDocument(swept, outcome)),
  }
}

function cellDocument(swept: Swept, outcome: CellOutcome) {
  const { cell, result, exitCode, durationMs, findings } = outcome
  return {
    cell: cell.name,
    call: cell.call.name,
    at: cell.at,
    form: cell.form,
    result: result ?? 'not run',
    exit_code: exitCode ?? null,
    duration_ms: durationMs === undefined ? null : Math.round(durationMs),
    findings: findings.map(({ code, text }) => ({ code, text })),
    repeat: repeatLine(swept, outcome),
  }
}
