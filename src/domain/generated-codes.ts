const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

// One number per kind of code keeps them independent of each other for the same audit.
const salts = { authorisation: 1, preauthorisation: 2, trace: 3, optional: 4 }

export function authorisationCode(seed: number, audit: number): string {
  return sixDigits(hash32(salts.authorisation, seed, audit))
}

export function preauthorisationCode(seed: number, audit: number): string {
  let code = ''
  for (let i = 0; i < 12; i++) {
    code += alphanumerics.charAt(hash32(salts.preauthorisation, seed, audit, i) % 36)
  }
  return code
}

export function traceNumber(seed: number, audit: number): string {
  return sixDigits(hash32(salts.trace, seed, audit))
}

// Half of the declines carry optional values, so that clients rely on neither presence nor absence.
export function showsOptional(audit: number): boolean {
  return hash32(salts.optional, audit) % 2 === 0
}

// MurmurHash3 over the low and high half of each number: the same on every machine, not for
// secrets.
export function hash32(...numbers: readonly number[]): number {
  let hash = 0x9747b28c
  for (const number of numbers) {
    hash = mixed(hash, number >>> 0)
    hash = mixed(hash, Math.floor(number / 2 ** 32) >>> 0)
  }
  hash ^= numbers.length * 8
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function mixed(hash: number, block: number): number {
  const product = Math.imul(block, 0xcc9e2d51)
  const bits = hash ^ Math.imul((product << 15) | (product >>> 17), 0x1b873593)
  return (Math.imul((bits << 13) | (bits >>> 19), 5) + 0xe6546b64) | 0
}

function sixDigits(hash: number): string {
  return String(hash % 1_000_000).padStart(6, '0')
}
