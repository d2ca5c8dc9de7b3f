import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { redactAddress, redactStrangers } from '../../base/redaction/redacted.ts'
import { addDays, isBankingDay } from '../../domain/time/banking-day.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { sydneyInstant } from '../../domain/time/sydney-time.ts'
import type { PageResponse } from '../../gateway/wire/answer.ts'
import { type Call, type Env, openCall, originOf, parametersOf } from '../../gateway/wire/call.ts'
import type { OwnClient } from '../../gateway/wire/caller.ts'
import type { Later } from '../../gateway/wire/operation.ts'
import {
  checkWorldName,
  type PathValues,
  pathOf,
  prefixOf,
  splitWorld,
} from '../../gateway/wire/paths.ts'
import { readBody } from '../../gateway/wire/pipeline/body.ts'
import { failure } from '../../gateway/wire/problem-response.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import type { World } from '../../gateway/world/world.ts'
import { reportOf, testVerdict } from '../../judge/report/make-report.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { unresolvedPayments } from '../../judge/run/unresolved-payments.ts'
import { builtInNames } from '../../scenario/library.ts'
import { allCalls, type CallName, controlRoutes } from '../control-calls.ts'
import type { ControlParts } from '../parts.ts'
import { answerValue } from '../serve-control.ts'
import { type OwnRequest, sendOwn } from './own-request.ts'
import type { Sessions } from './sign-in.ts'
import { scenarioText, typedRule, typedScenario } from './typed-file.ts'

/** A call of the control API by a page. */
interface InnerCall {
  readonly name: CallName
  readonly pathValues?: PathValues
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Limits the call to this world, because the default world's address would mean the whole sandbox. */
  readonly isOfWorld?: true
}

