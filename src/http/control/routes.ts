import { type Context, Hono } from 'hono'
import type { Answer } from '../answer.ts'
import type { Env } from '../call.ts'
import type { IndexAnswer } from '../contract/control/calls/about.ts'
import type { ControlCall } from '../contract/control/control-call.ts'
import { type Later, later, memberOf } from '../operation.ts'
import { worldlessPath } from '../paths.ts'
import { refusal } from '../problem-response.ts'
import { problem } from '../request-problem.ts'
import { addRoutes, type Route, type ServeRefusal } from '../router.ts'
import { chapters } from './control-calls.ts'
import type { ControlHandler } from './control-handler.ts'
import type { ControlParts } from './parts.ts'
import { serveControl, serveNothing } from './serve-control.ts'

export const CONTROL = '/_sandbox'

/** The sandbox's own API. Its routes are made when it is first called: no start waits for them. */
export function controlRoutes(parts: ControlParts): Hono<Env> {
  const control = new Hono<Env>()
  let router: Hono<Env> | undefined
  // A client knows by it that it talks to a sandbox, whatever the answer.
  control.use(async ({ env }, next) => {
    env.outgoing.setHeader('X-Sandbox-Version', parts.version)
    await next()
  })
  control.all('*', ({ req, env }) => {
    router ??= controlRouter(parts)
    return router.fetch(req.raw, env)
  })
  return control
}

/** To be asked by the whole path. */
function controlRouter(parts: ControlParts): Hono<Env> {
  const control = new Hono<Env>({ getPath: worldlessPath })
  const refuse: ServeRefusal = (answer) => serveNothing(parts, answer)
  addRoutes(control, CONTROL, allRoutes(parts), refuse)
  control.all('*', refuse(nowhere))
  return control
}

function allRoutes(controlParts: ControlParts): readonly Route[] {
  const parts = { ...controlParts, index: index() }
  return chapters.flatMap(({ calls, load }) => {
    const handlers = later<Readonly<Record<string, ControlHandler>>>(load)
    return Object.entries(calls).map(([name, call]) => ({
      ...call,
      serve: serveControl(parts, call, memberOf(handlers, name) as Later<ControlHandler>),
    }))
  })
}

function index(): IndexAnswer {
  const calls = chapters.flatMap((chapter): readonly ControlCall[] => Object.values(chapter.calls))
  return {
    calls: calls.map(({ method, path, does }) => ({
      method,
      path: path === '/' ? CONTROL : CONTROL + path,
      does,
    })),
  }
}

function nowhere({ req }: Context<Env>): Answer {
  const message = `There is no control call at ${req.path.slice(0, 200)}; GET ${CONTROL}/calls lists them`
  return refusal(problem('not_found', message, ['path']))
}
