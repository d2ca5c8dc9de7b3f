import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  type X509Certificate,
} from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'

// The parts of ASN.1 DER encoding that a certificate needs.

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body])
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length]
  if (length < 0x100) return [0x81, length]
  return [0x82, length >> 8, length & 0xff]
}

const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts)
const set = (...parts: readonly Uint8Array[]) => tagged(0x31, ...parts)
const octets = (bytes: Uint8Array) => tagged(0x04, bytes)
const text = (value: string) => tagged(0x0c, Buffer.from(value, 'utf8'))
const yes = tagged(0x01, Buffer.from([0xff]))

/** A context tag; `isConstructed` if it contains further values. */
function context(number: number, bytes: Uint8Array, isConstructed: boolean): Buffer {
  return tagged((isConstructed ? 0xa0 : 0x80) + number, bytes)
}

/** A bit string whose last `unused` bits do not count. */
function bits(bytes: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Buffer.from([unused]), bytes)
}

/** A positive integer, given as bytes. */
function integer(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0
  return tagged(0x02, isNegative ? Buffer.from([0]) : Buffer.alloc(0), bytes)
}

/** `1.2.840.10045.4.3.2` */
function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): readonly number[] {
  const last = value & 0x7f
  const more = value >>> 7
  return more === 0 ? [last] : [...base128(more).map((part) => part | 0x80), last]
}

/** The standard requires two-digit years before 2050 and four-digit years from then on. */
function time(at: number): Buffer {
  const iso = new Date(at).toISOString().replaceAll(/[-:T]|\.\d{3}/g, '')
  const isShort = new Date(at).getUTCFullYear() < 2050
  return tagged(isShort ? 0x17 : 0x18, Buffer.from(isShort ? iso.slice(2) : iso, 'ascii'))
}

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const DAY = 24 * 60 * 60 * 1000
const AUTHORITY = 'Sandgate test authority'
const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'))

interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/**
 * Creates a private authority: a client that trusts it trusts the sandbox and nothing else, even if
 * its key gets lost.
 */
export function newAuthority(hosts: readonly string[], now: number): Certificate {
  const pair = keyPair()
  const extensions = [
    extension('2.5.29.19', sequence(yes), true),
    // Key usage: sign certificates and revocation lists.
    extension('2.5.29.15', bits(Buffer.from([0x06]), 1), true),
    extension('2.5.29.14', octets(keyId(pair.publicKey))),
    extension('2.5.29.30', sequence(context(0, permitted(hosts), true)), true),
  ]
  const body = { subject: AUTHORITY, subjectKey: pair.publicKey, extensions, now }
  return { cert: signed(body, pair.privateKey), key: pem(pair.privateKey) }
}

/**
 * Creates a server certificate for these names and addresses, valid for a year as browsers require.
 */
export function newServerCertificate(
  authority: KeyPair,
  hosts: readonly string[],
  now: number,
): Certificate {
  const pair = keyPair()
  const extensions = [
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    extension('2.5.29.37', sequence(identifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...hosts.map(alternativeName))),
    extension('2.5.29.14', octets(keyId(pair.publicKey))),
    extension('2.5.29.35', sequence(context(0, keyId(authority.publicKey), false))),
  ]
  const body = { subject: 'Sandgate sandbox', subjectKey: pair.publicKey, extensions, now }
  return { cert: signed(body, authority.privateKey), key: pem(pair.privateKey) }
}

interface Body {
  readonly subject: string
  readonly subjectKey: KeyObject
  readonly extensions: readonly Buffer[]
  readonly now: number
}

function signed(body: Body, by: KeyObject): string {
  const { now } = body
  const content = sequence(
    context(0, integer(Buffer.from([2])), true),
    // The leading 1 keeps the serial number positive and of full length.
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    named(AUTHORITY),
    // Valid from a day ago, since clocks of two machines differ.
    sequence(time(now - DAY), time(now + 365 * DAY)),
    named(body.subject),
    body.subjectKey.export({ type: 'spki', format: 'der' }),
    context(3, sequence(...body.extensions), true),
  )
  const whole = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, by)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function keyPair(): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

function pem(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }))
}

/** The key identifier by which a certificate names its issuer. */
function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}

function named(commonName: string): Buffer {
  return sequence(set(sequence(identifier('2.5.4.3'), text(commonName))))
}

function extension(id: string, value: Uint8Array, isCritical = false): Buffer {
  return sequence(identifier(id), ...(isCritical ? [yes] : []), octets(value))
}

function alternativeName(host: string): Buffer {
  if (isIP(host) === 0) return context(2, Buffer.from(host, 'ascii'), false)
  return context(7, addressBytes(host), false)
}

/** Whether this authority may sign a certificate for all of these hosts. */
export function mayName(authority: X509Certificate, hosts: readonly string[]): boolean {
  return hosts.every((host) => authority.raw.includes(permission(host)))
}

/** A kind of name that has no entry would be allowed, so there is one of each kind. */
function permitted(hosts: readonly string[]): Buffer {
  return Buffer.concat([...new Set(['localhost', '127.0.0.1', ...hosts])].map(permission))
}

function permission(host: string): Buffer {
  if (isIP(host) === 0) return sequence(alternativeName(host))
  const bytes = addressBytes(host)
  return sequence(context(7, Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)]), false))
}

function addressBytes(host: string): Buffer {
  return Buffer.from(isIPv4(host) ? host.split('.').map(Number) : ipv6Bytes(host))
}

/** Sixteen bytes; `::` expands to the missing zeros. */
function ipv6Bytes(host: string): readonly number[] {
  const [front = '', back = ''] = host.split('::')
  const words = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16))
  const [head, tail] = [words(front), words(back)]
  const zeros = new Array<number>(8 - head.length - tail.length).fill(0)
  return [...head, ...zeros, ...tail].flatMap((word) => [word >> 8, word & 0xff])
}
