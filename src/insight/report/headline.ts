import { moneyText } from '../../domain/money.ts'
import { type TransactionKind, transactionKinds } from '../../domain/transaction/transaction.ts'
import { counted, lowerFirst } from '../counted.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import { chargedAtOnce, lateRequest } from '../findings/payment/double.ts'
import { chargedAgain, chargedThoughRefused, lostSale } from '../findings/payment/overlooked.ts'
import { paidAgain } from '../findings/payment/paid-again.ts'
import type { Encountered } from '../run/tally.ts'
import { addCounts, type Counts, lossesIn, type Tally } from '../run/tally.ts'
import type { DeletedPart, ReportVerdict, UnmatchedScenario } from './report-document.ts'

/** The transaction requests of a run, and how many of them left their clients without the result. */
export type OperationCounts = Readonly<
  Partial<Record<TransactionKind, { readonly requests: number; readonly lost: number }>>
>

/** `untested`: no errors, but no payment was made, no fault was tried, or the run is incomplete. */
export function reportVerdict(
  counts: Readonly<Record<Severity, number>>,
  encountered: Encountered,
  operations: OperationCounts,
  incomplete: readonly string[],
): ReportVerdict {
  if (counts.error > 0) return 'unsafe'
  if (incomplete.length > 0) return 'untested'
  return lossesIn(encountered) === 0 || isWithoutPayment(operations) ? 'untested' : 'safe'
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

/** The look of a report: what costs money must not look like a pass. */
export function reportLook(report: {
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
  words: Pick<Tally, 'requests' | 'own' | 'waiting' | 'undecided' | 'found' | 'excess'> & {
    readonly operations: OperationCounts
    readonly accepted: readonly unknown[]
    readonly incomplete?: readonly string[]
  },
): { readonly headline: string; readonly caution: string | undefined } {
  const { requests, own, waiting, undecided, found, excess, operations } = words
  const known = words.accepted.length
  const accepted = known === 0 ? '' : `; ${counted(known, 'accepted finding')}`
  // The dashboard's own requests prove nothing about a client.
  if (requests === 0 && own > 0 && Object.keys(found).length === 0) {
    const sent = `${counted(own, 'request')} of the dashboard ${own === 1 ? 'is' : 'are'}`
    const caution = `${sent} not judged, and no other reached the sandbox, so nothing was tested.`
    return { headline: unjudged.headline, caution }
  }
  const { incomplete = [] } = words
  if (verdict === 'unsafe') {
    const errors = [
      kindsText(kindsIn(found, 'error'), excess),
      ...costlyWarnings(found, excess),
    ].join('; ')
    const caution = incomplete.map((sentence) => `${sentence}.`).join('\n') || undefined
    return { headline: `Unsafe: ${errors}${accepted}`, caution }
  }
  if (incomplete.length > 0) {
    return { headline: `Untested: ${incomplete.map(lowerFirst).join('; ')}`, caution: undefined }
  }
  const still = `${counted(undecided, 'payment')} ${undecided === 1 ? 'is' : 'are'} still undecided`
  const pass = `${passText(words, known > 0)}${accepted}${undecided === 0 ? '' : `; ${still}`}`
  const caution = cautionFor(verdict, { requests, waiting, operations })
  if (waiting === 0) return { headline: pass, caution }
  const open = `${waiting === 1 ? 'has' : 'have'} no answer yet`
  if (requests === 0) return { headline: `${counted(waiting, 'request')} ${open}`, caution }
  return { headline: `${pass}; ${waiting} more ${open}`, caution }
}

/** Warnings of money that moved although the client does not expect it. */
const alarming: readonly string[] = [
  chargedAtOnce.code,
  lateRequest.code,
  chargedAgain.code,
  chargedThoughRefused.code,
]

/** Warnings that cost somebody money. */
const costly: readonly string[] = [...alarming, lostSale.code]

function passText(
  { requests, found, excess }: Pick<Tally, 'requests' | 'found' | 'excess'>,
  hasAccepted: boolean,
): string {
  const calls = counted(requests, 'request')
  const warnings = warningText(kindsIn(found, 'warning'), excess)
  if (warnings === '') return `No ${hasAccepted ? 'other ' : ''}fault found in ${calls}`
  return alarming.some((code) => found[code])
    ? `Warning: ${warnings}`
    : `Nothing unsafe found in ${calls}; ${warnings}`
}

/** The warnings that moved too much money, which an error must not hide. */
function costlyWarnings(found: Counts, excess: Readonly<Counts>): readonly string[] {
  const kinds = kindsIn(found, 'warning').filter(({ code }) =>
    Object.keys(excess).some((key) => key.startsWith(`${code} `)),
  )
  return kinds.length === 0 ? [] : [kindsText(kinds, excess)]
}

/** `1 lost sale, 2 other warnings` */
function warningText(kinds: ReturnType<typeof kindsIn>, excess: Readonly<Counts>): string {
  const named = kinds.filter(({ code }) => costly.includes(code))
  const others =
    kinds.reduce((sum, { count }) => sum + count, 0) -
    named.reduce((sum, { count }) => sum + count, 0)
  const rest = counted(others, named.length === 0 ? 'warning' : 'other warning')
  return [
    ...(named.length === 0 ? [] : [kindsText(named, excess)]),
    ...(others === 0 ? [] : [rest]),
  ].join(', ')
}

/** `2 double charges, AUD 99.90 too much; 1 unresolved` */
function kindsText(kinds: ReturnType<typeof kindsIn>, excess: Readonly<Counts>): string {
  const sums: Counts = {}
  const isCostly = ({ code }: (typeof kinds)[number]) =>
    Object.keys(excess).some((key) => key.startsWith(`${code} `))
  for (const { code } of kinds) {
    for (const [key, cents] of Object.entries(excess)) {
      const [own, currency = ''] = key.split(' ')
      if (own === code) addCounts(sums, { [currency]: cents })
    }
  }
  const words = (all: typeof kinds) =>
    all.map(({ count, one, many }) => counted(count, one, many)).join(', ')
  const money = Object.entries(sums).map(([currency, cents]) => moneyText(cents, currency))
  if (money.length === 0) return words(kinds)
  const rest = kinds.filter((kind) => !isCostly(kind))
  const first = `${words(kinds.filter(isCostly))}, ${money.join(' and ')} too much`
  return rest.length === 0 ? first : `${first}; ${words(rest)}`
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
  {
    requests,
    waiting,
    operations,
  }: Pick<Tally, 'requests' | 'waiting'> & { readonly operations: OperationCounts },
  command = 'npm test',
): string | undefined {
  if (verdict === 'unsafe') return undefined
  if (requests + waiting === 0) return 'No request reached the sandbox, so nothing was tested.'
  if (waiting === 0 && isWithoutPayment(operations)) {
    return 'No payment was made in this run, so no recovery of one was tested.'
  }
  const cure = `\`npx sandgate sweep -- ${command}\` does that.`
  if (verdict === 'untested') {
    return `No answer was lost in this run, so recovery was never tested: ${cure}`
  }
  // How a client deals with a loss there is not known.
  const kinds = transactionKinds
    .filter((kind) => operations[kind]?.lost === 0)
    .map((kind) => kind.replace('_', ' '))
  if (kinds.length === 0) return undefined
  return `No answer to a ${kinds.join(', ').replace(/, (?=[^,]*$)/, ' or ')} was lost in this run, so recovery from that was never tested: ${cure}`
}

/** Says first what the run does not know, and which scenarios tested nothing, one line each. */
export function cautionWith(
  beginsAtRestart: string | null,
  unmet: readonly UnmatchedScenario[],
  deleted: DeletedPart | undefined,
  caution: string | undefined,
): string | null {
  const gone = deleted && deletedText(deleted)
  const untested = unmet.map((one) => `${unmetWords(one)}, so it tested nothing.`)
  return (
    [beginsAtRestart, gone && `${gone}.`, ...untested, caution].filter(Boolean).join('\n') || null
  )
}

export const RESTART_TEXT =
  'This report begins at the restart of the sandbox: if an answer was lost before that, the retry of its request looks like a new payment.'

/** `flaky-day: none of its 6 rules matched` */
export function unmetWords({ name, rules }: UnmatchedScenario): string {
  return `${name}: ${rules === 1 ? 'its only rule matched no request' : `none of its ${rules} rules matched`}`
}

/** `214 requests with 2 errors and 1 warning were deleted from the report` */
export function deletedText({ requests, counts }: DeletedPart): string | undefined {
  const found = [
    ...(counts.error > 0 ? [counted(counts.error, 'error')] : []),
    ...(counts.warning > 0 ? [counted(counts.warning, 'warning')] : []),
  ].join(' and ')
  if (requests === 0 && found === '') return undefined
  const were = requests === 1 ? 'was' : 'were'
  return `${counted(requests, 'request')}${found && ` with ${found}`} ${were} deleted from the report (DELETE /report)`
}

/** Below the verdict: references that were paid more than once, which only the shop can judge. */
export function paidMoreLines({
  noted = {},
}: {
  readonly noted?: Readonly<Counts>
}): readonly string[] {
  const references = noted[paidAgain.code] ?? 0
  if (references === 0) return []
  const were = `${counted(references, 'reference')} ${references === 1 ? 'was' : 'were'}`
  return [
    `${were} paid more than once. If each reference is one order, \`--unique-references\` makes that an error (in the config: \`report: { unique_references: true }\`).`,
  ]
}

/** The findings of one severity, worst first. */
function kindsIn(found: Counts, severity: Severity) {
  return allFindings.flatMap((kind) => {
    const count = found[kind.code] ?? 0
    return kind.severity !== severity || count === 0 ? [] : [{ ...kind, count }]
  })
}
