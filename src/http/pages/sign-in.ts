import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSameSecret } from '../pipeline/auth.ts'

/** Browsers share cookies among all ports of a host, so each sandbox needs its own cookie name. */
function cookieName({ socket }: IncomingMessage): string {
  return `sandgate_${socket.localPort}`
}

/** The value of the cookie, which does not reveal the token. */
function cookieValue(token: string): string {
  return createHash('sha256').update(`sandgate dashboard ${token}`).digest('hex')
}

/** Whether this browser may see the pages; always true if no token is set. */
export function isSignedIn(token: string | undefined, incoming: IncomingMessage): boolean {
  if (token === undefined) return true
  const cookies = (incoming.headers.cookie ?? '').split(/; */)
  const found = cookies.find((cookie) => cookie.startsWith(`${cookieName(incoming)}=`))
  return isSameSecret(found?.slice(found.indexOf('=') + 1) ?? '', cookieValue(token))
}

/** The cookie for a correct token; undefined for a wrong one. */
export function signedIn(
  token: string | undefined,
  given: string,
  incoming: IncomingMessage,
): string | undefined {
  if (token === undefined || !isSameSecret(given, token)) return undefined
  return cookie(incoming, cookieValue(token))
}

export function signedOut(incoming: IncomingMessage): string {
  return `${cookie(incoming, '')}; Max-Age=0`
}

function cookie(incoming: IncomingMessage, value: string): string {
  const secure = 'encrypted' in incoming.socket ? '; Secure' : ''
  return `${cookieName(incoming)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`
}
