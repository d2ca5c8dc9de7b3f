import { inBatches } from '../../base/in-batches.ts'
import { pause } from '../../base/timers.ts'
import { coverageOf, extraCases } from '../../judge/coverage/coverage.ts'
import type { Finding, FindingDocument } from '../../judge/findings/finding-document.ts'
import type { PaymentDocument } from '../../judge/payments/payment-document.ts'
import { paymentDocument } from '../../judge/payments/payment-view.ts'
import { unjudged } from '../../judge/report/headline.ts'
import { reportOf, testDocument } from '../../judge/report/make-report.ts'
import type { RunScope } from '../../judge/run/run-part.ts'
import { requestDocument } from '../../record/request-document.ts'
import type { CoverageResponse, ReportResponse } from '../contract/calls/report.ts'
import type { Judging } from '../parts.ts'

/** Findings or tests to represent in one turn of the event loop: a few milliseconds. */
const BATCH = 100

export const wholeRun: RunScope = { world: undefined, isCurrentOnly: false }

/** Lets other requests through: a thousand findings with their requests take long. */
export async function reportAnswer(
  { isOn, judge, possible, shownReport }: Judging,
  scope: RunScope,
): Promise<ReportResponse> {
  const isWhole = (scope.world ?? scope.test) === undefined && !scope.isCurrentOnly
  if (shownReport !== undefined && isWhole) return shownReport
  await untilAnswered(judge)
  const part = judge.part(scope)
  const findings = await inBatches(part.findings, findingAnswer, BATCH)
  const tests = await inBatches(part.tests, testDocument, BATCH)
  const report = { ...reportOf(part, possible, tests), findings }
  return isOn ? report : { ...report, ...unjudged }
}

/** Its evidence is put into words when it is read: the pages of a report do not show it. */
export function findingAnswer({ evidence, ...finding }: Finding): FindingDocument {
  return {
    ...finding,
    get evidence() {
      return evidence.map(requestDocument)
    },
  }
}

const LONGEST_WAIT = 1000
const PAUSE = 10

/** A client that gives up and resets at once is faster than the end of its connection. */
async function untilAnswered(judge: Judging['judge']): Promise<void> {
  const isUnsettled = judge.unsettled()
  for (let waited = 0; isUnsettled() && waited < LONGEST_WAIT; waited += PAUSE) await pause(PAUSE)
  judge.stopWaiting()
}

/** Oldest first. */
export function paymentsOf({ judge }: Judging, scope: RunScope): readonly PaymentDocument[] {
  return judge.payments(scope).map(paymentDocument)
}

export function coverageAnswer({ judge, possible }: Judging, scope: RunScope): CoverageResponse {
  const { covered } = judge.part(scope).tally
  return {
    ...coverageOf(covered, possible),
    extra_cases: extraCases(covered),
  }
}
