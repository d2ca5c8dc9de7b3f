import { createHash, timingSafeEqual } from 'node:crypto'
import { requestProblem } from '../request-problem.ts'

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
