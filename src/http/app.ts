import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { maskAddress } from '../domain/card/hidden-number.ts'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import type { AllWorlds } from './control/parts.ts'
import { controlRoutes } from './control/routes.ts'
import { gatewayOperations } from './gateway/transactions.ts'
import { refuseUnknownHost } from './host-check.ts'
import { LiteralFirstRouter } from './literal-first-router.ts'
import { pathHint } from './near-path.ts'
import type { PageParts } from './pages/page-parts.ts'
import { pathOf, splitWorld, worldlessPath } from './paths.ts'
import { plainAnswer } from './pipeline/delivery/plain-answer.ts'
import { gatherByTurn } from './pipeline/gather.ts'
import { API, checkWorldName, originOf, prefixOf } from './pipeline/open-call.ts'
import { failure, type Gate, serve, serveRefusal, serveUnnamed } from './pipeline/pipeline.ts'
import { membersOf } from './pipeline/record/masked.ts'
import { recordedRun, type Tape } from './pipeline/record/tape.ts'
import { refusal, underGatewayCodes } from './problem-response.ts'
import { problem } from './request-problem.ts'
import { rootRoute } from './root.ts'
import { addRoutes, type ServeRefusal, servedAt } from './router.ts'
import { vaultOperations } from './vault/operations.ts'

export interface AppParts extends Omit<Gate, 'gather' | 'members'>, PageParts {
  readonly worlds: AllWorlds
}

/** The whole server: gateway and vault under `/v1`, the sandbox's own API under `/_sandbox`. */
export function createApp(parts: AppParts): Hono<Env> {
  const gate = { ...parts, gather: gatherByTurn(), members: membersOf(parts.assumptions) }
  const app = new Hono<Env>({ getPath: worldlessPath, router: new LiteralFirstRouter() })
  const operations = [
    ...gatewayOperations(parts.assumptions),
    ...vaultOperations(parts.assumptions),
  ]
  if (parts.tape !== undefined) app.use(`${API}/*`, lookOnly(parts.tape))
  app.get('/', (context) => welcome(parts, context))
  app.route('/_sandbox', controlRoutes(parts))
  const routes = operations.map((one) => ({ ...one, serve: serve(gate, one) }))
  const refuse: ServeRefusal = (answer) => serveRefusal(gate, answer)
  const root = rootRoute(parts.assumptions)
  const start = { ...root, serve: serveUnnamed(gate, root) }
  addRoutes(app, API, [...routes, start], refuse)
  // With or without a slash: the one is the base address, the other the root beneath it.
  addRoutes(app, `${API}/`, [start], refuse)
  const served = servedAt(API, routes)
  app.notFound(refuse(({ req }) => nowhere(req.path, pathHint(req, served))))
  app.onError((cause, context) =>
    plainAnswer(context, apiRefusal(context, parts, failure(parts, cause))),
  )
  return app
}

/** A run that is over takes no more calls. */
function lookOnly(tape: Tape): MiddlewareHandler<Env> {
  return async (context, next) => {
    if (!tape.isOver) return await next()
    return plainAnswer(context, refusal(recordedRun()))
  }
}

function welcome(parts: AppParts, context: Context<Env>): Response {
  const { host, accept } = context.env.incoming.headers
  refuseUnknownHost(parts.hosts, host)
  const { world } = splitWorld(pathOf(context.req.url))
  checkWorldName(world)
  const prefix = prefixOf({ name: world })
  if (accept?.includes('text/html')) return context.redirect(`${prefix}/_sandbox`)
  const api = originOf(parts, host) + prefix + API
  return context.json({ name: 'sandgate', version: parts.version, api })
}

/** Under the API's own address, codes go by the assumptions. */
function apiRefusal({ req }: Context<Env>, { assumptions }: AppParts, answer: Answer): Answer {
  const { path } = splitWorld(pathOf(req.url))
  return path.startsWith(API) ? underGatewayCodes(answer, assumptions) : answer
}

function nowhere(path: string, hint: string): Answer {
  const message = `There is nothing at ${maskAddress(path)}${hint}`
  return refusal(problem('not_found', message, ['path']))
}
