import type { IncomingHttpHeaders } from 'node:http'
import { redactAddress } from '../../base/redaction/redacted.ts'
import { worldNameFault } from '../../domain/world-name.ts'
import { type Location, requestProblem } from './request-problem.ts'

/** The prefix of the gateway and the vault. */
export const API = '/v1'

/** The prefix of the control API. */
export const CONTROL = '/_sandbox'

/** The paths that no assumption can change. */
export const fixedPaths = {
  search: '/transactions',
  lookup: '/transactions/{audit}',
  customers: '/customers',
  tokens: '/customers/{customer_id}/tokens',
} as const

/** The values of a path's placeholders. */
export type PathValues = Readonly<Record<string, string>>

/** Fills the placeholders of a path such as `/transactions/{audit}/void`. */
export function fillPath(
  template: string,
  values: Readonly<Record<string, string | number>>,
): string {
  let path = template
  for (const name in values) path = path.replace(`{${name}}`, String(values[name]))
  return path
}

/** The names of the placeholders, in order. */
export function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string)
}

/** A path and its world: with a prefix such as `/w/blue`, or the default one. */
interface SplitPath {
  readonly world: string
  readonly path: string
  readonly prefix: string
}

/** Splits off the world: `/w/blue/v1/x` is `/v1/x` of the world `blue`. */
export function splitWorld(path: string): SplitPath {
  if (!path.startsWith('/w/')) return { world: 'default', path, prefix: '' }
  const end = path.indexOf('/', 3)
  if (end === -1) return { world: path.slice(3), path: '/', prefix: path }
  return { world: path.slice(3, end), path: path.slice(end), prefix: path.slice(0, end) }
}

/** Whether a path without its world is one of the gateway and the vault. */
export function isApiPath(path: string): boolean {
  return path === API || path.startsWith(`${API}/`)
}

/** The path prefix of a world; empty for the default one. */
export function prefixOf({ name }: { readonly name: string }): string {
  return name === 'default' ? '' : `/w/${name}`
}

/** The path that a request is routed by. */
export function worldlessPath(request: { readonly url: string }): string {
  return splitWorld(pathOf(request.url)).path
}

/** The path of an absolute URL; a URL object would cost more than the rest of the routing. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  const end = url.indexOf('?', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

/** What the links of an answer start with: this server as the client addresses it, with world and version. */
export interface Base {
  /** `http://127.0.0.1:7263/v1`, or `…/w/blue/v1`. */
  readonly api: string
}

export interface Link {
  readonly href: string
}

export type Links = Readonly<Record<string, Link>>

export function link(base: Base, path: string, query: Readonly<Record<string, string>> = {}): Link {
  const entries = Object.entries(query)
  if (entries.length === 0) return { href: base.api + path }
  return { href: `${base.api}${path}?${new URLSearchParams(entries)}` }
}

/** The world of a request, as its path or its headers name it. */
interface WorldOfRequest {
  readonly world: string
  /** Where it is named. */
  readonly location: Location
  /** Otherwise the default world serves it. */
  readonly isNamed: boolean
  readonly path: string
  /** What comes before its path: `/w/blue`, or nothing. */
  readonly prefix: string
}

interface Naming {
  readonly world: string
  readonly location: Location
}

/** In a request of the API it names the world, in each response the one that served it. */
export const WORLD_HEADER = 'X-Sandbox-World'

const inPath: Location = ['path', 'world']

/** Calls of the API may name their world in a header, too; two different names are refused. */
export function worldOfRequest(url: string, headers: IncomingHttpHeaders): WorldOfRequest {
  const { world, path, prefix } = splitWorld(pathOf(url))
  const isNaming = (headers['x-sandbox-world'] ?? headers.baggage) !== undefined
  const inHeaders = isNaming && isApiPath(path) ? namingsIn(headers) : none
  const [first] = inHeaders
  if (first === undefined) {
    return { world, location: inPath, isNamed: prefix !== '', path, prefix }
  }
  const named = prefix === '' ? first : { world, location: inPath }
  const other = inHeaders.find((one) => one.world !== named.world)
  if (other !== undefined) {
    const message = `The request names two worlds: ${quoted(named.world)} and ${quoted(other.world)}`
    throw requestProblem('world_conflict', message, other.location)
  }
  return { ...named, isNamed: true, path, prefix }
}

const none: readonly Naming[] = []

function namingsIn(headers: IncomingHttpHeaders): readonly Naming[] {
  const { 'x-sandbox-world': own, baggage } = headers
  return [
    { world: String(own ?? ''), location: ['header', WORLD_HEADER] },
    ...inBaggage(String(baggage ?? '')).map((world) => ({
      world,
      location: ['header', 'baggage'],
    })),
  ].filter(({ world }) => world !== '')
}

/** Of the W3C header: `user=7, sandgate.world=blue;ttl=30`. */
function inBaggage(baggage: string): readonly string[] {
  return baggage.split(',').flatMap((entry) => {
    const [, value] = /^\s*sandgate\.world\s*=\s*([^;]*?)\s*(?:;|$)/.exec(entry) ?? []
    return value === undefined ? [] : [decoded(value)]
  })
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Refuses a name that no world can have. */
export function checkWorldName(name: string, location = inPath): void {
  const fault = worldNameFault(name)
  if (fault === undefined) return
  throw requestProblem('invalid_world', `Invalid world name ${quoted(name)}: ${fault}`, location)
}

function quoted(name: string): string {
  return `'${redactAddress(name).slice(0, 60)}'`
}
