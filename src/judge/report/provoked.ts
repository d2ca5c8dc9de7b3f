import { transactionKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import { testKey } from '../../record/test-ref.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import { losses, lossesIn } from '../run/encounters.ts'
import { MOST_TESTS_LISTED } from '../run/ended-tests.ts'
import type { ReportDocument } from './report-document.ts'

/** Why a later report proves nothing; undefined if its client had to recover. */
export function unprovedReason(later: ReportDocument): string | undefined {
  if (later.verdict !== 'untested') return undefined
  if (lossesIn(later.encountered) === 0) return NONE_LOST
  return later.incomplete?.length ? 'it is incomplete' : 'no payment was made'
}

const NONE_LOST = 'no response was lost'

/**
 * Why it is not known whether a finding that is no longer reported is gone: what provoked it did not
 * happen again in its test. Undefined if it happened, or if nothing had to.
 */
export function notProvoked(finding: FindingDocument, later: ReportDocument): string | undefined {
  const reason = unprovedReason(later)
  if (reason !== undefined && finding.severity === 'error') return reason
  const lost = finding.steps.filter(isLost)
  if (lost.length === 0) return undefined
  if (lossesOfTest(finding, later) === 0) return NONE_LOST
  const spared = transactionKinds.find(
    (kind) => lost.some((step) => step.kind === kind) && !later.operations[kind]?.lost,
  )
  return spared && `${NONE_LOST} for a ${spared.replaceAll('_', ' ')}`
}

/** Whether the client did not know the result after it. */
function isLost({ result, audit }: FindingDocument['steps'][number]): boolean {
  // A refusal after the money moved hides that as a lost response does.
  return (
    result === 'lost' || result === 'undecided' || (result === 'refused' && audit !== undefined)
  )
}

/** How often the test of a finding lost a response in the later run; of the whole run if that is not known. */
function lossesOfTest({ test }: FindingDocument, later: ReportDocument): number {
  const key = testKey(test)
  const same = later.tests.filter((one) => testKey(one) === key)
  // A long run lists only its latest tests.
  const isCut = later.tests.length >= MOST_TESTS_LISTED
  if (test === null || (same.length === 0 && isCut)) return lossesIn(later.encountered)
  return same
    .flatMap(({ encountered }) => losses.map((name) => encountered[name] ?? 0))
    .reduce((sum, one) => sum + one, 0)
}