/** The answer: a value, or the body of a refusal. */
interface InnerResponse {
  readonly status: number
  readonly body: unknown
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
export type RunWithoutFindings = Omit<ReportDocument, 'findings'>

/** The fields of a form; a file is given as its text. */
export type FormFields = Readonly<Record<string, string>>

/** A browser's request for a page. No world is opened until the page needs it. */
export type Visit = ReturnType<typeof openVisit>

/** The pages, loaded when the first one is requested. */
export interface Dashboard {
  /** Style sheet, script and icons, which contain no data. */
  asset(path: string): PageResponse | undefined
  /** Undefined if there is no such page; a promise of undefined if the answer is already sent. */
  answer(visit: Visit): Promise<PageResponse | undefined> | undefined
  signIn(visit: Visit, hasFailed: boolean): PageResponse
  refusal(visit: Visit, status: number, message: string): Promise<PageResponse>
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

/** What a page may see and do on behalf of its browser. */
export function openVisit(parts: PageParts, context: Context<Env>) {
  const { incoming } = context.env
  const { url } = context.req
  const split = splitWorld(pathOf(url))
  // A page shows its own address, which may contain a card number.
  const world: string = redactStrangers(split.world)
  const path: string = redactStrangers(split.path)
  const given = url.includes('?') ? Object.fromEntries(parametersOf(url)) : {}
  const query: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(given).map((pair) => pair.map(redactStrangers)),
  )
  const prefix = prefixOf({ name: world })
  const scope = { world: prefix === '' ? undefined : world, isCurrentOnly: false }
  const part = once(() => parts.judging.judge.part(scope))
  const open = openingOnce(parts, context)
  let form: Promise<FormFields> | undefined
  const readOnce = () => {
    form ??= readForm(incoming)
    return form
  }
  return {
    method: incoming.method ?? 'GET',
    /** Below `/_sandbox`; the home page is `/`. */
    path: path.slice('/_sandbox'.length) || '/',
    /** Redacted for display: card numbers are masked, except those of test cards. */
    query,
    /** The query as sent. */
    given,
    world,
    /** The prefix of this world's paths: empty, or `/w/blue`. */
    prefix,
    origin: originOf(parts, incoming.headers.host),
    version: parts.version,
    /** The run that the pages show, if it comes from a file. */
    shows: parts.shows,
    /** True if they show one, which cannot be changed. */
    isReadOnly: parts.shows !== undefined,
    /** False if insight is switched off, so that there are no payments. */
    isJudged: parts.judging.isOn,
    /** The token that every form must send, so that other sites cannot forge one. */
    formToken: parts.formToken,
    /** Whether a control token is set, so that users can sign out. */
    hasToken: parts.controlToken !== undefined,
    /** The merchant of the dashboard's own requests. */
    merchant: parts.own.user.merchant,
    /** The names of the shipped scenarios. */
    library: builtInNames,
    hasScenarioText: (name: string) =>
      builtInNames.includes(name) || parts.scenarioFile(name) !== undefined,
    scenarioText: (name: string) => scenarioText(name, parts.scenarioFile(name)),
    /** Whether this world exists, open or not. */
    hasWorld: () => parts.worlds.has(world),
    /** Changes whenever something happens in this world. */
    pulse: () => parts.worlds.ready(world)?.events.pulse ?? '',
    /** Real time from which on nobody looks up what this world's client left open; 0: somebody may. */
    clientEnd: (name: string) => parts.judging.clientEnds.get(name) ?? 0,
    /** Of this world; of all worlds on the pages of the default one. */
    runSummary: once(() => reportOf(part(), parts.judging.possible)),
    /** How each of its tests went, by their worlds. */
    testVerdicts: () =>
      part().tests.map(({ test, tally }) => ({ world: test.world, verdict: testVerdict(tally) })),
    /** Of the same part of the run. */
    unresolvedPayments: once(() => unresolvedPayments(parts.judging.judge, scope)),
    /** Read once; a body of more than 64 KB is refused. */
    form: readOnce,
    /** The page to return to after the form, by default the home page. */
    back: async () => ownPage((await readOnce())._back) ?? `${prefix}/_sandbox`,
    ask: (asked: InnerCall) => ask(parts, open, asked),
    /** The given number of days from this one on. */
    calendar: async (from: string, days: number) => calendarDays((await open()).world, from, days),
    send: (own: OwnRequest, patienceMs: number) => {
      const { socket, headers } = incoming
      const address = { socket, host: headers.host, prefix, key: parts.own.key }
      return sendOwn(address, own, patienceMs)
    },
    readScenario: typedScenario,
    readRule: typedRule,
  }
}

/** A page asks once for what takes long. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Open = () => Promise<Call>

/** Opens the world on first use. Viewing pages never creates one. */
function openingOnce(parts: ControlParts, context: Context<Env>): Open {
  let opening: Promise<Call> | undefined
  const { world } = splitWorld(pathOf(context.req.url))
  return async () => {
    const isLive = context.env.incoming.headers['x-sandbox-live'] !== undefined
    checkWorldName(world)
    if (isLive ? parts.worlds.ready(world) === undefined : !parts.worlds.has(world)) {
      throw requestProblem('not_found', `There is no world '${redactAddress(world)}'`, [
        'path',
        'world',
      ])
    }
    opening ??= openCall(parts, context)
    return await opening
  }
}

async function ask(parts: ControlParts, open: Open, asked: InnerCall): Promise<InnerResponse> {
  try {
    return { status: 200, body: await askControl(parts, await open(), asked) }
  } catch (cause) {
    const { status, body = '' } = failure(parts, cause)
    return { status, body: JSON.parse(body) }
  }
}

/** Calls the control API within the process, with the same checks and handlers as over HTTP. */
async function askControl(parts: ControlParts, call: Call, asked: InnerCall): Promise<unknown> {
  const { name, pathValues = {}, query = {}, body = {} } = asked
  const control = allCalls[name]
  const { method, path } = control
  const isOfWorld = asked.isOfWorld ?? call.isOfWorld
  const inner = { ...call, method, path, query, pathValues, isOfWorld }
  return await answerValue({ ...parts, routes: controlRoutes }, await control.load(), {
    control,
    call: inner,
    body,
  })
}

/** More than any form here has. */
const MOST_FIELDS = 200

/** The fields of a form in either encoding; a file comes as its text. */
async function readForm(incoming: IncomingMessage): Promise<FormFields> {
  const bytes = await readBody(incoming)
  const text = bytes.toString('utf8')
  const type = incoming.headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1]
  // Counted before the form is parsed, which takes seconds for very many fields.
  const [between, most] = boundary ? [`--${boundary}`, MOST_FIELDS + 2] : ['&', MOST_FIELDS]
  if (text.split(between, most + 1).length > most) {
    throw requestProblem('body_too_large', `A form may have at most ${MOST_FIELDS} fields`, [
      'body',
    ])
  }
  if (!boundary) return Object.fromEntries(new URLSearchParams(text))
  const sent = new Response(bytes, { headers: { 'Content-Type': type } })
  const data = await sent.formData().catch(() => {
    throw requestProblem('malformed_request', 'The form is not well-formed', ['body'])
  })
  const fields = [...data].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ])
  return Object.fromEntries(await Promise.all(fields))
}

/** Days as this sandbox's banking calendar has them. */
function calendarDays(world: World, from: string, days: number): readonly CalendarDay[] {
  const { calendar } = world.environment
  return Array.from({ length: days }, (_, i) => {
    const date = addDays(from, i)
    return {
      date,
      isBankingDay: isBankingDay(date, calendar),
      startsAt: isoUtc(sydneyInstant(date, '00:00')),
    }
  })
}

const ownPath = /^\/(?:w\/[a-z0-9-]+\/)?_sandbox(?:\/|$)/

/** In characters; a longer address is not gone back to. */
const LONGEST_ADDRESS = 2000

/** The address in a form, if a browser would resolve it to a page of this dashboard. */
function ownPage(address: string | undefined): string | undefined {
  if (!address?.startsWith('/') || address.length > LONGEST_ADDRESS) return undefined
  const shown = redactStrangers(address)
  if (!URL.canParse(shown, BASE)) return undefined
  const { host, pathname, search, hash } = new URL(shown, BASE)
  return host === HOST && ownPath.test(pathname) ? pathname + search + hash : undefined
}

const HOST = 'sandbox'
const BASE = `http://${HOST}`
