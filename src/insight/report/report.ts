import { type TransactionKind, transactionKinds } from '../../domain/transaction/transaction.ts'
import { counted } from '../counted.ts'
import { type CoverageDocument, coverageOf } from '../coverage/coverage.ts'
import type { Requirement } from '../coverage/coverage-case.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Finding, Severity } from '../findings/finding.ts'
import { chargedAtOnce, lateRequest } from '../findings/payment/double.ts'
import { lostSale } from '../findings/payment/lost-sale.ts'
import type { TestPart } from '../run/past.ts'
import type { RunPart, UnmetScenario } from '../run/run.ts'
import { type CutReason, type Exercised, lossesIn, type Tally } from '../run/tally.ts'

/** The content of a report in any format. */
export interface Report {
  readonly verdict: ReportVerdict
  /** The first line of the report. */
  readonly headline: string
  /** A warning that limits what a pass means. */
  readonly caution: string | undefined
  /** What it may not know because of a restart, as a sentence. */
  readonly beginsAtRestart: string | undefined
  readonly unmetScenarios: readonly UnmetScenario[]
  readonly requests: number
  /** Unanswered calls, which are not counted in `requests`. */
  readonly waiting: number
  readonly chapters: number
  readonly worlds: number
  /** The labels of the chapters, oldest first. */
  readonly labels: readonly string[]
  /** The labels, then the names of unlabelled chapters that had requests. */
  readonly chapterNames: readonly string[]
  readonly exercised: Exercised
  readonly operations: OperationCounts
  /** Counts all findings, kept or not. */
  readonly counts: Readonly<Record<Severity, number>>
  /** The kept findings, worst first. */
  readonly findings: readonly Finding[]
  readonly droppedFindings: number
  readonly coverage: CoverageDocument
  /** One for each chapter that had requests, oldest first. */
  readonly tests: readonly TestView[]
}

/** What one test showed: a chapter of the run. */
export interface TestView extends Pick<TestPart, 'place' | 'isOpen' | 'tally'> {
  readonly verdict: ReportVerdict
  readonly counts: Readonly<Record<Severity, number>>
}

/** The transaction requests of a run, and how many of them left their clients without the result. */
export type OperationCounts = Readonly<
  Partial<Record<TransactionKind, { readonly requests: number; readonly lost: number }>>
>

function operationsIn({ calls, lost }: Tally): OperationCounts {
  const counts = transactionKinds.map((kind) => {
    const own = [...calls].filter(([call]) => call.startsWith(`${kind} `))
    const requests = own.reduce((sum, [, count]) => sum + count, 0)
    return [kind, { requests, lost: lost.get(kind) ?? 0 }] as const
  })
  return Object.fromEntries(counts.filter(([, { requests }]) => requests > 0))
}

export function reportOf(part: RunPart, possible: ReadonlySet<Requirement>): Report {
  const { tally, chapters, worlds, labels, chapterNames, findings, unmetScenarios } = part
  const { requests, waiting, counts: exercised } = tally
  const counts = countsOf(tally)
  const verdict = verdictOf(counts, exercised)
  const operations = operationsIn(tally)
  const told = headline(verdict, { ...tally, operations })
  const beginsAtRestart = tally.cut && cutTexts[tally.cut]
  return {
    verdict,
    headline: told.headline,
    caution: cautionWith({ beginsAtRestart, unmet: unmetScenarios }, told.caution),
    beginsAtRestart,
    unmetScenarios,
    requests,
    waiting,
    chapters,
    worlds,
    labels,
    chapterNames,
    exercised,
    operations,
    counts,
    findings,
    droppedFindings: foundIn(tally) - findings.length,
    coverage: coverageOf(tally.covered, possible),
    tests: part.tests.map(testView),
  }
}

function testView(test: TestPart): TestView {
  const counts = countsOf(test.tally)
  return { ...test, counts, verdict: verdictOf(counts, test.tally.counts) }
}

/** How many findings there are, kept or not. */
export function foundIn({ found }: Pick<Tally, 'found'>): number {
  return [...found.values()].reduce((sum, count) => sum + count, 0)
}

function countsOf({ found }: Tally): Report['counts'] {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { code, severity } of allFindings) counts[severity] += found.get(code) ?? 0
  return counts
}

export type ReportVerdict = 'unsafe' | 'safe' | 'untested'

/** `untested`: no errors, but no fault was tried either. */
export function verdictOf(
  counts: Readonly<Record<Severity, number>>,
  exercised: Exercised,
): ReportVerdict {
  if (counts.error > 0) return 'unsafe'
  return lossesIn(exercised) === 0 ? 'untested' : 'safe'
}

/** The look of a report: what costs money must not look like a pass. */
export function lookOf(report: {
  readonly verdict: ReportVerdict
  readonly findings: readonly { readonly code: string }[]
}): ReportVerdict | 'costly' {
  const { verdict, findings } = report
  if (verdict !== 'safe') return verdict
  return findings.some(({ code }) => costly.includes(code)) ? 'costly' : verdict
}

