import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../domain/problem.ts'
import { redactAddress } from '../../domain/redaction/redacted.ts'
import { endless, faultOfBody } from '../bad-connection.ts'
import { problem } from '../request-problem.ts'
import { DEEPEST_BODY, isTooDeep, jsonFault } from './json-text.ts'

/** How many bytes the body of a request may have. */
export const MAX_BODY = 64 * 1024

/** The bytes of a request's body, which may be none; too many are refused without being kept. */
export function readBody(incoming: IncomingMessage, limit = MAX_BODY): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) {
    // Read on and thrown away, so that the client gets to see the answer.
    incoming.resume()
    return Promise.reject(tooLarge(limit))
  }
  const fault = faultOfBody(incoming)
  if (fault !== undefined) return Promise.reject(fault)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      // Not at the end: there may be none.
      else reject(tooLarge(limit))
    })
    incoming.on('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    })
    incoming.on('error', (error) => {
      // Else the client has left in the middle, and nobody gets to see this.
      reject(error instanceof Problem ? error : endless())
    })
  })
}

/** The bytes of a body of any length, as they come. */
export async function* bodyChunks(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  const fault = faultOfBody(incoming)
  if (fault !== undefined) throw fault
  yield* incoming
}

function tooLarge(limit: number) {
  return problem('body_too_large', `A body may have at most ${limit} bytes`, ['body'])
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** JSON is UTF-8; a body that says it is something else would be read wrongly. */
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The value of a body that must be JSON. */
export function parseJson(incoming: IncomingMessage, bytes: Buffer): unknown {
  refuseEncoded(incoming)
  const type = incoming.headers['content-type']
  if (type === undefined || !jsonType.test(type) || otherCharset.test(type)) {
    throw problem('unsupported_media_type', wrongType(type), ['header', 'Content-Type'])
  }
  if (isTooDeep(bytes)) {
    const message = `The body is nested too deeply: at most ${DEEPEST_BODY} levels are accepted`
    throw problem('malformed_json', message, ['body'])
  }
  if (!isUtf8(bytes)) throw problem('malformed_json', 'The body is not valid UTF-8', ['body'])
  const text = textOf(bytes)
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The parser's own message would quote the body, which may hold a card number.
    const fault = jsonFault(text)
    const message = ['The body is not well-formed JSON', ...(fault === undefined ? [] : [fault])]
    throw problem('malformed_json', message.join(': '), ['body'])
  }
}

function wrongType(type: string | undefined): string {
  const found =
    type === undefined ? 'there is no Content-Type' : `not ${redactAddress(type.slice(0, 80))}`
  return `The body must be application/json in UTF-8; ${found}`
}

/** Some editors and languages put a mark in front that JSON does not have. */
function textOf(bytes: Buffer): string {
  const isMarked = bytes[0] === byteOrderMark[0] && bytes.subarray(0, 3).equals(byteOrderMark)
  return (isMarked ? bytes.subarray(3) : bytes).toString('utf8')
}

/** How a body may be encoded: as it is, in pieces at most. */
const encodings = [
  { name: 'Content-Encoding', header: 'content-encoding', plain: 'identity' },
  { name: 'Transfer-Encoding', header: 'transfer-encoding', plain: 'chunked' },
] as const

export function refuseEncoded({ headers }: IncomingMessage): void {
  for (const { name, header, plain } of encodings) {
    const encoding = headers[header]
    if (typeof encoding !== 'string' || encoding.trim().toLowerCase() === plain) continue
    const shown = redactAddress(encoding.slice(0, 80))
    throw problem('unsupported_media_type', `The body must not be encoded; it is ${shown}`, [
      'header',
      name,
    ])
  }
}
