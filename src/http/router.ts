import type { Context } from 'hono'
import { nearestWord } from '../document/nearest-word.ts'
import { redactAddress } from '../domain/redaction/redacted.ts'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import { API, type PathValues, pathOf, prefixOf, splitWorld } from './paths.ts'
import { refusal } from './problem-response.ts'
import { requestProblem } from './request-problem.ts'

/** One method of one path, which may have `{placeholders}`. */
export interface Served {
  readonly method: string
  readonly path: string
}

const noValues: PathValues = {}

/** The routes of a path, by method. */
interface RoutePlace<Route> {
  readonly words: readonly string[]
  readonly routes: Map<string, Route>
}

/** Finds the route of a path; a literal word takes precedence over a placeholder. */
export class RouteTable<Route extends Served> {
  readonly routes: readonly Route[]
  readonly #byPath = new Map<string, RoutePlace<Route>>()
  readonly #places: readonly RoutePlace<Route>[]

  constructor(routes: readonly Route[]) {
    this.routes = routes
    for (const route of [...routes].sort(literalsFirst)) {
      const { path, method } = route
      const place = this.#byPath.get(path) ?? { words: path.split('/'), routes: new Map() }
      place.routes.set(method, route)
      this.#byPath.set(path, place)
    }
    this.#places = [...this.#byPath.values()]
  }

  at(path: string): { routes: ReadonlyMap<string, Route>; values: PathValues } | undefined {
    const literal = path.includes('{') ? undefined : this.#byPath.get(path)
    if (literal !== undefined) return { routes: literal.routes, values: noValues }
    const given = path.split('/')
    const place = this.#places.find(({ words }) => matches(words, given))
    return place && { routes: place.routes, values: valuesIn(place.words, given) }
  }
}

function literalsFirst({ path: one }: Served, { path: other }: Served): number {
  return one.replaceAll('{', '~') < other.replaceAll('{', '~') ? -1 : 1
}

function matches(words: readonly string[], given: readonly string[]): boolean {
  if (words.length !== given.length) return false
  return words.every((word, i) => (word.startsWith('{') ? given[i] !== '' : word === given[i]))
}

function valuesIn(words: readonly string[], given: readonly string[]): PathValues {
  const values: Record<string, string> = {}
  for (const [i, word] of words.entries()) {
    if (word.startsWith('{')) values[word.slice(1, -1)] = given[i] ?? ''
  }
  return values
}

/** Decodes the values. */
export function decodedValues(values: PathValues): PathValues {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, text]) => [name, decodedText(text)]))
}

function decodedText(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Not a valid escape, so it is taken literally.
    return text
  }
}

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
    if (place.values !== noValues) context.set('pathValues', decodedValues(place.values))
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
  return refusal(requestProblem('method_not_allowed', message, ['path']), { Allow: all.join(', ') })
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

/** The path of which each word is similar; with as few placeholders as possible, since they match any value. */
function nearPath(asked: string, templates: readonly string[]): string | undefined {
  const steps = asked.replace(/\/+$/, '').split('/')
  const isValue = (word: string) => word.startsWith('{')
  const meant = templates
    .map((template) => template.split('/'))
    .filter((words) => words.length === steps.length)
    .sort((one, other) => one.filter(isValue).length - other.filter(isValue).length)
    .map((words) =>
      words.map((word, i) => {
        const step = steps[i] ?? ''
        return isValue(word) ? step || undefined : nearestWord(step, [word])
      }),
    )
  return meant.find((words) => !words.includes(undefined))?.join('/')
}
