import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { redactAddress } from '../../base/redaction/redacted.ts'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { Recorder } from '../../record/recorder.ts'
import { type RequestProblem, requestProblem } from './request-problem.ts'

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
function isFromPage({ origin, referer, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined || referer !== undefined || site !== undefined
}

/** The web page that made a browser send a request. */
interface CallingPage {
  /** The header that shows it. */
  readonly header: 'Origin' | 'Sec-Fetch-Site' | 'Referer'
  /** Whether the page is on this machine or on a host of this sandbox, as a developer's own shop is. */
  readonly isOwn: boolean
}

/** Undefined if no page caused the request. */
function callingPage(
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

/** A user of the gateway, who may act for some merchants. */
export interface User {
  readonly name: string
  /** The merchant of vault calls that name none. */
  readonly merchant: number
  readonly merchants: readonly number[] | 'any'
  /** Set if the sandbox calls itself on behalf of its dashboard. */
  readonly isSandbox?: true
}

export interface Credentials extends User {
  readonly password?: string | undefined
  readonly token?: string | undefined
}

/** Turns an Authorization header into a user, or refuses. */
export type Authenticate = (authorization: string | undefined) => User

/** The header that marks the sandbox's own requests; its value is a secret of this process. */
export const OWN_HEADER = 'x-sandbox-own'

/** The sandbox as a client of its own API, with all permissions. */
export interface OwnClient {
  readonly key: string
  readonly user: User
}

export function ownClient(key: string, merchant: number): OwnClient {
  return { key, user: { name: 'dashboard', merchant, merchants: 'any', isSandbox: true } }
}

/** Accepts everyone as a user of this merchant who may act for any other. */
export function openToAll(merchant: number): Authenticate {
  const anybody: User = { name: 'anybody', merchant, merchants: 'any' }
  return () => anybody
}

/** Accepts only the given users, by Basic or Bearer. */
export function usersOnly(users: readonly Credentials[]): Authenticate {
  const known = users.flatMap((user) => secretsOf(user).map((secret) => ({ user, secret })))
  return (authorization) => {
    const given = digest(presented(authorization))
    // Compares all of them each time, so that the duration does not reveal how close a guess was.
    const matching = known.filter(({ secret }) => timingSafeEqual(given, secret))
    const user = matching[0]?.user
    if (user === undefined)
      throw requestProblem('unauthenticated', 'Valid credentials are required', [
        'header',
        'Authorization',
      ])
    return user
  }
}

export function mayUse(user: User, merchant: number): boolean {
  return user.merchants === 'any' || user.merchants.includes(merchant)
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function secretsOf({ name, password, token }: Credentials): readonly Buffer[] {
  const texts = []
  if (password !== undefined) texts.push(`basic ${name}:${password}`)
  if (token !== undefined) texts.push(`bearer ${token}`)
  return texts.map(digest)
}

function presented(authorization: string | undefined): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(/\s+/, 2)
  if (scheme.toLowerCase() === 'bearer') return `bearer ${value}`
  if (scheme.toLowerCase() === 'basic') {
    return `basic ${Buffer.from(value, 'base64').toString('utf8')}`
  }
  return ''
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** What is needed to say who calls. */
export interface Callers extends OwnAddress {
  readonly hosts: KnownHosts
  readonly assumptions: Assumptions
  readonly authenticate: Authenticate
  readonly own: OwnClient
  readonly recorder: Pick<Recorder, 'turnAway'>
}

/** Who sent a request. */
export interface Caller {
  readonly user: User
  /** Set for a page of the developer's own shop, if the gateway refuses pages: that is recorded and reported. */
  readonly refusal: RequestProblem | undefined
}

/**
 * Who calls. Pages of other sites and callers without valid credentials are refused and counted,
 * and leave no other trace: neither may fill the journal or change the verdict.
 */
export function admit(callers: Callers, { headers }: IncomingMessage): Caller {
  const { own, authenticate, recorder, assumptions } = callers
  if (headers[OWN_HEADER] === own.key) return { user: own.user, refusal: undefined }
  let user: User
  try {
    user = authenticate(headers.authorization)
  } catch (cause) {
    recorder.turnAway('unauthenticated')
    throw cause
  }
  const page =
    assumptions.browser_calls === 'refuse' && isFromPage(headers)
      ? callingPage(headers, callers)
      : undefined
  const refusal = page && browserCall(page)
  if (page === undefined || page.isOwn) return { user, refusal }
  recorder.turnAway('foreign-page')
  throw refusal
}

function browserCall({ header }: CallingPage): RequestProblem {
  const message = 'The API is for backend servers; a web page must not call it'
  return requestProblem('browser_call_refused', message, ['header', header])
}
