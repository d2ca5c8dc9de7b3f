import { isLoopback } from '../../runtime/listening/server-address.ts'
import { StartError } from '../../runtime/start-error.ts'

/** The base address of a gateway's API, without a slash at its end. */
export interface BaseAddress {
  readonly url: string
  /** Whether it is on this machine. */
  readonly isLoopback: boolean
  /** Whether anybody on the way can read what is sent. */
  readonly isPlain: boolean
}

/** Takes a text as a base address, `https://gateway.example/v1`. */
export function baseAddress(text: string): BaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw refused('use the address of an API, such as https://gateway.example/v1')
  }
  // The address is shown and written down; credentials are not.
  if (url.username !== '' || url.password !== '') {
    throw refused('leave the user out of the address and pass --basic or --bearer')
  }
  if (url.search !== '' || url.hash !== '') throw refused('leave out the query and the fragment')
  return {
    url: url.origin + url.pathname.replace(/\/+$/, ''),
    isLoopback: isLoopback(url.hostname),
    isPlain: url.protocol === 'http:',
  }
}

function refused(advice: string): StartError {
  return new StartError(`Invalid --against: ${advice}`, true)
}

/** What a gateway asks its callers for. */
export interface GivenCredentials {
  /** `user:password` */
  readonly basic?: string | undefined
  readonly bearer?: string | undefined
}

/** The Authorization header; errors in credentials are described without showing them. */
export function authorizationOf({ basic, bearer }: GivenCredentials): string | undefined {
  if (basic !== undefined && bearer !== undefined) {
    throw new StartError('--basic and --bearer exclude each other; leave one of them out', true)
  }
  if (basic !== undefined) return basicHeader(basic)
  if (bearer === undefined) return undefined
  if (!/^[\x21-\x7e]+$/.test(bearer)) {
    throw new StartError('Invalid --bearer: a token has no spaces and only ASCII characters', true)
  }
  return `Bearer ${bearer}`
}

function basicHeader(text: string): string {
  if (!text.includes(':')) throw new StartError('Invalid --basic: use user:password', true)
  return `Basic ${Buffer.from(text, 'utf8').toString('base64')}`
}
