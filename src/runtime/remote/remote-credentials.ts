import { StartError } from '../start-error.ts'

/** What a gateway asks its callers for. */
export interface GivenCredentials {
  /** `user:password` */
  readonly basic?: string | undefined
  readonly bearer?: string | undefined
}

/** The Authorization header; what is wrong with credentials is told without showing them. */
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
