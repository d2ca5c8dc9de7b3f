import type { Context } from 'hono'
import { nearestWord } from '../document/nearest-word.ts'
import { redactAddress } from '../domain/redaction/redacted.ts'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import { pathOf, splitWorld } from './paths.ts'
import { API, prefixOf } from './pipeline/open-call.ts'
import { refusal } from './problem-response.ts'
import { problem } from './request-problem.ts'
import { decodedValues, type RouteTable, type Served } from './route-table.ts'

type Serving = Response | Promise<Response>

/** How to serve the routes of a table, and how to refuse unknown paths. */
interface ServedTable<Route extends Served> {
  /** The prefix of the table's paths. */
  readonly base: string
  readonly table: RouteTable<Route>
  readonly serve: (route: Route, context: Context<Env>) => Serving
  readonly refuse: (context: Context<Env>, answer: () => Answer) => Serving
  /** Refuses a path that is not in the table. */
  readonly nowhere: (path: string, hint: string) => Answer
}

/** Routes a request by a table. */
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

/** The routes of a table with their full paths. */
export function servedAt(base: string, { routes }: RouteTable<Served>): readonly Served[] {
  return routes.map(({ method, path }) => ({ method, path: base + (path === '/' ? '' : path) }))
}

function wrongMethod(asked: string, methods: readonly string[], hint: string): Answer {
  const message = `This path answers ${methods.join(', ')}, not ${asked}${hint}`
  // Every GET route also answers HEAD.
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return refusal(problem('method_not_allowed', message, ['path']), { Allow: all.join(', ') })
}

/** A request for an unknown path. */
interface UnmatchedRequest {
  readonly method: string
  readonly path: string
  readonly url: string
}

/** Longer paths are not typos, and comparing them would take long. */
const LONGEST = 200

/** `; did you mean /v1/transactions/purchase?`, or an empty text if no path of that method is similar. */
export function pathHint(
  { method, path, url }: UnmatchedRequest,
  served: readonly Served[],
): string {
  if (path.length > LONGEST) return ''
  const wanted = method === 'HEAD' ? 'GET' : method
  const templates = served.filter((one) => one.method === wanted).map((one) => one.path)
  const near = nearPath(path, templates) ?? nearPath(API + path, templates)
  if (near === undefined || near === path) return ''
  const prefix = prefixOf({ name: splitWorld(pathOf(url)).world })
  return `; did you mean ${redactAddress(prefix + near)}?`
}

function nearPath(asked: string, templates: readonly string[]): string | undefined {
  const steps = asked.replace(/\/+$/, '').split('/')
  const found = templates
    .map((template) => template.split('/'))
    .filter((template) => template.length === steps.length)
    .map((template) => correctedPath(template, steps))
    .filter((path) => path !== undefined)
  // Prefers the path with the fewest placeholders, which match any value.
  return found.sort((one, other) => one.values - other.values)[0]?.path
}

interface CorrectedPath {
  readonly path: string
  readonly values: number
}

/** The path that was probably meant, if each of its words is similar. */
function correctedPath(
  template: readonly string[],
  steps: readonly string[],
): CorrectedPath | undefined {
  const meant = template.map((word, i) => {
    const step = steps[i] ?? ''
    if (word.startsWith('{')) return step === '' ? undefined : step
    return word === step ? word : nearestWord(step, [word])
  })
  if (meant.includes(undefined)) return undefined
  return { path: meant.join('/'), values: template.filter((word) => word.startsWith('{')).length }
}
