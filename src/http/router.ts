import type { Context, Hono } from 'hono'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import { pathHint, type Served } from './near-path.ts'
import { routeOf } from './paths.ts'
import { refusal } from './problem-response.ts'
import { problem } from './request-problem.ts'

type Serve = (context: Context<Env>) => Response | Promise<Response>

/** What answers one method of one path. */
export interface Route extends Served {
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
  const served = servedAt(base, routes)
  for (const [path, allowed] of byPath(routes)) {
    const refuse = serveRefusal(({ req }) => wrongMethod(req, allowed, pathHint(req, served)))
    app.all(base + (path === '/' ? '' : routeOf(path)), byMethod(allowed, refuse))
  }
}

/** What routes answer beneath a base path. */
export function servedAt(base: string, routes: readonly Served[]): readonly Served[] {
  return routes.map(({ method, path }) => ({ method, path: base + (path === '/' ? '' : path) }))
}

/** One handler a path: with a second one behind it, Hono would chain them for each call. */
function byMethod(allowed: readonly Route[], refuse: Serve): Serve {
  const handlers = new Map(allowed.map(({ method, serve }) => [method, serve]))
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

function wrongMethod(
  { method: asked }: Context<Env>['req'],
  allowed: readonly Route[],
  hint: string,
): Answer {
  const methods = allowed.map(({ method }) => method)
  const message = `This path answers ${methods.join(', ')}, not ${asked}${hint}`
  // Whatever answers GET answers HEAD.
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return refusal(problem('method_not_allowed', message, ['path']), { Allow: all.join(', ') })
}
