import type { Context } from 'hono'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import { pathHint } from './near-path.ts'
import { refusal } from './problem-response.ts'
import { problem } from './request-problem.ts'
import { decodedValues, type RouteTable, type Served } from './route-table.ts'

type Serving = Response | Promise<Response>

/** How what a table finds is served, and what it does not find is refused. */
interface ServedTable<Route extends Served> {
  /** What the table's paths lie beneath. */
  readonly base: string
  readonly table: RouteTable<Route>
  readonly serve: (route: Route, context: Context<Env>) => Serving
  readonly refuse: (context: Context<Env>, answer: () => Answer) => Serving
  /** What is said of a path that the table does not have. */
  readonly nowhere: (path: string, hint: string) => Answer
}

/** Serves a request by a table. */
export function serveByTable<Route extends Served>(
  { base, table, serve, refuse, nowhere }: ServedTable<Route>,
  context: Context<Env>,
): Serving {
  const { path, method, url } = context.req
  const place = table.at(path.slice(base.length) || '/')
  const route = place?.routes.get(method === 'HEAD' ? 'GET' : method)
  if (place !== undefined && route !== undefined) {
    context.set('pathValues', decodedValues(place.values))
    return serve(route, context)
  }
  return refuse(context, () => {
    const hint = pathHint({ method, path, url }, servedAt(base, table))
    return place === undefined
      ? nowhere(path, hint)
      : wrongMethod(method, [...place.routes.keys()], hint)
  })
}

/** What a table answers beneath a base path. */
export function servedAt(base: string, { routes }: RouteTable<Served>): readonly Served[] {
  return routes.map(({ method, path }) => ({ method, path: base + (path === '/' ? '' : path) }))
}

function wrongMethod(asked: string, methods: readonly string[], hint: string): Answer {
  const message = `This path answers ${methods.join(', ')}, not ${asked}${hint}`
  // What answers GET answers HEAD.
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return refusal(problem('method_not_allowed', message, ['path']), { Allow: all.join(', ') })
}
