import { commandLine } from '../../base/text/copied-request.ts'
import { capitalised, counted, listText, lowerFirst, numberText } from '../../base/text/counted.ts'
import {
  type TransactionKind,
  transactionKinds,
} from '../../domain/transaction/kinds-and-statuses.ts'
import type { Severity } from '../findings/finding.ts'
import { chargedAtOnce, lateRequest } from '../findings/payment/double.ts'
import { chargedAgain, chargedThoughRefused, lostSale } from '../findings/payment/overlooked.ts'
import { ladderWords, type ReportVerdict, worstVerdict } from '../report-verdict.ts'
import { type Encountered, lossesIn } from '../run/encounters.ts'
import type { Tally } from '../run/tally.ts'
import { sweepLine } from '../sweep/document/made-with.ts'
import { kindsIn, kindsText } from './counted-kinds.ts'
import { type PaidMore, paidMoreText } from './limits.ts'

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
  return worstVerdict({
    unsafe: counts.error > 0,
    warnings: counts.warning > 0 || accepted.some(({ severity }) => severity !== 'note'),
    untested: incomplete.length > 0 || hasTestedNothing(run),
  })
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

type HeadlineSums = Pick<
  Tally,
  'requests' | 'own' | 'waiting' | 'undecided' | 'counts_by_code' | 'raised' | 'overcharged'
> &
  JudgedRun & {
    /** The command to sweep, as typed in a shell. */
    readonly command?: string | undefined
    /** The `--env` that it needs. */
    readonly env?: readonly string[] | undefined
    /** Why nothing was tested, if that is known better. */
    readonly untested?: string | undefined
    readonly paidMore?: PaidMore
  }

/** The first line of a report, and what a run that is not unsafe did not test. */
export function headline(verdict: ReportVerdict, sums: HeadlineSums) {
  const line = {
    unsafe: unsafeText,
    warnings: warningsText,
    untested: untestedText,
    safe: safeText,
  }
  const { word = ladderWords[verdict], parts, next } = line[verdict](sums)
  const first = `${word}: ${[...parts, ...paidMoreTexts(verdict, sums), ...openTexts(sums)].filter(Boolean).join('; ')}`
  return {
    headline: next === undefined ? first : `${first}. Next: ${next}`,
    notTested: notTestedFor(verdict, sums),
  }
}

interface FirstLine {
  /** The verdict, unless as always. */
  readonly word?: string
  readonly parts: readonly string[]
  /** The command to run next. */
  readonly next?: string | undefined
}

function unsafeText({ counts_by_code, raised, overcharged }: HeadlineSums): FirstLine {
  const errors = kindsText(kindsIn({ counts_by_code, raised }, 'error'), overcharged)
  // An error must not hide what warnings cost.
  const costly = kindsIn({ counts_by_code, raised }, 'warning').filter(
    ({ code }) => code in overcharged,
  )
  return { parts: [errors, kindsText(costly, overcharged)] }
}

/** The most kinds of warnings in the first line. */
const MOST_KINDS = 4

function warningsText({ counts_by_code, raised, overcharged }: HeadlineSums): FirstLine {
  const kinds = kindsIn({ counts_by_code, raised }, 'warning')
  const costlyFirst = [...kinds].sort(
    (one, other) => Number(isCostly(other.code)) - Number(isCostly(one.code)),
  )
  const more = costlyFirst.slice(MOST_KINDS).reduce((sum, { count }) => sum + count, 0)
  // All of them may be accepted, which is counted at the end.
  return {
    parts: [
      kindsText(costlyFirst.slice(0, MOST_KINDS), overcharged),
      more === 0 ? '' : `${numberText(more)} more`,
    ],
  }
}

function untestedText(sums: HeadlineSums): FirstLine {
  const { text, next } = untestedReason(sums)
  return { parts: [text], next }
}

function untestedReason(sums: HeadlineSums): { readonly text: string; readonly next?: string } {
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

function sweepOf({ command = 'npm test', env = [] }: HeadlineSums): string {
  return sweepLine(['--quick', ...env.map((one) => commandLine(['--env', one]))], command)
}

function safeText({ requests, encountered, undecided, waiting }: HeadlineSums): FirstLine {
  const lost = lossesIn(encountered)
  const how = encountered.undecided === 0 ? 'lost' : 'lost or undecided'
  const were = `${counted(lost, 'response')} ${lost === 1 ? 'was' : 'were'} ${how}`
  const all = lost === 1 ? 'it' : 'all of them'
  const calls = `(${counted(requests, 'request')})`
  if (undecided + waiting > 0) return { word: 'Safe so far', parts: [`${were} ${calls}`] }
  return { parts: [`${were}, and your client recovered from ${all} ${calls}`] }
}

/** Which reference was paid more than once: an error says more. */
function paidMoreTexts(verdict: ReportVerdict, { paidMore }: HeadlineSums): readonly string[] {
  const isSaid = verdict !== 'unsafe' && paidMore !== undefined && paidMore.references > 0
  return isSaid ? [paidMoreText(paidMore)] : []
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

/** Used instead of both if judging is switched off. */
export const unjudged = {
  headline: `${ladderWords.untested}: judging is switched off`,
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
  return `Not tested: no response to a ${listText(kinds, 'or')} was lost. ${next}`
}
