import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { jsonFault } from '../../../base/documents/json-fault.ts'
import { redactAddress } from '../../../base/redaction/redacted.ts'
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
  const {
    'content-type': type,
    'content-encoding': coding,
    'transfer-encoding': transfer,
  } = incoming.headers
  if (coding !== undefined || transfer !== undefined) refuseEncoded(incoming)
  if (type === undefined || !jsonType.test(type) || otherCharset.test(type)) {
    throw requestProblem('unsupported_media_type', wrongType(type), ['header', 'Content-Type'])
  }
  if (!isUtf8(bytes))
    throw requestProblem('malformed_json', 'The body is not valid UTF-8', ['body'])
  const text = decoder.decode(bytes)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    const message = `The body is not well-formed JSON: ${faultIn(text)}`
    throw requestProblem('malformed_json', message, ['body'])
  }
  if (text.length > 2 * DEEPEST_BODY) refuseDeeper(body, DEEPEST_BODY)
  return body
}

/** The deepest nesting of a body: valid ones have fewer than ten levels, and much code that reads them recurses. */
const DEEPEST_BODY = 500

function refuseDeeper(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (levels === 0) {
    const message = `The body is nested too deeply: at most ${DEEPEST_BODY} levels are accepted`
    throw requestProblem('malformed_json', message, ['body'])
  }
  for (const member of Object.values(value)) refuseDeeper(member, levels - 1)
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

/** The fault of a text that is not JSON, which is not quoted: it may be secret. */
function faultIn(text: string): string {
  if (text.trim() === '') return 'it is empty'
  const { line, column, word } = jsonFault(text)
  const location = `line ${line}, column ${column}`
  return word === undefined ? `it ends too early, at ${location}` : `the error is at ${location}`
}
