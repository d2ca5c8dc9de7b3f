import { coverageOf, extraCases } from '../../../insight/coverage/coverage.ts'
import { unjudged } from '../../../insight/report/headline.ts'
import { reportOf } from '../../../insight/report/report.ts'
import {
  reportDocument,
  type StoryDocument,
  storyDocument,
} from '../../../insight/report/report-document.ts'
import type { RunScope } from '../../../insight/run/run.ts'
import type { CoverageAnswer, ReportAnswer } from '../../contract/control/calls/report.ts'
import type { Judging } from '../parts.ts'
import { requestAnswer } from './request-representation.ts'

export const wholeRun: RunScope = { world: undefined, isCurrentOnly: false }

export function reportAnswer({ isOn, run, possible }: Judging, scope: RunScope): ReportAnswer {
  const report = reportDocument(reportOf(run.part(scope), possible), requestAnswer)
  return isOn ? report : { ...report, ...unjudged }
}

/** Oldest first. */
export function storiesOf({ run }: Judging, scope: RunScope): readonly StoryDocument[] {
  return run.stories(scope).map((story) => storyDocument(story.view()))
}

export function coverageAnswer({ run, possible }: Judging, scope: RunScope): CoverageAnswer {
  const { covered } = run.part(scope).tally
  return {
    ...coverageOf(covered, possible),
    extra_cases: extraCases(covered),
  }
}
