import { hash } from 'node:crypto'

/**
 * Equal secrets have equal fingerprints; without the key, nobody can try out which secret it was.
 * Only half of the hash is kept, so that nobody can continue it either.
 */
export function fingerprintWith(key: string): (secret: string) => string {
  return (secret) => hash('sha256', key + secret, 'base64url').slice(0, 22)
}
