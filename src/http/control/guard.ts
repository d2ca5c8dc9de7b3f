import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hostName, type KnownHosts, refuseUnknownHost } from '../host-check.ts'
import { isSameSecret } from '../pipeline/auth.ts'
import { problem } from '../request-problem.ts'
import type { ControlParts } from './parts.ts'

/** Refuses other sites' pages, and clients without the token if one is set. */
export function guard(parts: ControlParts, incoming: IncomingMessage, isOpen: boolean): void {
  const { headers } = incoming
  refuseUnknownHost(parts.hosts, headers.host)
  refuseOtherSites(parts.hosts, incoming)
  if (!isOpen) refuseWithoutToken(parts.controlToken, headers)
}

/** Refuses calls from other sites' pages; following a link to one of our pages is allowed. */
export function refuseOtherSites(hosts: KnownHosts, { method, headers }: IncomingMessage): void {
  const { origin } = headers
  if (origin !== undefined && !isOwnOrigin(hosts, origin)) {
    const message = 'Pages of other sites may not call the control API'
    throw problem('forbidden_origin', message, ['header', 'Origin'])
  }
  if (headers['sec-fetch-site'] !== 'cross-site') return
  // Following a link shows the page to the user, and reveals nothing to the other site.
  if (method === 'GET' && headers['sec-fetch-mode'] === 'navigate') return
  const message = 'Other sites may not call the control API'
  throw problem('forbidden_origin', message, ['header', 'Sec-Fetch-Site'])
}

function isOwnOrigin(hosts: KnownHosts, origin: string): boolean {
  const found = /^https?:\/\/([^/]+)$/.exec(origin)
  const name = found?.[1] === undefined ? undefined : hostName(found[1])
  return name !== undefined && hosts.has(name)
}

function refuseWithoutToken(token: string | undefined, headers: IncomingHttpHeaders): void {
  if (token === undefined) return
  const given = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (isSameSecret(given, token)) return
  const message =
    given === ''
      ? 'The control API needs its token, as Authorization: Bearer'
      : 'The control token is wrong: this sandbox was started with another one'
  throw problem('unauthenticated', message, ['header', 'Authorization'])
}
