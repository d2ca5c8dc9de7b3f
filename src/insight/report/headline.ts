import { moneyText, numberText } from '../../domain/money.ts'
import {
  type TransactionKind,
  transactionKinds,
} from '../../domain/transaction/kinds-and-statuses.ts'
import { capitalised, counted, lowerFirst } from '../counted.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import { chargedAtOnce, doubleRefund, lateRequest } from '../findings/payment/double.ts'
import { chargedAgain, chargedThoughRefused, lostSale } from '../findings/payment/overlooked.ts'
import { paidAgain } from '../findings/payment/paid-again.ts'
import {
  addCounts,
  type Counts,
  type Encountered,
  type FindingCounts,
  lossesIn,
  type Tally,
} from '../run/tally.ts'
import type { DeletedPart, ReportVerdict, UnmatchedScenario } from './report-document.ts'

/** The transaction requests of a run, and how many of them left their clients without the result. */
export type OperationCounts = Readonly<
  Partial<Record<TransactionKind, { readonly requests: number; readonly lost: number }>>
>

interface JudgedRun {
  readonly counts: Readonly<Record<Severity, number>>
  readonly encountered: Encountered
  readonly operations: OperationCounts
  readonly incomplete: readonly string[]
  /** What the config accepts does not fail, but it is not safe either. */
  readonly accepted: readonly { readonly severity: Severity }[]
}

export function reportVerdict(run: JudgedRun): ReportVerdict {
  const { counts, accepted, incomplete } = run
  if (counts.error > 0) return 'unsafe'
  if (counts.warning > 0 || accepted.some(({ severity }) => severity !== 'note')) return 'warnings'
  return incomplete.length > 0 || hasTestedNothing(run) ? 'untested' : 'safe'
}

/** Whether the client never had to recover: no response was lost, or no payment was made. */
export function hasTestedNothing({
  encountered,
  operations,
}: Pick<JudgedRun, 'encountered' | 'operations'>): boolean {
  return lossesIn(encountered) === 0 || isWithoutPayment(operations)
}

function isWithoutPayment(operations: OperationCounts): boolean {
  return Object.keys(operations).length === 0
}

/** What the sandbox itself failed to do, a sentence for each reason. */
export function failureSentences(failures: Readonly<Counts>): readonly string[] {
  return Object.entries(failures).map(([key, count]) => {
    const [what = '', ...reason] = key.split(' ')
    const verb = what === 'payment' ? 'store' : 'answer'
    return `The sandbox could not ${verb} ${counted(count, what)}: ${reason.join(' ')}`
  })
}

type HeadlineSums = Pick<
  Tally,
  'requests' | 'own' | 'waiting' | 'undecided' | 'counts_by_code' | 'raised' | 'overcharged'
> &
  JudgedRun & {
    /** The command to sweep, as typed in a shell. */
    readonly command?: string | undefined
    /** Why nothing was tested, if that is known better. */
    readonly untested?: string | undefined
  }

/** The first line of a report, and what a run that is not unsafe did not test. */
export function headline(verdict: ReportVerdict, sums: HeadlineSums) {
  const line = {
    unsafe: unsafeText,
    warnings: warningsText,
    untested: untestedText,
    safe: safeText,
  }
  const { text, next } = line[verdict](sums)
  const first = [text, ...openTexts(sums)].join('; ').replace(/^Warnings:; /, 'Warnings: ')
  return {
    headline: next === undefined ? first : `${first}. Next: ${next}`,
    notTested: notTestedFor(verdict, sums),
  }
}

interface FirstLine {
  readonly text: string
  /** The command to run next. */
  readonly next?: string | undefined
}

function unsafeText({ counts_by_code, raised, overcharged }: HeadlineSums): FirstLine {
  const errors = kindsText(kindsIn({ counts_by_code, raised }, 'error'), overcharged)
  // An error must not hide what warnings cost.
  const costly = kindsIn({ counts_by_code, raised }, 'warning').filter(({ code }) =>
    hasMoney(code, overcharged),
  )
  return { text: `Unsafe: ${[errors, kindsText(costly, overcharged)].filter(Boolean).join('; ')}` }
}

/** The most kinds of warnings in the first line. */
const MOST_KINDS = 4

function warningsText({ counts_by_code, raised, overcharged }: HeadlineSums): FirstLine {
  const kinds = kindsIn({ counts_by_code, raised }, 'warning')
  const costlyFirst = [...kinds].sort(
    (one, other) => Number(isCostly(other.code)) - Number(isCostly(one.code)),
  )
  const more = costlyFirst.slice(MOST_KINDS).reduce((sum, { count }) => sum + count, 0)
  const texts = [
    kindsText(costlyFirst.slice(0, MOST_KINDS), overcharged),
    more === 0 ? '' : `${numberText(more)} more`,
  ].filter(Boolean)
  // All of them may be accepted, which is counted at the end.
  return { text: ['Warnings:', texts.join('; ')].join(' ').trimEnd() }
}

