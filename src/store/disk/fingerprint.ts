import { createHmac, hash } from 'node:crypto'

/** What fingerprints are made with. */
export interface FingerprintKey {
  readonly secret: string
  /** `plain`: as folders made before 0.2.0 have them; what they hold can only be found again so. */
  readonly method: 'hmac' | 'plain'
}

/** Equal secrets have equal fingerprints; without the key, nobody can try out which secret it was. */
export function fingerprintWith({ secret: key, method }: FingerprintKey): (text: string) => string {
  if (method === 'plain') return (text) => hash('sha256', key + text, 'base64url').slice(0, 22)
  const bytes = Buffer.from(key, 'hex')
  return (text) => createHmac('sha256', bytes).update(text).digest('base64url').slice(0, 22)
}
