import type { Context } from 'hono'
import { redactAddress, redactStrangers } from '../../domain/redaction/redacted.ts'
import { shippedNames } from '../../scenario/library.ts'
import type { Call, Env } from '../call.ts'
import type { ControlParts } from '../control/parts.ts'
import { pathOf, splitWorld } from '../paths.ts'
import { openCall, originOf, prefixOf } from '../pipeline/open-call.ts'
import { failure } from '../pipeline/pipeline.ts'
import { problem } from '../request-problem.ts'
import { askControl } from './ask.ts'
import { calendarDays } from './calendar-days.ts'
import { readForm } from './form.ts'
import { sendOwn } from './own-request.ts'
import type { PageParts } from './page-parts.ts'
import { typedScenario, typedValue } from './typed-file.ts'
import type { Asked, Form, Told, Visit } from './visit.ts'

/** What a page may know and do, on behalf of the browser that asks for it. */
export function openVisit(parts: PageParts, context: Context<Env>): Visit {
  const { incoming } = context.env
  const { url } = context.req
  const place = splitWorld(pathOf(url))
  // A page repeats its own address, which may be anything.
  const [world, path] = [redactStrangers(place.world), redactStrangers(place.path)]
  const given = Object.fromEntries(new URL(url).searchParams)
  const prefix = prefixOf({ name: world })
  const open = openingOnce(parts, context)
  let form: Promise<Form> | undefined
  return {
    method: incoming.method ?? 'GET',
    path: path.slice('/_sandbox'.length) || '/',
    query: Object.fromEntries(Object.entries(given).map((pair) => pair.map(redactStrangers))),
    given,
    world,
    prefix,
    origin: originOf(parts, incoming.headers.host),
    version: parts.version,
    isReadOnly: parts.isReadOnly ?? false,
    isJudged: parts.judging.isOn,
    formToken: parts.formToken,
    hasToken: parts.controlToken !== undefined,
    merchant: parts.own.user.merchant,
    library: shippedNames,
    pulse: () => parts.worlds.ready(world)?.events.pulse ?? '',
    async runVerdict() {
      const reporting = await import('./run-verdict.ts')
      return reporting.runVerdict(parts, prefix === '' ? undefined : world)
    },
    form() {
      form ??= readForm(incoming)
      return form
    },
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

/** The world is opened when something is first asked, and by a page that refreshes itself never. */
function openingOnce(parts: ControlParts, context: Context<Env>): Open {
  let opening: Promise<Call> | undefined
  const { world } = splitWorld(pathOf(context.req.url))
  return async () => {
    const isLive = context.env.incoming.headers['x-sandbox-live'] !== undefined
    if (isLive && parts.worlds.ready(world) === undefined) {
      throw problem('not_found', `There is no world '${redactAddress(world)}'`, ['path', 'world'])
    }
    opening ??= openCall(parts, context)
    return await opening
  }
}

async function ask(parts: ControlParts, open: Open, asked: Asked): Promise<Told> {
  try {
    return { status: 200, body: await askControl(parts, await open(), asked) }
  } catch (cause) {
    const { status, body = '' } = failure(parts, cause)
    // A complaint may quote what was sent.
    return { status, body: JSON.parse(redactAddress(body)) }
  }
}