function untestedText(sums: HeadlineSums): FirstLine {
  const { text, next } = untestedReason(sums)
  return { text: `Untested: ${text}`, next }
}

function untestedReason(sums: HeadlineSums): FirstLine {
  const { requests, own, waiting, incomplete, operations, untested } = sums
  if (incomplete.length > 0) return { text: incomplete.map(lowerFirst).join('; ') }
  if (untested !== undefined) return { text: untested }
  // The dashboard's own requests prove nothing about a client.
  if (requests + waiting === 0 && own > 0) {
    const sent = `${counted(own, 'request')} of the dashboard ${own === 1 ? 'is' : 'are'}`
    return { text: `${sent} not judged, and no other reached the sandbox` }
  }
  if (requests + waiting === 0) return { text: 'no request reached the sandbox' }
  if (requests === 0) return { text: 'no request has ended yet' }
  if (waiting === 0 && isWithoutPayment(operations)) {
    return { text: 'no payment was made, so no recovery of one was tried' }
  }
  return { text: NOTHING_LOST, next: sweepOf(sums) }
}

const NOTHING_LOST = 'no response was lost, so your recovery code never ran'

function sweepOf({ command = 'npm test' }: Pick<HeadlineSums, 'command'>): string {
  return `npx sandgate sweep -- ${command}`
}

function safeText({ requests, encountered, undecided, waiting }: HeadlineSums): FirstLine {
  const lost = lossesIn(encountered)
  const how = encountered.undecided === 0 ? 'lost' : 'lost or undecided'
  const were = `${counted(lost, 'response')} ${lost === 1 ? 'was' : 'were'} ${how}`
  const all = lost === 1 ? 'it' : 'all of them'
  const calls = `(${counted(requests, 'request')})`
  if (undecided + waiting > 0) return { text: `Safe so far: ${were} ${calls}` }
  return { text: `Safe: ${were}, and your client recovered from ${all} ${calls}` }
}

/** What is not decided yet, and what the config accepts. */
function openTexts({ undecided, waiting, accepted }: HeadlineSums): readonly string[] {
  const are = (count: number, one: string, many: string) => (count === 1 ? one : many)
  return [
    ...(undecided === 0
      ? []
      : [`${counted(undecided, 'payment')} ${are(undecided, 'is', 'are')} still undecided`]),
    ...(waiting === 0
      ? []
      : [`${counted(waiting, 'request')} ${are(waiting, 'has', 'have')} no response yet`]),
    ...(accepted.length === 0 ? [] : [`${numberText(accepted.length)} accepted`]),
  ]
}

/** Warnings that cost somebody money. */
const costly: readonly string[] = [
  chargedAtOnce.code,
  lateRequest.code,
  chargedAgain.code,
  chargedThoughRefused.code,
  lostSale.code,
]

function isCostly(code: string): boolean {
  return costly.includes(code)
}

function hasMoney(code: string, overcharged: Readonly<Counts>): boolean {
  return Object.keys(overcharged).some((key) => key.startsWith(`${code} `))
}

/** `2 double charges, AUD 99.90 overcharged; 1 lost sale, AUD 5.00 not charged; 1 unresolved` */
function kindsText(kinds: readonly CountedKind[], overcharged: Readonly<Counts>): string {
  const words = (all: readonly CountedKind[]) =>
    all.map(({ count, one, many }) => counted(count, one, many)).join(', ')
  const withMoney = moneyWords.flatMap(([word, isOf]) => {
    const own = kinds.filter(({ code }) => hasMoney(code, overcharged) && isOf(code))
    return own.length === 0 ? [] : [`${words(own)}, ${moneyOf(own, overcharged)} ${word}`]
  })
  const rest = words(kinds.filter(({ code }) => !hasMoney(code, overcharged)))
  return [...withMoney, rest].filter(Boolean).join('; ')
}

/** `1 double charge, 2 unresolved`; the kinds need not be errors usually. */
export function errorsText(errors: Readonly<Counts>): string {
  return kindsText(kindsIn({ counts_by_code: errors, raised: errors }, 'error'), {})
}

/** What happened to the money of a kind. */
const moneyWords: readonly (readonly [word: string, isOf: (code: string) => boolean])[] = [
  ['overcharged', (code) => code !== doubleRefund.code && code !== lostSale.code],
  ['refunded too much', (code) => code === doubleRefund.code],
  ['not charged', (code) => code === lostSale.code],
]

