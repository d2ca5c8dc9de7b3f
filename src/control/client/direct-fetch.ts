import * as http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { checkServerIdentity, SecureContextOptions } from 'node:tls'

/** What a call trusts, instead of the authorities of the process. */
export interface Trust extends Pick<SecureContextOptions, 'ca' | 'allowPartialTrustChain'> {
  readonly checkServerIdentity?: typeof checkServerIdentity
}

interface SentRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<Uint8Array>
  readonly signal?: AbortSignal
}

/** A `fetch` that ignores proxies and may have its own trust. It fails like the built-in one. */
export async function directFetch(
  url: URL,
  sent: SentRequest,
  trust: Trust = {},
): Promise<Response> {
  const { method, headers, body, signal } = sent
  const { request } = url.protocol === 'https:' ? await import('node:https') : http
  return await new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause }))
    }
    const call = request(url, {
      ...trust,
      method,
      headers,
      // Nor of the process: it may use a proxy.
      agent: false,
      ...(signal && { signal }),
    })
    call.once('response', (answer) => resolve(responseOf(answer)))
    call.on('error', fail)
    if (typeof body === 'object') pipeline(Readable.from(body), call).catch(fail)
    else call.end(body)
  })
}

function responseOf(answer: http.IncomingMessage): Response {
  const status = answer.statusCode ?? 0
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  if (status === 204) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers })
}
