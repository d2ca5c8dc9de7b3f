import type { IncomingHttpHeaders } from 'node:http'

const absolute = /^https?:\/\/([^/?#]*)(.*)$/i

interface Addressed {
  url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * Takes a request for `http://host/path` as one for `/path` of that host, so that the check of the
 * host and everything behind it see one address. Where the Host header names another one, none is known.
 */
export function settleTarget(incoming: Addressed): void {
  const [, host, rest = ''] = absolute.exec(incoming.url ?? '') ?? []
  if (host === undefined) return
  const { headers } = incoming
  headers.host ??= host
  if (headers.host.toLowerCase() !== host.toLowerCase()) delete headers.host
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`
}
