import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { jsonFault } from '../../../base/documents/json-fault.ts'
import { redactAddress } from '../../../base/redaction/redacted.ts'
import { numberText } from '../../../base/text/counted.ts'
import { Problem } from '../../../domain/problem.ts'
import { requestProblem } from '../request-problem.ts'

/** The largest body of a request, in bytes. */
const MAX_BODY = 64 * 1024

/** Why bodies are incomplete, if that is known before they are read. */
const broken = new WeakMap<IncomingMessage, Problem>()

/** Makes reading the body fail with this problem, also for a reader who comes later. */
export function breakBody(incoming: IncomingMessage, fault: Problem): void {
  broken.set(incoming, fault)
  if (incoming.listenerCount('error') > 0) incoming.emit('error', fault)
}

/** The problem of a body that never ends. */
export function endless(): Problem {
  return requestProblem('malformed_json', 'The body is incomplete', ['body'])
}

/** Reads the body of a request, which may be empty; one that is too large is refused without being stored. */
export function readBody(incoming: IncomingMessage, limit = MAX_BODY): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) {
    // Reads and discards the rest, so that the client can receive the answer.
    incoming.resume()
    return Promise.reject(tooLarge(limit))
  }
  const fault = broken.get(incoming)
  if (fault !== undefined) return Promise.reject(fault)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      // Rejects now, since the body may never end.
      else reject(tooLarge(limit))
    })
    incoming.on('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    })
    incoming.on('error', (error) => {
      // Otherwise the client has disconnected, and no one sees this error.
      reject(error instanceof Problem ? error : endless())
    })
  })
}

/** The bytes of a body of any length, as they arrive. */
export async function* bodyChunks(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  const fault = broken.get(incoming)
  if (fault !== undefined) throw fault
  // What a refusal leaves unread is drained, so that the connection can continue.
  yield* incoming.iterator({ destroyOnReturn: false })
}

function tooLarge(limit: number) {
  return requestProblem('body_too_large', `A body may have at most ${limit} bytes`, ['body'])
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** JSON is UTF-8; a body that declares another charset would be misread. */
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i

/** Leaves out a byte order mark, which some editors and languages add. */
const decoder = new TextDecoder()

/** Parses a body that must be JSON. */
export function parseJson(incoming: IncomingMessage, bytes: Buffer): unknown {
  refuseEncoded(incoming)
  const type = incoming.headers['content-type']
  if (type === undefined || !jsonType.test(type) || otherCharset.test(type)) {
    throw requestProblem('unsupported_media_type', wrongType(type), ['header', 'Content-Type'])
  }
  if (bytes.length > 2 * DEEPEST_BODY && isTooDeep(bytes)) {
    const message = `The body is nested too deeply: at most ${DEEPEST_BODY} levels are accepted`
    throw requestProblem('malformed_json', message, ['body'])
  }
  if (bytes.length > LEAST_FIELD * MOST_NAMES && hasTooManyNames(bytes)) {
    const most = numberText(MOST_NAMES)
    const message = `The body has too many different field names: at most ${most} are accepted`
    throw requestProblem('malformed_json', message, ['body'])
  }
  if (!isUtf8(bytes))
    throw requestProblem('malformed_json', 'The body is not valid UTF-8', ['body'])
  const text = decoder.decode(bytes)
  try {
    return JSON.parse(text) as unknown
  } catch {
    const message = `The body is not well-formed JSON: ${faultIn(text)}`
    throw requestProblem('malformed_json', message, ['body'])
  }
}

function wrongType(type: string | undefined): string {
  const found =
    type === undefined ? 'there is no Content-Type' : `not ${redactAddress(type.slice(0, 80))}`
  return `The body must be application/json in UTF-8; ${found}`
}

/** The accepted encodings: none, or chunked. */
const encodings = [
  { name: 'Content-Encoding', header: 'content-encoding', plain: 'identity' },
  { name: 'Transfer-Encoding', header: 'transfer-encoding', plain: 'chunked' },
] as const

export function refuseEncoded({ headers }: IncomingMessage): void {
  for (const { name, header, plain } of encodings) {
    const encoding = headers[header]
    if (typeof encoding !== 'string' || encoding.trim().toLowerCase() === plain) continue
    const shown = redactAddress(encoding.slice(0, 80))
    throw requestProblem('unsupported_media_type', `The body must not be encoded; it is ${shown}`, [
      'header',
      name,
    ])
  }
}

/**
 * The deepest nesting of a body. Valid bodies have fewer than ten levels, and much code that reads
 * them recurses.
 */
const DEEPEST_BODY = 500

const [QUOTE, BACKSLASH, COLON, SPACE] = [34, 92, 58, 32]
const [OPENING, CLOSING] = [123, 125]

/** Of an ASCII code, what `[` and `{`, or `]` and `}`, do not share. */
const CURLY = 32

/** Whether a JSON text is nested deeper than any body may be: about 5 ms for a megabyte. */
function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  for (let i = 0; i < json.length; i += 1) {
    const code = json[i] as number
    if (code === QUOTE) i = endOfText(json, i)
    else if ((code | CURLY) === OPENING) depth += 1
    else if ((code | CURLY) === CLOSING) depth -= 1
    if (depth > DEEPEST_BODY) return true
  }
  return false
}

/** Far more than any valid body has. The engine takes a millisecond to learn a thousand new names. */
const MOST_NAMES = 10_000

/** The bytes that a field takes at least: `"ab":1,`. */
const LEAST_FIELD = 6

/** A power of two. So many names that few of them share a bucket. */
const BUCKETS = 2 ** 17

/** Whether a JSON text has too many different names of fields: about 10 ms for a megabyte. */
function hasTooManyNames(json: Uint8Array): boolean {
  const buckets = new Uint8Array(BUCKETS)
  let names = 0
  for (let i = 0; i < json.length; i += 1) {
    if (json[i] !== QUOTE) continue
    const end = endOfText(json, i)
    if (isNameBefore(json, end)) {
      const bucket = bucketOf(json, i + 1, end)
      names += 1 - (buckets[bucket] ?? 0)
      buckets[bucket] = 1
    }
    if (names > MOST_NAMES) return true
    i = end
  }
  return false
}

/** Whether the string that ends here is the name of a field. */
function isNameBefore(json: Uint8Array, end: number): boolean {
  let i = end + 1
  while (i < json.length && (json[i] as number) <= SPACE) i += 1
  return json[i] === COLON
}

/** A bucket that depends on all bytes of a name: FNV-1a. */
function bucketOf(json: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (json[i] as number), 0x01000193)
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1)
}

/** The position of the quote that ends a string. */
function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1
  return i
}

/** The fault of a text that is not JSON, which is not quoted: it may be secret. */
function faultIn(text: string): string {
  if (text.trim() === '') return 'it is empty'
  const { line, column, word } = jsonFault(text)
  const location = `line ${line}, column ${column}`
  return word === undefined ? `it ends too early, at ${location}` : `the error is at ${location}`
}
