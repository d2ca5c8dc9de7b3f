import type { CaseDocument, CoverageDocument } from '../../../../insight/coverage/coverage.ts'
import type { FindingDocument } from '../../../../insight/findings/finding-document.ts'
import type { ReportDocument } from '../../../../insight/report/report-document.ts'
import type { StoryVerdict } from '../../../../insight/stories/story-verdict.ts'
import type { StoryDocument } from '../../../../insight/stories/story-view.ts'
import type { RequestAnswer } from './requests.ts'

/** `GET /report` */
export type ReportAnswer = ReportDocument<RequestAnswer>

/** One finding, with the calls that show it. */
export type FindingAnswer = FindingDocument<RequestAnswer>

/** `GET /coverage` */
export interface CoverageAnswer extends CoverageDocument {
  /** Cases that only test plans use. */
  readonly extra_cases: readonly CaseDocument[]
}

/** The requests that belong to one intended payment. */
export type StoryAnswer = StoryDocument

/** `GET /stories/{id}` */
export interface WholeStoryAnswer extends StoryDocument {
  /** Whether its chapter has ended: its audits may now belong to other transactions. */
  readonly ended: boolean
  /** The payments of the same chapter that are listed next to it. */
  readonly newer: string | null
  readonly older: string | null
  /** Whether its chapter has a label, usually the name of a test. */
  readonly labelled: boolean
  /** The findings that it shows. */
  readonly findings: readonly FindingAnswer[]
  /** The recorded requests of its steps. */
  readonly requests: readonly RequestAnswer[]
}

/** `GET /stories`: newest first. */
export interface StoriesAnswer {
  readonly stories: readonly StoryAnswer[]
  readonly sums: SumsAnswer
  /** The cursor of older payments; null if none are kept. */
  readonly next_cursor: string | null
}

/** The sums of all payments, independent of the list's limit and filters. */
export interface SumsAnswer {
  readonly payments: number
  /** Cents by currency. */
  readonly charged: Readonly<Record<string, number>>
  readonly verdicts: Readonly<Record<StoryVerdict, number>>
  /** Of the declined payments, debits that a bank returned. */
  readonly returned: number
  /** Payments that are not counted: always 0, as dropped stories count too. */
  readonly left_out: 0
}

/** `DELETE /report`: what was deleted. */
export interface ReportClearedAnswer {
  readonly requests: number
  readonly findings: number
}
