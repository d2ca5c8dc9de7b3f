import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface RetryingProxy extends AsyncDisposable {
  readonly url: string
  /** How many requests it has sent again. */
  resent(): number
}

/** Shorter than the clients wait, so that they see the second answer, for which it has more time. */
const TIME_OUT_MS = 400
const SECOND_TIME_OUT_MS = 5000

/** A proxy that silently sends a request again if its answer was lost while the client waits. */
export async function startRetryingProxy(target: string): Promise<RetryingProxy> {
  let resent = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    // Calls of the tests themselves are not to be lost on a busy machine.
    const isPayment = incoming.url?.includes('/v1/') === true
    const first = await forward(target, incoming, body, isPayment ? TIME_OUT_MS : 60_000)
    const isLost = first === undefined || first.status === 502
    if (!isLost || outgoing.destroyed) return answer(first, outgoing)
    resent += 1
    answer(await forward(target, incoming, body, SECOND_TIME_OUT_MS), outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    resent: () => resent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Forwarded {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** Undefined: no whole answer came in time. */
async function forward(
  target: string,
  { url = '/', method = 'GET', headers }: IncomingMessage,
  body: Buffer,
  timeoutMs: number,
): Promise<Forwarded | undefined> {
  // The end-to-end headers; those of the connection are the proxy's own.
  const sent = new Headers(
    ['content-type', 'x-correlation-id', 'authorization', 'accept'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    }),
  )
  try {
    const response = await fetch(target + url, {
      method,
      headers: sent,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const received = Object.fromEntries(response.headers)
    return {
      status: response.status,
      headers: received,
      body: Buffer.from(await response.arrayBuffer()),
    }
  } catch {
    return undefined
  }
}

function answer(forwarded: Forwarded | undefined, outgoing: ServerResponse): void {
  if (forwarded === undefined) {
    outgoing.destroy()
    return
  }
  const { connection: _, 'transfer-encoding': _coding, ...headers } = forwarded.headers
  outgoing
    .writeHead(forwarded.status, { ...headers, 'content-length': forwarded.body.length })
    .end(forwarded.body)
}
