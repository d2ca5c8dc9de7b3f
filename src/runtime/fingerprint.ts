import { createHmac } from 'node:crypto'

/** Equal secrets have equal fingerprints; without the key, nobody can try out which secret it was. */
export function fingerprintWith(key: string): (secret: string) => string {
  return (secret) => createHmac('sha256', key).update(secret).digest('base64url').slice(0, 22)
}
