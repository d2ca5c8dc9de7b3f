import { isPlainObject } from '../../../domain/plain-object.ts'
import { type LabExchange, partAt } from './exchange.ts'
import type { Lab } from './lab.ts'

/** Relations of an answer, each with the path that it leads to beneath the base address. */
export type LinkPaths = ReadonlyMap<string, string>

/** `known` is a path that one of them leads to: with it, links by another address are understood. */
export function linksOf({ remote }: Lab, { body }: LabExchange, known: string): LinkPaths {
  const links = partAt(body, '_links')
  if (!isPlainObject(links)) return new Map()
  const paths = Object.entries(links).flatMap(([relation, link]): [string, string][] => {
    const href = partAt(link, 'href')
    const url = typeof href === 'string' ? urlOf(href, remote.base.url) : undefined
    return url === undefined ? [] : [[relation, url.pathname]]
  })
  const whole = paths.map(([, path]) => path).find((path) => path.endsWith(known))
  const front = whole?.slice(0, -known.length) ?? new URL(remote.base.url).pathname
  return new Map(
    paths.flatMap(([relation, path]): [string, string][] =>
      path.startsWith(`${front}/`) ? [[relation, path.slice(front.length)]] : [],
    ),
  )
}

/** Braces of templates stay as they are. */
function urlOf(href: string, base: string): { readonly pathname: string } | undefined {
  if (!URL.canParse(href, base)) return undefined
  const { pathname } = new URL(href, base)
  return { pathname: pathname.replaceAll('%7B', '{').replaceAll('%7D', '}') }
}

/** A path with names in braces where these values stand. */
export function templateOf(
  path: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const segments = path.split('/').map((segment) => {
    const name = Object.keys(values).find((one) => String(values[one]) === segment)
    return name === undefined ? segment : `{${name}}`
  })
  return segments.join('/')
}

/** The relation that leads to a path. */
export function relationTo(links: LinkPaths, path: string): string | undefined {
  return [...links].find(([, one]) => one === path)?.[0]
}
