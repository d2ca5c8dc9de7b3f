import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Problem } from '../domain/problem.ts'
import type { Address } from '../gateway/wire/call.ts'
import {
  crossSiteHeader,
  isOwnOrigin,
  isSameSecret,
  refuseUnknownHost,
} from '../gateway/wire/caller.ts'
import { requestProblem } from '../gateway/wire/request-problem.ts'
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
  own: Pick<Address, 'publicUrl' | 'scheme'>,
  { method, headers }: IncomingMessage,
): void {
  const { origin } = headers
  if (origin !== undefined && !isOwnOrigin(headers, own, origin)) throw foreign('Origin')
  const sign = crossSiteHeader(headers, own)
  if (sign === undefined) return
  // Following a link shows the page to the user, and reveals nothing to the other site.
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': target = 'document' } = headers
  // In a frame, the other site chooses what is shown.
  const isLink = (sign === 'Referer' || mode === 'navigate') && target === 'document'
  if (!(isLink && (method === 'GET' || method === 'HEAD'))) throw foreign(sign)
}

/** A link from elsewhere shows what is there, and makes nothing. */
export function refuseMakingFromElsewhere(
  own: Pick<Address, 'publicUrl' | 'scheme'>,
  { headers }: IncomingMessage,
): void {
  const sign = crossSiteHeader(headers, own)
  if (sign !== undefined) throw foreign(sign)
}

function foreign(header: string): Problem {
  const message =
    'Pages of other origins may not call the control API; behind a proxy, start with --public-url'
  return requestProblem('forbidden_origin', message, ['header', header])
}

function refuseWithoutToken(token: string | undefined, headers: IncomingHttpHeaders): void {
  if (token === undefined) return
  const given = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (isSameSecret(given, token)) return
  const message =
    given === ''
      ? 'The control API needs its token, as Authorization: Bearer'
      : 'The control token is wrong: this sandbox was started with another one'
  throw requestProblem('unauthenticated', message, ['header', 'Authorization'])
}
