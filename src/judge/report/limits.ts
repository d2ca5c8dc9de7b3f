import { counted } from '../../base/text/counted.ts'
import type { Tally } from '../run/tally.ts'
import type { DeletedPart, UnmatchedScenario } from './report-document.ts'

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

/** Below the verdict: references that were paid more than once, which only the shop can judge. */
export function paidMoreLines(references = 0, where = ''): readonly string[] {
  if (references === 0) return []
  const were = `${counted(references, 'reference')} ${references === 1 ? 'was' : 'were'}`
  return [
    `${were} paid more than once${where}. If each reference is one order, \`--unique-references\` makes that an error (in the config: \`report: { unique_references: true }\`).`,
  ]
}
