import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Problem } from '../../domain/problem.ts'
import { isFromElsewhere, refuseUnknownHost } from '../host-check.ts'
import { isSameSecret } from '../pipeline/auth.ts'
import type { Address } from '../pipeline/open-call.ts'
import { problem } from '../request-problem.ts'
import type { ControlParts } from './parts.ts'

/** Refuses other sites' pages, and clients without the token if one is set. */
export function guard(parts: ControlParts, incoming: IncomingMessage, isOpen: boolean): void {
  const { headers } = incoming
  refuseUnknownHost(parts.hosts, headers.host)
  refuseOtherSites(parts, incoming)
  if (!isOpen) refuseWithoutToken(parts.controlToken, headers)
}

/**
 * Refuses calls from pages of other sites and of other ports of this host; following a link to one
 * of our pages is allowed. Programs send none of these headers, apart from Node's `Sec-Fetch-Mode`.
 */
export function refuseOtherSites(
  parts: Pick<Address, 'publicUrl'>,
  { method, headers }: IncomingMessage,
): void {
  const isReading = method === 'GET' || method === 'HEAD'
  const { origin, referer } = headers
  if (origin !== undefined && !isOwn(parts, headers, origin)) throw foreign('Origin')
  if (origin === undefined && referer !== undefined && !isReading) {
    if (!isOwn(parts, headers, referer)) throw foreign('Referer')
  }
  if (!isFromElsewhere(headers)) return
  // Following a link shows the page to the user, and reveals nothing to the other site.
  if (!(isReading && headers['sec-fetch-mode'] === 'navigate')) throw foreign('Sec-Fetch-Site')
}

/** A link from elsewhere shows what is there, and makes nothing. */
export function refuseMakingFromElsewhere({ headers }: IncomingMessage): void {
  if (isFromElsewhere(headers)) throw foreign('Sec-Fetch-Site')
}

function foreign(header: string): Problem {
  const message =
    'Pages of other origins may not call the control API; behind a proxy, start with --public-url'
  return problem('forbidden_origin', message, ['header', header])
}

/** Whether an address is at the host and port that this request was sent to, or the public one. */
function isOwn(
  { publicUrl }: Pick<Address, 'publicUrl'>,
  { host }: IncomingHttpHeaders,
  address: string,
): boolean {
  const found = /^https?:\/\/([^/]+)(?:\/|$)/.exec(address)?.[1]?.toLowerCase()
  if (found === undefined) return false
  return (
    found === host?.toLowerCase() || (publicUrl !== undefined && found === new URL(publicUrl).host)
  )
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
