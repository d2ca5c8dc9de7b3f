import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { redactAddress, redactStrangers } from '../../domain/redaction/redacted.ts'
import { addDays, isBankingDay } from '../../domain/time/banking-day.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { sydneyInstant } from '../../domain/time/sydney-time.ts'
import { reportOf } from '../../insight/report/report-document.ts'
import { shippedNames } from '../../scenario/library.ts'
import type { World } from '../../world/world.ts'
import { type Call, checkWorldName, type Env, openCall, originOf, parametersOf } from '../call.ts'
import { callIndex, controlTable } from '../control/control-calls.ts'
import type { ControlParts } from '../control/parts.ts'
import { answerValue } from '../control/serve-control.ts'
import { pathOf, prefixOf, splitWorld } from '../paths.ts'
import { readBody } from '../pipeline/body.ts'
import { failure } from '../problem-response.ts'
import { requestProblem } from '../request-problem.ts'
import { decodedValues } from '../router.ts'
import { sendOwn } from './own-request.ts'
import { scenarioText, typedScenario, typedValue } from './typed-file.ts'
import type { CalendarDay, FormFields, InnerAnswer, InnerCall, PageParts, Visit } from './visit.ts'

/** What a page may see and do on behalf of its browser. */
export function openVisit(parts: PageParts, context: Context<Env>): Visit {
  const { incoming } = context.env
  const { url } = context.req
  const place = splitWorld(pathOf(url))
  // A page shows its own address, which may contain a card number.
  const [world, path] = [redactStrangers(place.world), redactStrangers(place.path)]
  const given = url.includes('?') ? Object.fromEntries(parametersOf(url)) : {}
  const prefix = prefixOf({ name: world })
  const open = openingOnce(parts, context)
  let form: Promise<FormFields> | undefined
  const readOnce = () => {
    form ??= readForm(incoming)
    return form
  }
  return {
    method: incoming.method ?? 'GET',
    path: path.slice('/_sandbox'.length) || '/',
    query: Object.fromEntries(Object.entries(given).map((pair) => pair.map(redactStrangers))),
    given,
    world,
    prefix,
    origin: originOf(parts, incoming.headers.host),
    version: parts.version,
    shows: parts.shows,
    isReadOnly: parts.shows !== undefined,
    isJudged: parts.judging.isOn,
    formToken: parts.formToken,
    hasToken: parts.controlToken !== undefined,
    merchant: parts.own.user.merchant,
    library: shippedNames,
    hasScenarioText: (name) =>
      shippedNames.includes(name) || parts.scenarioFile(name) !== undefined,
    scenarioText: (name) => scenarioText(name, parts.scenarioFile(name)),
    hasWorld: () => parts.worlds.has(world),
    pulse: () => parts.worlds.ready(world)?.events.pulse ?? '',
    runSummary: () => {
      const { run, possible } = parts.judging
      const scope = { world: prefix === '' ? undefined : world, isCurrentOnly: false }
      return reportOf(run.part(scope), possible)
    },
    form: readOnce,
    back: async () => ownPage((await readOnce())._back) ?? `${prefix}/_sandbox`,
    ask: (asked) => ask(parts, open, asked),
    calendar: async (from, days) => calendarDays((await open()).world, from, days),
    send: (own, patienceMs) => {
      const { socket, headers } = incoming
      const address = { socket, host: headers.host, prefix, key: parts.own.key }
      return sendOwn(address, own, patienceMs)
    },
    readScenario: typedScenario,
    readValue: typedValue,
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

async function ask(parts: ControlParts, open: Open, asked: InnerCall): Promise<InnerAnswer> {
  try {
    return { status: 200, body: await askControl(parts, await open(), asked) }
  } catch (cause) {
    const { status, body = '' } = failure(parts, cause)
    return { status, body: JSON.parse(body) }
  }
}

/** Calls the control API within the process, with the same checks and handlers as over HTTP. */
async function askControl(parts: ControlParts, call: Call, asked: InnerCall): Promise<unknown> {
  const { method = 'GET', path, query = {}, body = {} } = asked
  const found = controlTable.at(path)
  const control = found?.routes.get(method)
  if (found === undefined || control === undefined)
    throw requestProblem('not_found', `There is nothing at ${path}`, ['path'])
  const incoming = asked.isOfWorld ? ofWorld(call) : call.incoming
  const inner = { ...call, incoming, method, path, query, pathValues: decodedValues(found.values) }
  return await answerValue({ ...parts, index: callIndex() }, await control.load(), {
    control,
    call: inner,
    body,
  })
}

/** The call with the world in its address, even for the default world. */
function ofWorld({ incoming, world, path }: Call): Call['incoming'] {
  return Object.create(incoming, { url: { value: `/w/${world.name}${path}` } })
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
