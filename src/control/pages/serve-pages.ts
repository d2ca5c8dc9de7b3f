import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { clearInterval, setInterval } from '../../base/timers.ts'
import { noSniffing, type PageResponse, SENT } from '../../gateway/wire/answer.ts'
import type { Env } from '../../gateway/wire/call.ts'
import { isSameSecret, refuseUnknownHost } from '../../gateway/wire/caller.ts'
import { send } from '../../gateway/wire/pipeline/delivery/deliver.ts'
import { failure } from '../../gateway/wire/problem-response.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import { refuseOtherSites } from '../guard.ts'
import type { ControlParts } from '../parts.ts'
import { type Dashboard, openVisit, type PageParts, type Visit } from './visit.ts'

/** Undefined if the control API answers this path instead; `isCall`: whether it has such a path. */
export async function serveDashboard(
  parts: PageParts,
  context: Context<Env>,
  isCall: boolean,
): Promise<Response | undefined> {
  const { incoming, outgoing } = context.env
  const dashboard = await parts.loadDashboard()
  const visit = openVisit(parts, context)
  const answer = await answerOf(parts, context, { dashboard, visit, isCall }).catch(
    (cause: unknown) => refused(parts, { dashboard, visit }, cause),
  )
  if (answer === 'elsewhere') return undefined
  incoming.resume()
  if (answer !== undefined) {
    send({ ...answer, headers: { ...safeHeaders, ...answer.headers } }, { outgoing })
  }
  return SENT
}

interface PageVisit {
  readonly dashboard: Dashboard
  readonly visit: Visit
}

/** Undefined if the answer is already sent. */
async function answerOf(
  parts: PageParts,
  { env }: Context<Env>,
  { dashboard, visit, isCall }: PageVisit & { readonly isCall: boolean },
): Promise<PageResponse | 'elsewhere' | undefined> {
  const { incoming, outgoing } = env
  const { path } = visit
  refuseUnknownHost(parts.hosts, incoming.headers.host)
  refuseOtherSites(parts, incoming)
  const asset = dashboard.asset(path)
  if (asset !== undefined) return asset
  if (path === '/sign-in' && visit.method === 'POST')
    return await signIn(parts, env, { dashboard, visit })
  if (!parts.sessions.has(incoming)) return { ...dashboard.signIn(visit, false), status: 401 }
  if (path === '/sign-out' && visit.method === 'POST') {
    return seeOther(`${visit.prefix}/_sandbox`, parts.sessions.end(incoming))
  }
  if (path === '/live') {
    sendPulses(parts, outgoing)
    return undefined
  }
  if (visit.method === 'POST') await refuseForgery(parts, visit)
  const answer = dashboard.answer(visit)
  if (answer !== undefined) return await answer
  if (isCall) return 'elsewhere'
  const address = `${visit.prefix}/_sandbox${path}`
  throw requestProblem('not_found', `There is no page at ${address.slice(0, 200)}`, ['path'])
}

async function signIn(
  parts: PageParts,
  { incoming }: Env['Bindings'],
  { dashboard, visit }: PageVisit,
): Promise<PageResponse> {
  const { token = '' } = await visit.form()
  const cookie = parts.sessions.begin(token, incoming)
  if (cookie !== undefined) return seeOther(await visit.back(), cookie)
  return { ...dashboard.signIn(visit, true), status: 401 }
}

function seeOther(address: string, cookie: string): PageResponse {
  return { status: 303, headers: { Location: address, 'Set-Cookie': cookie }, body: '' }
}

async function refuseForgery({ formToken, shows }: PageParts, visit: Visit): Promise<void> {
  if (shows !== undefined) {
    throw requestProblem('forbidden_origin', 'A run from a file cannot be changed', ['path'])
  }
  const { _token: token = '' } = await visit.form()
  if (isSameSecret(token, formToken)) return
  const message =
    'This form is not from this run of the sandbox: go back, reload the page, try again'
  throw requestProblem('forbidden_origin', message, ['body', '_token'])
}

async function refused(
  parts: PageParts,
  { dashboard, visit }: PageVisit,
  cause: unknown,
): Promise<PageResponse> {
  const { status, body = '' } = failure(parts, cause)
  const { errors } = JSON.parse(body) as { errors: readonly { error_message: string }[] }
  const message = errors.map(({ error_message }) => error_message).join('; ')
  return { ...(await dashboard.refusal(visit, status, message)), status }
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const safeHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  // Not `no-referrer`: browsers would then send forms with a null origin.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Programs get JSON at the same address.
  Vary: 'Accept',
}

/** Milliseconds between two checks for changes. */
const EVERY = 250

/**
 * Server-sent events with the names of changed worlds: first all, then those that changed. Sends no
 * data of the worlds, so requests are not slowed down.
 */
function sendPulses({ worlds, stopping }: ControlParts, outgoing: ServerResponse): void {
  outgoing.writeHead(200, {
    ...noSniffing,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  let sent = new Map<string, string>()
  const send = () => {
    // A page that reads slowly hears of all changes later, at once.
    if (outgoing.writableLength > 0) return
    const now = new Map(worlds.list().map(({ name, events }) => [name, events.pulse]))
    const changed = Object.fromEntries([
      ...[...now].filter(([name, pulse]) => sent.get(name) !== pulse),
      ...[...sent.keys()].filter((name) => !now.has(name)).map((name) => [name, null]),
    ])
    sent = now
    if (Object.keys(changed).length > 0) {
      outgoing.write(`data: ${JSON.stringify(changed)}\n\n`)
    }
  }
  send()
  const timer = setInterval(send, EVERY)
  const end = () => outgoing.end()
  stopping.addEventListener('abort', end)
  outgoing.on('close', () => {
    clearInterval(timer)
    stopping.removeEventListener('abort', end)
  })
  if (stopping.aborted) end()
}
