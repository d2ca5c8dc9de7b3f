import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { redactAddress } from '../../base/redaction/redacted.ts'
import { nearestWord, proposalText } from '../../base/text/nearest-word.ts'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import { API, pathOf, prefixOf, splitWorld, worldlessPath } from './paths.ts'
import { refusalResponse } from './problem-response.ts'
import { requestProblem } from './request-problem.ts'

/** One method of one path, which may have `{placeholders}`. */
export interface Served {
  readonly method: string
  readonly path: string
}

/** Routes of Hono, found in a trie: its regular expressions cannot have a word and a placeholder in one place. */
export function routedApp(): Hono<Env> {
  return new Hono<Env>({ getPath: worldlessPath, router: new TrieRouter() })
}

type Serving = Response | Promise<Response>

/** The routes of an app below a base path, and how to serve and refuse requests there. */
interface RoutesBelow<Route extends Served> {
  readonly base: string
  readonly routes: readonly Route[]
  readonly serve: (route: Route, context: Context<Env>) => Serving
  readonly refuse: (context: Context<Env>, answer: () => Answer) => Serving
  /** Refuses an unknown path. */
  readonly nowhere: (path: string, hint: string) => Answer
}

/** Adds routes, and refuses everything else: a method that a path does not have, or an unknown path. */
export function addRoutes<Route extends Served>(
  app: Hono<Env>,
  { base, routes, serve, refuse, nowhere }: RoutesBelow<Route>,
): void {
  const methods = new Set(routes.map(({ method }) => method))
  const byPath = new Map<string, Route[]>()
  for (const route of literalsFirst(routes)) {
    byPath.set(route.path, [...(byPath.get(route.path) ?? []), route])
  }
  const answered = new Map<string, readonly string[]>()
  const refused = (context: Context<Env>, known: readonly string[] | undefined) =>
    refuse(context, () => {
      const { path, method, url } = context.req
      const served = routes.map((one) => ({
        method: one.method,
        path: base + (one.path === '/' ? '' : one.path),
      }))
      const hint = pathHint({ method, path, url }, served)
      return known === undefined ? nowhere(path, hint) : wrongMethod(method, known, hint)
    })
  for (const [path, own] of byPath) {
    const paths = path === '/' ? [base, `${base}/`] : [base + honoPath(path)]
    const known = own.map(({ method }) => method)
    for (const one of paths) answered.set(one, known)
    for (const route of own) app.on(route.method, paths, serve.bind(undefined, route))
    // Otherwise a placeholder would take the word of another method: GET /transactions/purchase.
    const others = path.includes('{') ? [] : [...methods].filter((one) => !known.includes(one))
    if (others.length > 0) app.on(others, paths, (context) => refused(context, known))
  }
  app.notFound((context) =>
    refused(context, answered.get(routePathOf(app, routes, context.req.path))),
  )
}

/** The path of the route that a request's path belongs to, whatever its method; else empty. */
export function routePathOf(app: Hono<Env>, routes: readonly Served[], path: string): string {
  for (const method of new Set(routes.map((route) => route.method))) {
    const [first] = app.router.match(method, path)[0]
    if (first !== undefined) return first[0][1].path
  }
  return ''
}

/** Hono takes the first route that matches, and a word takes precedence over a placeholder. */
export function literalsFirst<Route extends Pick<Served, 'path'>>(
  routes: readonly Route[],
): readonly Route[] {
  const rank = ({ path }: Pick<Served, 'path'>) => path.replaceAll('{', '~')
  return [...routes].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** `/transactions/:audit` for `/transactions/{audit}`. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function wrongMethod(asked: string, methods: readonly string[], hint: string): Answer {
  const message = `This path accepts ${methods.join(', ')}, not ${asked}${hint}`
  // Every GET route also answers HEAD.
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return refusalResponse(requestProblem('method_not_allowed', message, ['path']), {
    Allow: all.join(', '),
  })
}

/** A request for an unknown path. */
interface UnmatchedRequest {
  readonly method: string
  readonly path: string
  readonly url: string
}

/** Longer paths are not typos, and comparing them would take long. */
const LONGEST_PATH = 200

/**
 * `. Did you mean '/v1/transactions/purchase'?`, or an empty text if no path of that method is similar.
 * @internal Exported for tests.
 */
export function pathHint(
  { method, path, url }: UnmatchedRequest,
  served: readonly Served[],
): string {
  if (path.length > LONGEST_PATH) return ''
  const wanted = method === 'HEAD' ? 'GET' : method
  const templates = served.filter((one) => one.method === wanted).map((one) => one.path)
  const near = nearPath(path, templates) ?? nearPath(API + path, templates)
  if (near === undefined || near === path) return ''
  const prefix = prefixOf({ name: splitWorld(pathOf(url)).world })
  return proposalText(redactAddress(prefix + near))
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
