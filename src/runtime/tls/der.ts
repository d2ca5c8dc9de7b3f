/** The parts of ASN.1 DER encoding that a certificate needs. */

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body])
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length]
  if (length < 0x100) return [0x81, length]
  return [0x82, length >> 8, length & 0xff]
}

export const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]) => tagged(0x31, ...parts)
export const octets = (bytes: Uint8Array) => tagged(0x04, bytes)
export const text = (value: string) => tagged(0x0c, Buffer.from(value, 'utf8'))
export const yes = tagged(0x01, Buffer.from([0xff]))

/** A context tag; `isConstructed` if it contains further values. */
export function context(number: number, bytes: Uint8Array, isConstructed: boolean): Buffer {
  return tagged((isConstructed ? 0xa0 : 0x80) + number, bytes)
}

/** A bit string whose last `unused` bits do not count. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Buffer.from([unused]), bytes)
}

/** A positive integer, given as bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0
  return tagged(0x02, isNegative ? Buffer.from([0]) : Buffer.alloc(0), bytes)
}

/** `1.2.840.10045.4.3.2` */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): readonly number[] {
  const last = value & 0x7f
  const more = value >>> 7
  return more === 0 ? [last] : [...base128(more).map((part) => part | 0x80), last]
}

/** The standard requires two-digit years before 2050 and four-digit years from then on. */
export function time(at: number): Buffer {
  const iso = new Date(at).toISOString().replaceAll(/[-:T]|\.\d{3}/g, '')
  const isShort = new Date(at).getUTCFullYear() < 2050
  return tagged(isShort ? 0x17 : 0x18, Buffer.from(isShort ? iso.slice(2) : iso, 'ascii'))
}
