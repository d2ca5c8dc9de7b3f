import type { ReportDocument } from '../../insight/report/report-document.ts'
import type { PageAnswer } from '../answer.ts'
import type { ControlParts } from '../control/parts.ts'
import type { Later } from '../operation.ts'
import type { OwnClient } from '../pipeline/auth.ts'
import type { Sessions } from './sign-in.ts'

/** A call of the control API by a page. */
export interface InnerCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_sandbox`: `/transactions/1000001`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Limits the call to this world, where the default world's address would mean the whole sandbox. */
  readonly isOfWorld?: true
}

/** The answer: a value, or the body of a refusal. */
export interface InnerAnswer {
  readonly status: number
  readonly body: unknown
}

/** A request that the sandbox sends through its own API, over the wire. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1`, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The response to such a request. */
export interface OwnAnswer {
  /** Undefined if no whole response came in time. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Why there is no response. */
  readonly trouble?: string
}

/** YAML or JSON as typed: its value, or its errors with their places. */
export interface TypedFile {
  readonly value?: unknown
  readonly complaints: readonly { readonly line: number; readonly message: string }[]
}

/** A scenario as it was written, redacted. */
export interface ScenarioText {
  readonly text: string
  /** The lines at which rules begin, by the ids of the rules. */
  readonly lines: ReadonlyMap<string, number>
}

/** A day of the Sydney calendar. */
export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly date: string
  readonly isBankingDay: boolean
  /** When it begins. */
  readonly startsAt: string
}

/** The report of the run without its findings. */
export type RunSummary = Omit<ReportDocument, 'findings'>

/** The fields of a form; a file is given as its text. */
export type FormFields = Readonly<Record<string, string>>

/** A browser's request for a page. No world is opened until the page needs it. */
export interface Visit {
  readonly method: string
  /** Below `/_sandbox`; the home page is `/`. */
  readonly path: string
  /** Redacted for display: card numbers are masked, except those of test cards. */
  readonly query: Readonly<Record<string, string>>
  /** The query as sent. */
  readonly given: Readonly<Record<string, string>>
  readonly world: string
  /** The prefix of this world's paths: empty, or `/w/blue`. */
  readonly prefix: string
  readonly origin: string
  readonly version: string
  /** The run that the pages show, if it comes from a file. */
  readonly shows: string | undefined
  /** True if they show one, which cannot be changed. */
  readonly isReadOnly: boolean
  /** False if insight is switched off, so that there are no stories. */
  readonly isJudged: boolean
  /** The token that every form must send, so that other sites cannot forge one. */
  readonly formToken: string
  /** Whether a control token is set, so that users can sign out. */
  readonly hasToken: boolean
  /** The merchant of the dashboard's own requests. */
  readonly merchant: number
  /** The names of the shipped scenarios. */
  readonly library: readonly string[]
  readonly hasScenarioText: (name: string) => boolean
  readonly scenarioText: (name: string) => Promise<ScenarioText | undefined>
  /** Whether this world exists, open or not. */
  readonly hasWorld: () => boolean
  /** Changes whenever something happens in this world. */
  readonly pulse: () => string
  /** Of this world; of all worlds on the pages of the default one. */
  readonly runSummary: () => RunSummary
  /** Read once; a body of more than 64 KB is refused. */
  readonly form: () => Promise<FormFields>
  /** The page to return to after the form, by default the home page. */
  readonly back: () => Promise<string>
  readonly ask: (asked: InnerCall) => Promise<InnerAnswer>
  /** The given number of days from this one on. */
  readonly calendar: (from: string, days: number) => Promise<readonly CalendarDay[]>
  readonly send: (request: OwnRequest, patienceMs: number) => Promise<OwnAnswer>
  readonly readScenario: (text: string) => Promise<TypedFile>
  readonly readValue: (text: string) => Promise<TypedFile>
}

/** The pages, loaded when the first one is requested. */
export interface Dashboard {
  /** Style sheet, script and icons, which contain no data. */
  asset(path: string): PageAnswer | undefined
  /** Undefined if there is no such page; a promise of undefined if the answer is already sent. */
  answer(visit: Visit): Promise<PageAnswer | undefined> | undefined
  signIn(visit: Visit, hasFailed: boolean): PageAnswer
  refusal(visit: Visit, status: number, message: string): Promise<PageAnswer>
}

/** What the pages need from the process, in addition to the control API. */
export interface PageParts extends ControlParts {
  /** The text of a scenario file of the start options, by the scenario's name. */
  readonly scenarioFile: (name: string) => string | undefined
  /** The token that every form must send. */
  readonly formToken: string
  readonly sessions: Sessions
  readonly own: OwnClient
  /** Always returns the same instance. */
  readonly loadDashboard: Later<Dashboard>
}
