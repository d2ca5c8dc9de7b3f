import type { PageAnswer } from '../answer.ts'
import type { ControlParts } from '../control/parts.ts'
import type { Later } from '../operation.ts'
import type { OwnClient } from '../pipeline/auth.ts'

/** A call of the control API, made by a page. */
export interface InnerCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Beneath `/_sandbox`: `/transactions/1000001`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Of this world alone, where its address would mean the whole sandbox. */
  readonly isOfWorld?: true
}

/** What the control API says to it: the value, or the body of its refusal. */
export interface InnerAnswer {
  readonly status: number
  readonly body: unknown
}

/** A request that the sandbox sends through its own API, over the wire. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Beneath `/v1`, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What came back of it. */
export interface OwnAnswer {
  /** Undefined: no whole answer came in time. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Why there is no answer. */
  readonly trouble?: string
}

/** YAML or JSON as someone typed it: what it says, or what is wrong with it and where. */
export interface TypedFile {
  readonly value?: unknown
  readonly complaints: readonly { readonly line: number; readonly message: string }[]
}

/** A day of the Sydney calendar. */
export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly date: string
  readonly isBankingDay: boolean
  /** When it begins. */
  readonly startsAt: string
}

/** What the report of these pages says first, and what it is about. */
export interface RunVerdict {
  readonly headline: string
  /** There are errors or warnings. */
  readonly hasTrouble: boolean
  /** It is about several worlds. */
  readonly hasWorlds: boolean
  /** It is about what was before a reset, too. */
  readonly hasResets: boolean
}

/** A file of a form comes as its text. */
export type Form = Readonly<Record<string, string>>

/** A browser at the door of the dashboard. No world is opened before a page asks something. */
export interface Visit {
  readonly method: string
  /** Beneath `/_sandbox`; the home page is `/`. */
  readonly path: string
  /** As it may be shown: without any card number but those of test cards. */
  readonly query: Readonly<Record<string, string>>
  /** The same as it came. */
  readonly given: Readonly<Record<string, string>>
  readonly world: string
  /** What stands before the paths of this world: nothing, or `/w/blue`. */
  readonly prefix: string
  readonly origin: string
  readonly version: string
  /** Nothing may be changed: the pages show a recorded run. */
  readonly isReadOnly: boolean
  /** False: nobody judges the clients, so there are no stories. */
  readonly isJudged: boolean
  /** What a form has to send along, so that no other site can make one up. */
  readonly formToken: string
  /** Whether someone could sign out. */
  readonly hasToken: boolean
  /** For whom the dashboard's own requests are. */
  readonly merchant: number
  /** The names of the scenarios that ship. */
  readonly library: readonly string[]
  /** Whether there is such a world, open or not. */
  readonly hasWorld: () => boolean
  /** Changes whenever something happens in this world. */
  readonly pulse: () => string
  readonly runVerdict: () => Promise<RunVerdict>
  readonly form: () => Promise<Form>
  /** The page that the form wants to go back to, else the home page. */
  readonly back: () => Promise<string>
  readonly ask: (asked: InnerCall) => Promise<InnerAnswer>
  /** So many days from this one on. */
  readonly calendar: (from: string, days: number) => Promise<readonly CalendarDay[]>
  readonly send: (request: OwnRequest, patienceMs: number) => Promise<OwnAnswer>
  readonly readScenario: (text: string) => Promise<TypedFile>
  readonly readValue: (text: string) => Promise<TypedFile>
}

/** The pages themselves, which are loaded when the first one is asked for. */
export interface Dashboard {
  /** Style sheet, script and icons: nothing of anybody. */
  asset(path: string): PageAnswer | undefined
  /** Undefined: there is no such page. */
  answer(visit: Visit): Promise<PageAnswer> | undefined
  signIn(visit: Visit, hasFailed: boolean): PageAnswer
  refusal(visit: Visit, status: number, message: string): Promise<PageAnswer>
}

/** What the pages need of the process, beside what the control API does. */
export interface PageParts extends ControlParts {
  /** Nothing may be changed. */
  readonly isReadOnly?: boolean
  /** What forms have to send along. */
  readonly formToken: string
  readonly own: OwnClient
  /** The same one each time. */
  readonly loadDashboard: Later<Dashboard>
}
