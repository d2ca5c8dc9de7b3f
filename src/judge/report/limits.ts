import { capitalised, counted } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import type { PaidTwice } from '../findings/money-amount.ts'
import { paidAgain } from '../findings/payment/paid-again.ts'
import type { Tally } from '../run/tally.ts'
import type { DeletedPart, ReportDocument, UnmatchedScenario } from './report-document.ts'

/** What the sandbox itself failed to do, a sentence for each reason. */
export function failureSentences(failures: Tally['failures']): readonly string[] {
  return Object.entries(failures).flatMap(([what, reasons]) => {
    const verb = what === 'payment' ? 'store' : 'answer'
    return Object.entries(reasons).map(
      ([reason, count]) => `The sandbox could not ${verb} ${counted(count, what)}: ${reason}`,
    )
  })
}

/** Says first what the run does not know, and which scenarios tested nothing, one line each. */
export function notTestedWith(
  hasEarlierPayments: string | null,
  unmet: readonly UnmatchedScenario[],
  deleted: DeletedPart | undefined,
  notTested: string | undefined,
): string | null {
  const gone = deleted && deletedText(deleted)
  const untested = unmet.map((one) => `${unmatchedWords(one)}, so it tested nothing.`)
  return (
    [hasEarlierPayments, gone && `${gone}.`, ...untested, notTested].filter(Boolean).join('\n') ||
    null
  )
}

export const RESTART_TEXT =
  'This report begins at the restart of the sandbox: if a response was lost before that, the retry of its request looks like a new payment.'

/** `flaky-day: none of its 6 rules matched` */
export function unmatchedWords({ name, rules }: UnmatchedScenario): string {
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
  return `${counted(requests, 'request')}${found && ` with ${found}`} ${were} deleted from the report, by report --clear or DELETE /_sandbox/report`
}

/** References that were paid more than once, which only the shop can judge. */
export interface PaidMore {
  readonly references: number
  /** The first of them, if it is kept. */
  readonly first: PaidTwice | undefined
}

export function paidMoreIn({ notes = {}, findings }: PaidMoreSource): PaidMore {
  return {
    references: notes[paidAgain.code] ?? 0,
    first: findings.find((one) => one.severity === 'note' && one.paid_twice)?.paid_twice,
  }
}

type PaidMoreSource = Pick<ReportDocument, 'notes'> & {
  readonly findings: readonly Pick<FindingDocument, 'severity' | 'paid_twice'>[]
}

/** `reference A-1001 was paid more than once (AUD 99.90 for the first two payments), and so were 2 more references` */
export function paidMoreText({ references, first }: PaidMore): string {
  const more = first === undefined ? references : references - 1
  const others = counted(more, `${first === undefined ? '' : 'more '}reference`)
  if (first === undefined) return `${others} ${more === 1 ? 'was' : 'were'} paid more than once`
  const { reference, cents, currency } = first
  // Later payments of a reference are not counted.
  const again = `reference ${reference} was paid more than once (${moneyText(cents, currency)} for the first two payments)`
  return more === 0 ? again : `${again}, and so ${more === 1 ? 'was' : 'were'} ${others}`
}

/** Below the verdict. */
export function paidMoreLines(paid: PaidMore, where = ''): readonly string[] {
  if (paid.references === 0) return []
  return [
    `${capitalised(paidMoreText(paid))}${where}. If each reference is one order, \`--unique-references\` makes that an error (in the config: \`report: { unique_references: true }\`).`,
  ]
}
