import { createHash, timingSafeEqual } from 'node:crypto'
import { problem } from '../request-problem.ts'

/** Someone who may call the gateway, on behalf of some merchants. */
export interface User {
  readonly name: string
  /** The one that vault calls mean when they name none. */
  readonly merchant: number
  readonly merchants: readonly number[] | 'any'
  /** Whether it is the sandbox that calls itself, for someone at its dashboard. */
  readonly isSandbox?: true
}

export interface Credentials extends User {
  readonly password?: string | undefined
  readonly token?: string | undefined
}

/** Turns an Authorization header into a user, or refuses. */
export type Authenticate = (authorization: string | undefined) => User

/** By this header the sandbox knows its own requests; its value is this process's secret. */
export const OWN_HEADER = 'x-sandbox-own'

/** The sandbox as a client of its own API: whatever the API asks of clients, it may. */
export interface OwnClient {
  readonly key: string
  readonly user: User
}

export function ownClient(key: string, merchant: number): OwnClient {
  return { key, user: { name: 'dashboard', merchant, merchants: 'any', isSandbox: true } }
}

/** Everybody is a user of this merchant who may use any other. */
export function openToAll(merchant: number): Authenticate {
  const anybody: User = { name: 'anybody', merchant, merchants: 'any' }
  return () => anybody
}

/** Only the given users, by Basic or Bearer. */
export function usersOnly(users: readonly Credentials[]): Authenticate {
  const known = users.flatMap((user) => secretsOf(user).map((secret) => ({ user, secret })))
  return (authorization) => {
    const given = digest(presented(authorization))
    // All are compared each time: how long it takes says nothing about how near a guess was.
    const matching = known.filter(({ secret }) => timingSafeEqual(given, secret))
    const user = matching[0]?.user
    if (user === undefined)
      throw problem('unauthenticated', 'Valid credentials are required', [
        'header',
        'Authorization',
      ])
    return user
  }
}

export function mayUse(user: User, merchant: number): boolean {
  return user.merchants === 'any' || user.merchants.includes(merchant)
}

/** Whether two secrets are the same, in constant time. */
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
