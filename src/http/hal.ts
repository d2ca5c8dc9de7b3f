/** Where links of one answer point to: the client's own view of this server, world and version. */
export interface Base {
  /** `http://127.0.0.1:4010/v1`, or `…/w/blue/v1`. */
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
