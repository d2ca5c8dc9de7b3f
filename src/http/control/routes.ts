import { Hono } from 'hono'
import { maskAddress } from '../../domain/card/hidden-number.ts'
import type { Answer } from '../answer.ts'
import type { Env } from '../call.ts'
import { pathHint } from '../near-path.ts'
import { type Later, later, memberOf } from '../operation.ts'
import { asksForPage } from '../pages/asks-for-page.ts'
import type { PageParts } from '../pages/page-parts.ts'
import { worldlessPath } from '../paths.ts'
import { refusal } from '../problem-response.ts'
import { problem } from '../request-problem.ts'
import { addRoutes, type Route, type ServeRefusal, servedAt } from '../router.ts'
import { CONTROL, callIndex, chapters } from './control-calls.ts'
import type { ControlHandler } from './control-handler.ts'
import type { ControlParts } from './parts.ts'
import { serveControl, serveNothing } from './serve-control.ts'

/** The sandbox's own API. Its routes are made when it is first called: no start waits for them. */
export function controlRoutes(parts: PageParts): Hono<Env> {
  const control = new Hono<Env>()
  let router: Hono<Env> | undefined
  // A client knows by it that it talks to a sandbox, whatever the answer.
  control.use(async ({ env }, next) => {
    env.outgoing.setHeader('X-Sandbox-Version', parts.version)
    await next()
  })
  control.all('*', async (context) => {
    if (asksForPage(context)) {
      const { servePage } = await import('../pages/serve-pages.ts')
      const page = await servePage(parts, context)
      if (page !== undefined) return page
    }
    router ??= controlRouter(parts)
    return await router.fetch(context.req.raw, context.env)
  })
  return control
}

/** To be asked by the whole path. */
function controlRouter(parts: ControlParts): Hono<Env> {
  const control = new Hono<Env>({ getPath: worldlessPath })
  const refuse: ServeRefusal = (answer) => serveNothing(parts, answer)
  const routes = allRoutes(parts)
  const served = servedAt(CONTROL, routes)
  addRoutes(control, CONTROL, routes, refuse)
  control.all(
    '*',
    refuse(({ req }) => nowhere(req.path, pathHint(req, served))),
  )
  return control
}

function allRoutes(controlParts: ControlParts): readonly Route[] {
  const parts = { ...controlParts, index: callIndex() }
  return chapters.flatMap(({ calls, load }) => {
    const handlers = later<Readonly<Record<string, ControlHandler>>>(load)
    return Object.entries(calls).map(([name, call]) => ({
      ...call,
      serve: serveControl(parts, call, memberOf(handlers, name) as Later<ControlHandler>),
    }))
  })
}

function nowhere(path: string, hint: string): Answer {
  const way = hint || `; GET ${CONTROL}/calls lists them`
  const message = `There is no control call at ${maskAddress(path.slice(0, 200))}${way}`
  return refusal(problem('not_found', message, ['path']))
}
