import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../domain/problem.ts'
import { redactAddress } from '../../domain/redaction/redacted.ts'
import { endless, faultOfBody } from '../bad-connection.ts'
import { problem } from '../request-problem.ts'
import { DEEPEST_BODY, isTooDeep, jsonFault } from './json-text.ts'

/** The largest body of a request, in bytes. */
export const MAX_BODY = 64 * 1024

/** Reads the body of a request, which may be empty; one that is too large is refused without being stored. */
export function readBody(incoming: IncomingMessage, limit = MAX_BODY): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) {
    // Reads and discards the rest, so that the client can receive the answer.
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
  const fault = faultOfBody(incoming)
  if (fault !== undefined) throw fault
  // What a refusal leaves unread is drained, so that the connection can go on.
  yield* incoming.iterator({ destroyOnReturn: false })
}

function tooLarge(limit: number) {
  return problem('body_too_large', `A body may have at most ${limit} bytes`, ['body'])
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** JSON is UTF-8; a body that declares another charset would be misread. */
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Parses a body that must be JSON. */
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
    // The parser's own message would quote the body, which may contain a card number.
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

/** Drops the byte order mark that some editors and languages add. */
function textOf(bytes: Buffer): string {
  const isMarked = bytes[0] === byteOrderMark[0] && bytes.subarray(0, 3).equals(byteOrderMark)
  return (isMarked ? bytes.subarray(3) : bytes).toString('utf8')
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
    throw problem('unsupported_media_type', `The body must not be encoded; it is ${shown}`, [
      'header',
      name,
    ])
  }
}
