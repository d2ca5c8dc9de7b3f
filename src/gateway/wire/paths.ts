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
