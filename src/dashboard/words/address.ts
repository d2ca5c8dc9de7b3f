import type { Visit } from '../../control/pages/visit.ts'

type Query = Readonly<Record<string, string | number | undefined>>

/** The address of a page of the same world. */
export function pageAddress({ prefix }: Pick<Visit, 'prefix'>, path: string, query: Query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  ).toString()
  const bare = `${prefix}/_sandbox${path === '/' ? '' : path}`
  return search === '' ? bare : `${bare}?${search}`
}

/** Where the pages of another world are. */
export function worldLinkBase(name: string): Pick<Visit, 'prefix'> {
  return { prefix: name === 'default' ? '' : `/w/${name}` }
}

/** Where the visitor is, less what only this one showing of it says; with other values in its query. */
export function sameAddress(visit: Visit, changes: Query = {}): string {
  const { notice: _notice, ...query } = visit.query
  return pageAddress(visit, visit.path, { ...query, ...changes })
}
