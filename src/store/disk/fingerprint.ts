import crypto from 'node:crypto'

// By name, an import would stop an old Node before the library can say which one it needs.
const { createHmac, hash } = crypto

/** What fingerprints are made with. */
export interface FingerprintKey {
  readonly secret: string
  /** `plain`: as folders made before 0.2.0 have them; what they hold can only be found again so. */
  readonly method: 'hmac' | 'plain'
}

/** Equal secrets have equal fingerprints; without the key, nobody can try out which secret it was. */
export function fingerprintWith({ secret: key, method }: FingerprintKey): (text: string) => string {
  if (method === 'plain') return (text) => hash('sha256', key + text, 'base64url').slice(0, 22)
  const hmac = hmacWith(Buffer.from(key, 'hex'))
  return (text) => hmac(text).slice(0, 22)
}

const BLOCK = 64
/** Longer texts are seldom, and may hold more than ASCII. */
const LONGEST = 64

/**
 * HMAC-SHA256. Of short texts, as card numbers are, it is made as RFC 2104 spells it out: two plain
 * hashes in memory that is there already take half the time of an object that is made anew.
 */
function hmacWith(key: Buffer): (text: string) => string {
  const padded = Buffer.alloc(BLOCK)
  padded.set(key.length > BLOCK ? hash('sha256', key, 'buffer') : key)
  const inner = Buffer.alloc(BLOCK + LONGEST)
  inner.set(padded.map((byte) => byte ^ 0x36))
  const outer = Buffer.alloc(BLOCK + 32)
  outer.set(padded.map((byte) => byte ^ 0x5c))
  return (text) => {
    if (!shortDigits.test(text)) return createHmac('sha256', key).update(text).digest('base64url')
    const end = BLOCK + inner.write(text, BLOCK, 'latin1')
    outer.set(hash('sha256', inner.subarray(0, end), 'buffer'), BLOCK)
    return hash('sha256', outer, 'base64url')
  }
}

const shortDigits = /^[0-9]{1,64}$/
