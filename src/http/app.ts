import { type Context, Hono } from 'hono'
import { redactAddress } from '../domain/redaction/redacted.ts'
import { type Answer, noSniffing } from './answer.ts'
import { checkWorldName, type Env, originOf } from './call.ts'
import type { AllWorlds } from './control/parts.ts'
import { gatewayOperations } from './gateway/transactions.ts'
import { refuseUnknownHost } from './host-check.ts'
import type { ServedOperation } from './operation.ts'
import type { PageParts } from './pages/visit.ts'
import { API, pathOf, prefixOf, splitWorld, worldlessPath } from './paths.ts'
import { plainAnswer } from './pipeline/delivery/deliver.ts'
import { type ApiDependencies, serveOperation, serveRefusal } from './pipeline/pipeline.ts'
import { recordedRun } from './pipeline/record/tape.ts'
import { failure, refusal, underGatewayCodes } from './problem-response.ts'
import { requestProblem } from './request-problem.ts'
import { rootOperation } from './root.ts'
import { pathHint, RouteTable, serveByTable, servedAt } from './router.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { vaultOperations } from './vault/operations.ts'

export interface AppParts extends Omit<ApiDependencies, 'gather'>, PageParts {
  readonly worlds: AllWorlds
}

/** The whole server: gateway and vault under `/v1`, the sandbox's own API under `/_sandbox`. */
export function createApp(parts: AppParts): Hono<Env> {
  const { assumptions } = parts
  const api = { ...parts, gather: gatherByTurn() }
  const operations: readonly ServedOperation[] = [
    ...gatewayOperations(assumptions),
    ...vaultOperations(assumptions),
    rootOperation(assumptions),
  ]
  const table = new RouteTable(operations)
  const refuse = (context: Context<Env>, answer: () => Answer) => serveRefusal(api, context, answer)
  const serve = serveOperation.bind(undefined, api)
  const app = new Hono<Env>({ getPath: worldlessPath })
  app.get('/', (context) => welcome(parts, context))
  app.route('/_sandbox', sandboxRoutes(parts))
  app.all(`${API}/*`, (context) => {
    if (parts.shows !== undefined) return plainAnswer(context, refusal(recordedRun()))
    return serveByTable({ base: API, table, serve, refuse, nowhere }, context)
  })
  app.notFound((context) => {
    const { path } = context.req
    return refuse(context, () => nowhere(path, pathHint(context.req, servedAt(API, table))))
  })
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
  return refusal(requestProblem('not_found', message, ['path']))
}

/**
 * Handles the requests that arrive in one turn of the event loop one right after the other, once
 * all are read: warm caches make that several times faster, and the store saves them with one
 * write. Resolves with how many they are.
 */
function gatherByTurn(): () => Promise<number> {
  let gathering: Promise<number> | undefined
  let count = 0
  return () => {
    count += 1
    gathering ??= new Promise((resolve) => {
      setImmediate(() => {
        gathering = undefined
        resolve(count)
        count = 0
      })
    })
    return gathering
  }
}