function moneyOf(kinds: readonly CountedKind[], overcharged: Readonly<Counts>): string {
  const sums: Counts = {}
  for (const [key, cents] of Object.entries(overcharged)) {
    const [own, currency = ''] = key.split(' ')
    if (kinds.some(({ code }) => code === own)) addCounts(sums, { [currency]: cents })
  }
  return Object.entries(sums)
    .map(([currency, cents]) => moneyText(cents, currency))
    .join(' and ')
}

/** Used instead of both if judging is switched off. */
export const unjudged = {
  headline: 'Untested: judging is switched off',
  not_tested:
    'Judging is switched off (`report.judge: false` in the config), so this report says nothing about the client.',
} as const

/** What a run did not test. If it tested nothing, its first line shows it. */
function notTestedFor(verdict: ReportVerdict, sums: HeadlineSums): string | undefined {
  const { incomplete, operations, waiting } = sums
  if (verdict === 'untested') return undefined
  const spoilt = incomplete.map((sentence) => `${sentence}.`).join('\n')
  if (verdict === 'unsafe' || spoilt !== '') return spoilt || undefined
  const next = `Next: ${sweepOf(sums)}`
  if (waiting === 0 && isWithoutPayment(operations)) return 'No payment was made in this run.'
  if (hasTestedNothing(sums)) return `${capitalised(NOTHING_LOST)}. ${next}`
  // How a client deals with a loss there is not known.
  const kinds = transactionKinds
    .filter((kind) => operations[kind]?.lost === 0)
    .map((kind) => kind.replace('_', ' '))
  if (kinds.length === 0) return undefined
  const list = kinds.join(', ').replace(/, (?=[^,]*$)/, ' or ')
  return `Not tested: no response to a ${list} was lost. ${next}`
}

/** Says first what the run does not know, and which scenarios tested nothing, one line each. */
export function notTestedWith(
  beginsAtRestart: string | null,
  unmet: readonly UnmatchedScenario[],
  deleted: DeletedPart | undefined,
  notTested: string | undefined,
): string | null {
  const gone = deleted && deletedText(deleted)
  const untested = unmet.map((one) => `${unmetWords(one)}, so it tested nothing.`)
  return (
    [beginsAtRestart, gone && `${gone}.`, ...untested, notTested].filter(Boolean).join('\n') || null
  )
}

export const RESTART_TEXT =
  'This report begins at the restart of the sandbox: if a response was lost before that, the retry of its request looks like a new payment.'

/** `flaky-day: none of its 6 rules matched` */
export function unmetWords({ name, rules }: UnmatchedScenario): string {
  return `${name}: ${rules === 1 ? 'its only rule matched no request' : `none of its ${rules} rules matched`}`
}

/** `214 requests with 2 errors and 1 warning were deleted from the report` */
export function deletedText({ requests, counts }: DeletedPart): string | undefined {
  const counts_by_code = [
    ...(counts.error > 0 ? [counted(counts.error, 'error')] : []),
    ...(counts.warning > 0 ? [counted(counts.warning, 'warning')] : []),
  ].join(' and ')
  if (requests === 0 && counts_by_code === '') return undefined
  const were = requests === 1 ? 'was' : 'were'
  return `${counted(requests, 'request')}${counts_by_code && ` with ${counts_by_code}`} ${were} deleted from the report, by report --clear or DELETE /_sandbox/report`
}

/** Below the verdict: references that were paid more than once, which only the shop can judge. */
export function paidMoreLines({
  notes = {},
}: {
  readonly notes?: Readonly<Counts>
}): readonly string[] {
  const references = notes[paidAgain.code] ?? 0
  if (references === 0) return []
  const were = `${counted(references, 'reference')} ${references === 1 ? 'was' : 'were'}`
  return [
    `${were} paid more than once. If each reference is one order, \`--unique-references\` makes that an error (in the config: \`report: { unique_references: true }\`).`,
  ]
}

interface CountedKind {
  readonly code: string
  readonly one: string
  readonly many?: string
  readonly count: number
}

/** The findings of one severity, worst first; some are errors although their kind is not. */
export function kindsIn(
  { counts_by_code, raised }: Pick<FindingCounts, 'counts_by_code' | 'raised'>,
  severity: Severity,
): readonly CountedKind[] {
  return allFindings.flatMap((kind) => {
    const errors = raised[kind.code] ?? 0
    const usual = kind.severity === severity ? (counts_by_code[kind.code] ?? 0) - errors : 0
    const count = severity === 'error' ? usual + errors : usual
    return count <= 0 ? [] : [{ ...kind, count }]
  })
}
