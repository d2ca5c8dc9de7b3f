import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { monotonicMs } from '../../base/monotonic.ts'
import { isSameSecret } from '../../gateway/wire/caller.ts'

/** Seconds until a browser has to sign in again. */
const LIFETIME = 12 * 60 * 60

/** The oldest session ends when another browser signs in. */
const MOST_SESSIONS = 100

/**
 * The browsers that are signed in to this process. Browsers send a cookie to every port of a host,
 * so its value is random, is worth nothing to another process, and only its digest is kept.
 */
export class Sessions {
  readonly #token: string | undefined
  /** When each session ends, by the digest of its cookie, oldest first. */
  readonly #ends = new Map<string, number>()

  constructor(token: string | undefined) {
    this.#token = token
  }

  /** Whether this browser may see the pages; always true if no token is set. */
  has(incoming: IncomingMessage): boolean {
    if (this.#token === undefined) return true
    const end = this.#ends.get(digestOf(cookieIn(incoming)))
    return end !== undefined && monotonicMs() < end
  }

  /** The cookie for a correct token; undefined for a wrong one. */
  begin(given: string, incoming: IncomingMessage): string | undefined {
    if (this.#token === undefined || !isSameSecret(given, this.#token)) return undefined
    const value = randomBytes(32).toString('base64url')
    this.#ends.set(digestOf(value), monotonicMs() + LIFETIME * 1000)
    const [oldest = ''] = this.#ends.keys()
    if (this.#ends.size > MOST_SESSIONS) this.#ends.delete(oldest)
    return cookie(incoming, value, LIFETIME)
  }

  /** The cookie that removes the browser's own. */
  end(incoming: IncomingMessage): string {
    this.#ends.delete(digestOf(cookieIn(incoming)))
    return cookie(incoming, '', 0)
  }
}

/** Each sandbox of a host needs its own cookie name. Over TLS, no other host can set this one. */
function cookieName({ socket }: IncomingMessage): string {
  return `${'encrypted' in socket ? '__Host-' : ''}sandgate_${socket.localPort}`
}

function cookieIn(incoming: IncomingMessage): string {
  const name = `${cookieName(incoming)}=`
  const cookies = (incoming.headers.cookie ?? '').split(/; */)
  return cookies.find((one) => one.startsWith(name))?.slice(name.length) ?? ''
}

function cookie(incoming: IncomingMessage, value: string, seconds: number): string {
  const secure = 'encrypted' in incoming.socket ? '; Secure' : ''
  return `${cookieName(incoming)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64')
}
