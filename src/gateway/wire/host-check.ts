import type { IncomingHttpHeaders } from 'node:http'
import { redactAddress } from '../../base/redaction/redacted.ts'
import { requestProblem } from './request-problem.ts'

/**
 * Host names of this server; a request for any other comes from a page that rebound its own name
 * (DNS rebinding).
 */
export type KnownHosts = ReadonlySet<string>

export interface HostNames {
  /** The address that the server listens on. */
  readonly host: string
  readonly publicUrl: string | undefined
  /** Further names from the configuration. */
  readonly allowed: readonly string[]
}

export function knownHosts({ host, publicUrl, allowed }: HostNames): KnownHosts {
  const names = ['127.0.0.1', 'localhost', '[::1]', ...[host, ...allowed].map(bracketed)]
  if (publicUrl !== undefined) names.push(new URL(publicUrl).hostname)
  return new Set(names.map((name) => name.toLowerCase()))
}

export function refuseUnknownHost(hosts: KnownHosts, header: string | undefined): void {
  const name = hostName(header ?? '')
  if (name !== undefined && hosts.has(name)) return
  throw requestProblem('forbidden_host', refusalOf(name), ['header', 'Host'])
}

/** Names the remedy too: in a container, for example, the sandbox cannot know its own name. */
function refusalOf(name: string | undefined): string {
  if (name === undefined || name === '') return 'The Host header does not name one host'
  const shown = redactAddress(name.slice(0, 100))
  return `This sandbox does not serve the host ${shown}; to allow it, start with --allow-host ${shown} or add it to server.hosts in the config`
}

/**
 * The header by which a browser says that a page of another site, or of another port of this host, caused
 * this request. Even an image has one, without `Origin`; over plain HTTP, that is only the `Referer`.
 */
export function crossSiteHeader(
  headers: IncomingHttpHeaders,
  own: OwnAddress,
): 'Sec-Fetch-Site' | 'Referer' | undefined {
  const { origin, referer, 'sec-fetch-site': site } = headers
  if (site !== undefined) {
    return site === 'same-origin' || site === 'none' ? undefined : 'Sec-Fetch-Site'
  }
  if (origin !== undefined || referer === undefined) return undefined
  const [page = ''] = /^https?:\/\/[^/]+/i.exec(referer) ?? []
  return isOwnOrigin(headers, own, page) ? undefined : 'Referer'
}

/** Whether a browser may have sent a request: programs send none of these headers. */
export function isFromPage({
  origin,
  referer,
  'sec-fetch-site': site,
}: IncomingHttpHeaders): boolean {
  return origin !== undefined || referer !== undefined || site !== undefined
}

/** The web page that made a browser send a request. */
export interface CallingPage {
  /** The header that shows it. */
  readonly header: 'Origin' | 'Sec-Fetch-Site' | 'Referer'
  /** Whether the page is on this machine or on a host of this sandbox, as a developer's own shop is. */
  readonly isOwn: boolean
}

/** Undefined if no page caused the request. */
export function callingPage(
  headers: IncomingHttpHeaders,
  own: OwnAddress & { readonly hosts: KnownHosts },
): CallingPage | undefined {
  const { origin, referer, 'sec-fetch-site': site } = headers
  const header = origin === undefined ? crossSiteHeader(headers, own) : 'Origin'
  if (header === undefined) return undefined
  const address = origin ?? referer
  if (address === undefined) return { header, isOwn: site === 'same-site' }
  const host = hostName(/^https?:\/\/([^/]*)/i.exec(address)?.[1] ?? '')
  return { header, isOwn: host !== undefined && (own.hosts.has(host) || loopback.test(host)) }
}

const loopback = /^(?:127(?:\.[0-9]{1,3}){3}|(?:.*\.)?localhost)$/

/** How this server is called. */
interface OwnAddress {
  readonly scheme: 'http' | 'https'
  readonly publicUrl: string | undefined
}

/** Whether this is the origin that the request was sent to, or the public one. */
export function isOwnOrigin(
  { host }: IncomingHttpHeaders,
  { scheme, publicUrl }: OwnAddress,
  origin: string,
): boolean {
  const found = origin.toLowerCase()
  if (found === `${scheme}://${host?.toLowerCase()}`) return true
  return publicUrl !== undefined && found === new URL(publicUrl).origin
}

/** `Example.com:7263` is `example.com`; `[::1]:7263` is `[::1]`; undefined if not a host. */
export function hostName(header: string): string | undefined {
  const found = hostForm.exec(header)
  return found?.[1]?.toLowerCase()
}

const hostForm = /^([^\s:,/@[\]]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?$/

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