/** The first line of a report, and the warning that limits a pass. */
export function headline(
  verdict: ReportVerdict,
  told: Pick<Tally, 'requests' | 'own' | 'waiting' | 'found'> & Pick<Report, 'operations'>,
): { readonly headline: string; readonly caution: string | undefined } {
  const { requests, own, waiting, found, operations } = told
  if (requests === 0 && own > 0 && found.size === 0) return ownAlone(own)
  if (verdict === 'unsafe') return { headline: `UNSAFE: ${errorText(found)}`, caution: undefined }
  const pass = passText(found, counted(requests, 'request'))
  const caution = cautionFor(verdict, { requests: requests + waiting, operations })
  if (waiting === 0) return { headline: pass, caution }
  const open = `${waiting === 1 ? 'has' : 'have'} no answer yet`
  if (requests === 0) return { headline: `${counted(waiting, 'request')} ${open}`, caution }
  return { headline: `${pass}; ${waiting} more ${open}`, caution }
}

/** Warnings of money that moved twice. */
const doubling: readonly string[] = [chargedAtOnce.code, lateRequest.code]

/** Warnings that cost somebody money. */
const costly: readonly string[] = [...doubling, lostSale.code]

function passText(found: Tally['found'], calls: string): string {
  const warnings = warningText(found)
  if (warnings === '') return `No fault found in ${calls}`
  return doubling.some((code) => found.has(code))
    ? `WARNING: ${warnings}`
    : `Nothing unsafe found in ${calls}; ${warnings}`
}

/** `1 lost sale, 2 other warnings` */
function warningText(found: Tally['found']): string {
  const kinds = kindsIn(found, 'warning')
  const named = kinds.filter(({ code }) => costly.includes(code))
  const others = kinds
    .filter(({ code }) => !costly.includes(code))
    .reduce((sum, { count }) => sum + count, 0)
  const rest = counted(others, named.length === 0 ? 'warning' : 'other warning')
  return [...named.map(kindText), ...(others === 0 ? [] : [rest])].join(', ')
}

function kindText({ count, one, many }: ReturnType<typeof kindsIn>[number]): string {
  return counted(count, one, many)
}

/** The dashboard's own requests prove nothing about a client. */
function ownAlone(own: number) {
  const sent = own === 1 ? '1 request of the dashboard is' : `${own} requests of the dashboard are`
  return {
    headline: 'Nothing was judged',
    caution: `${sent} not judged, and no other reached the sandbox, so nothing was tested.`,
  }
}

/** Used instead of both if judging is switched off. */
export const unjudged = {
  headline: 'Nothing was judged',
  caution:
    'Judging is switched off (`report.judge: false` in the config), so this report says nothing about the client.',
} as const

/** What a pass does not prove. `command`: the command to sweep, as typed in a shell. */
export function cautionFor(
  verdict: ReportVerdict,
  { requests, operations }: Pick<Report, 'requests' | 'operations'>,
  command = 'npm test',
): string | undefined {
  if (verdict === 'unsafe') return undefined
  if (requests === 0) return 'No request reached the sandbox, so nothing was tested.'
  const cure = `\`npx sandgate sweep -- ${command}\` does that.`
  if (verdict === 'untested') {
    return `No answer was lost in this run, so recovery was never exercised: ${cure}`
  }
  const kinds = neverLost(operations)
  if (kinds.length === 0) return undefined
  return `No answer to a ${kinds.join(', ').replace(/, (?=[^,]*$)/, ' or ')} was lost in this run, so recovery from that was never exercised: ${cure}`
}

/** The kinds of requests that had an answer every time: how a client deals with a loss there is not known. */
function neverLost(operations: OperationCounts): readonly string[] {
  const kinds = transactionKinds.filter((kind) => operations[kind]?.lost === 0)
  return kinds.map((kind) => kind.replace('_', ' '))
}

/** Says first what the run does not know of the past, and which scenarios tested nothing, one line each. */
export function cautionWith(
  first: {
    readonly beginsAtRestart: string | undefined
    readonly unmet: readonly UnmetScenario[]
  },
  caution: string | undefined,
): string | undefined {
  const lines = [first.beginsAtRestart, ...first.unmet.map(unmetText), caution]
  const given = lines.filter((line) => line !== undefined)
  return given.length === 0 ? undefined : given.join('\n')
}

const cutTexts: Readonly<Record<CutReason, string>> = {
  dropped:
    'This report begins at the restart of the sandbox: more answers had been lost before it than are kept, so a retry of one of them may look like a new payment.',
  unkept:
    'This report begins at the restart of the sandbox: before it, judging was switched off or an older version was running, so a retry of an answer that was lost then may look like a new payment.',
}

function unmetText(scenario: UnmetScenario): string {
  return `${unmetWords(scenario)}, so it tested nothing.`
}

/** `flaky-day: none of its 6 rules was met` */
export function unmetWords({ name, rules }: UnmetScenario): string {
  return `${name}: ${rules === 1 ? 'its only rule was not met' : `none of its ${rules} rules was met`}`
}

/** `1 double charge, 2 unresolved` */
function errorText(found: Tally['found']): string {
  return kindsIn(found, 'error').map(kindText).join(', ')
}

/** The findings of one severity, worst first. */
function kindsIn(found: Tally['found'], severity: Severity) {
  return allFindings.flatMap((kind) => {
    const count = found.get(kind.code) ?? 0
    return kind.severity !== severity || count === 0 ? [] : [{ ...kind, count }]
  })
}
