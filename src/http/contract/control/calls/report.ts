import type { CaseDocument, CoverageDocument } from '../../../../insight/coverage/coverage.ts'
import type { FindingDocument } from '../../../../insight/findings/finding-document.ts'
import type { ReportDocument } from '../../../../insight/report/report-document.ts'
import type { StoryVerdict } from '../../../../insight/stories/story-verdict.ts'
import type { StoryDocument } from '../../../../insight/stories/story-view.ts'
import { bytes, type ControlCalls, call, json } from '../control-call.ts'
import type { RequestAnswer } from './requests.ts'

/** Which part of the run to report on; below `/w/{name}/`, only that world. */
export interface ReportQuery {
  /** `current`: since the last reset, import or restored snapshot of each world. */
  readonly chapter?: 'current' | undefined
}

/** `GET /report` */
export type ReportAnswer = ReportDocument<RequestAnswer>

/** One finding, with the calls that show it. */
export type FindingAnswer = FindingDocument<RequestAnswer>

/** `GET /coverage` */
export interface CoverageAnswer extends CoverageDocument {
  /** Cases that only test plans use. */
  readonly extra_cases: readonly CaseDocument[]
}

export interface StoriesQuery {
  /** `current`, as in a report, or the id of a test. */
  readonly chapter?: string | undefined
  readonly reference?: string | undefined
  /** Cents, as first submitted. */
  readonly amount?: number | undefined
  /** One of its transactions. */
  readonly audit?: number | undefined
  /** The `next_cursor` of an answer: the payments before those. */
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly verdict?: StoryVerdict | undefined
  /** `true`: only payments that the gateway charged. */
  readonly charged?: 'true' | undefined
  /** `true`: only debits that a bank returned; `false`: all others. */
  readonly returned?: 'true' | 'false' | undefined
}

/** The requests that belong to one intended payment. */
export type StoryAnswer = StoryDocument

/** `GET /stories/{id}` */
export interface WholeStoryAnswer extends StoryDocument {
  /** Whether its chapter has ended: its audits may now belong to other transactions. */
  readonly ended: boolean
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

export const reportCalls = {
  report: call(
    'GET /report',
    'Say whether the clients of this run are safe, with everything that was found',
    { query: json<ReportQuery>(), answer: json<ReportAnswer>() },
  ),
  clearReport: call('DELETE /report', 'Forget what was found and begin a new run', {
    answer: json<ReportClearedAnswer>(),
  }),
  saveRun: call('GET /run', 'Save the run so far as a run file', {
    answer: bytes,
    isLong: true,
  }),
  coverage: call('GET /coverage', 'List what tests should try, and what this run has tried', {
    query: json<ReportQuery>(),
    answer: json<CoverageAnswer>(),
  }),
  stories: call(
    'GET /stories',
    'List payments with everything that happened to each, newest first',
    { query: json<StoriesQuery>(), answer: json<StoriesAnswer>() },
  ),
  story: call('GET /stories/{id}', 'Show one payment', { answer: json<WholeStoryAnswer>() }),
} as const satisfies ControlCalls
