import type { Context, Hono } from 'hono'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import { routeOf } from './paths.ts'
import { refusal } from './problem-response.ts'
import { problem } from './request-problem.ts'

type Serve = (context: Context<Env>) => Response | Promise<Response>

/** What answers one method of one path. */
export interface Route {
  readonly method: string
  /** With `{placeholders}`. */
  readonly path: string
  readonly serve: Serve
}

/** Serves what is refused whatever it says. */
export type ServeRefusal = (refuse: (context: Context<Env>) => Answer) => Serve

/** Adds routes beneath a base path, and the refusal of methods that a path does not have. */
export function addRoutes(
  app: Hono<Env>,
  base: string,
  routes: readonly Route[],
  serveRefusal: ServeRefusal,
): void {
  for (const [path, allowed] of byPath(routes)) {
    app.all(base + (path === '/' ? '' : routeOf(path)), byMethod(allowed, serveRefusal))
  }
}

/** One handler a path: with a second one behind it, Hono would chain them for each call. */
function byMethod(allowed: readonly Route[], serveRefusal: ServeRefusal): Serve {
  const handlers = new Map(allowed.map(({ method, serve }) => [method, serve]))
  const refuse = serveRefusal((context) => wrongMethod(context, allowed))
  return (context) => {
    const { method } = context.req
    const serve = handlers.get(method === 'HEAD' ? 'GET' : method) ?? refuse
    return serve(context)
  }
}

/** Literal paths come before those with a placeholder in the same place. */
function byPath(routes: readonly Route[]): [string, Route[]][] {
  const paths = new Map<string, Route[]>()
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route])
  return [...paths].sort(([one], [other]) => (sortKey(one) < sortKey(other) ? -1 : 1))
}

function sortKey(path: string): string {
  return path.replaceAll('{', '~')
}

function wrongMethod({ req }: Context<Env>, allowed: readonly Route[]): Answer {
  const methods = allowed.map(({ method }) => method).join(', ')
  const message = `This path answers ${methods}, not ${req.method}`
  return refusal(problem('method_not_allowed', message, ['path']), { Allow: methods })
}
