import type { Context, Hono } from 'hono'
import { redactAddress } from '../base/redaction/redacted.ts'
import { controlRoutes } from '../control/control-calls.ts'
import type { PageParts } from '../control/pages/visit.ts'
import type { AllWorlds } from '../control/parts.ts'
import { serveControl, serveNothing } from '../control/serve-control.ts'
import { type Answer, noSniffing } from '../gateway/wire/answer.ts'
import { type Env, originOf } from '../gateway/wire/call.ts'
import { refuseUnknownHost } from '../gateway/wire/caller.ts'
import type { ServedOperation } from '../gateway/wire/operation.ts'
import {
  API,
  CONTROL,
  checkWorldName,
  pathOf,
  prefixOf,
  splitWorld,
  worldlessPath,
} from '../gateway/wire/paths.ts'
import { plainAnswer } from '../gateway/wire/pipeline/delivery/deliver.ts'
import { failure, refusalResponse, underGatewayCodes } from '../gateway/wire/problem-response.ts'
import { recordedRun, requestProblem } from '../gateway/wire/request-problem.ts'
import { rootOperation } from '../gateway/wire/root.ts'
import { addRoutes, routedApp, routePathOf } from '../gateway/wire/router.ts'
import {
  type ApiDependencies,
  gatherByTurn,
  serveOperation,
  serveRefusal,
} from '../gateway/wire/serve.ts'
import { gatewayOperations } from '../gateway/wire/transactions/transactions.ts'
import { vaultOperations } from '../gateway/wire/vault/operations.ts'

export interface AppParts
  extends Omit<ApiDependencies, 'gather'>,
    Omit<PageParts, 'operations' | 'worlds'> {
  readonly worlds: AllWorlds
}

/** The whole server: gateway and vault under `/v1`, the sandbox's own API under `/_sandbox`. */
export function createApp(parts: AppParts): Hono<Env> {
  const { assumptions } = parts
  const api = { ...parts, gather: gatherByTurn() }
  const gateway = gatewayOperations(assumptions)
  const operations: readonly ServedOperation[] = [
    ...gateway,
    ...vaultOperations(assumptions),
    rootOperation(assumptions),
  ]
  const app = routedApp()
  app.get('/', (context) => welcome(parts, context))
  app.all(`${CONTROL}/*`, sandboxServer({ ...parts, operations: gateway }))
  const below = {
    base: API,
    routes: operations,
    serve: serveOperation.bind(undefined, api),
    refuse: serveRefusal.bind(undefined, api),
    nowhere,
  }
  // A run from a file answers no calls.
  if (parts.shows !== undefined)
    app.all(`${API}/*`, (context) => plainAnswer(context, refusalResponse(recordedRun())))
  addRoutes(app, below)
  app.onError((cause, context) =>
    plainAnswer(context, apiRefusal(context, parts, failure(parts, cause))),
  )
  return app
}

function welcome(parts: AppParts, context: Context<Env>): Response {
  const { host, accept } = context.env.incoming.headers
  refuseUnknownHost(parts.hosts, host)
  const { world } = splitWorld(pathOf(context.req.url))
  checkWorldName(world)
  const prefix = prefixOf({ name: world })
  for (const [name, value] of Object.entries(noSniffing)) context.header(name, value)
  if (accept?.includes('text/html')) return context.redirect(`${prefix}/_sandbox`)
  const api = originOf(parts, host) + prefix + API
  return context.json({ name: 'sandgate', version: parts.version, api })
}

/** Under the gateway's own address, the assumptions name the error codes. */
function apiRefusal({ req }: Context<Env>, { assumptions }: AppParts, answer: Answer): Answer {
  const { path } = splitWorld(pathOf(req.url))
  return path.startsWith(API) ? underGatewayCodes(answer, assumptions) : answer
}

function nowhere(path: string, hint: string): Answer {
  const message = `There is nothing at ${redactAddress(path)}${hint}`
  return refusalResponse(requestProblem('not_found', message, ['path']))
}

/** Serves the sandbox's own API and its pages. */
function sandboxServer(parts: PageParts): (context: Context<Env>) => Promise<Response> {
  let control: Hono<Env> | undefined
  return async (context) => {
    const { env, req } = context
    // Every response says that it comes from a sandbox.
    env.outgoing.setHeader('X-Sandbox-Version', parts.version)
    control ??= controlApp(parts)
    if (asksForPage(context)) {
      const { serveDashboard } = await import('../control/pages/serve-pages.ts')
      const isCall = routePathOf(control, controlRoutes, req.path) !== ''
      const page = await serveDashboard(parts, context, isCall)
      if (page !== undefined) return page
    }
    return await control.fetch(req.raw, env)
  }
}

/** The control API, built for its first call. */
function controlApp(parts: PageParts): Hono<Env> {
  const app = routedApp()
  const handlerParts = { ...parts, routes: controlRoutes }
  addRoutes(app, {
    base: CONTROL,
    routes: controlRoutes,
    serve: (route, context) => serveControl(handlerParts, context, route),
    refuse: (context, answer) => serveNothing(parts, context, answer),
    nowhere: noCall,
  })
  app.onError((cause) => {
    throw cause
  })
  return app
}

/** Paths that only the pages have; other paths serve a page to browsers that accept HTML. */
const pagePaths =
  /^\/_sandbox\/(?:assets|act|copy|save)\/|^\/_sandbox\/(?:live|sign-in|sign-out|docs)$/

function asksForPage({ req, env }: Context<Env>): boolean {
  if (pagePaths.test(worldlessPath(req))) return true
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return isRead && (env.incoming.headers.accept?.includes('text/html') ?? false)
}

function noCall(path: string, hint: string): Answer {
  const way = hint || `; GET ${CONTROL}/calls lists them`
  const message = `There is no control call at ${redactAddress(path.slice(0, 200))}${way}`
  return refusalResponse(requestProblem('not_found', message, ['path']))
}
