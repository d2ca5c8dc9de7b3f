import { type RequestOptions, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from '../../base/timers.ts'
import { OWN_HEADER } from '../../gateway/wire/caller.ts'
import type { ApiMethod } from '../../gateway/wire/operation.ts'
import { API } from '../../gateway/wire/paths.ts'

/** A request that the sandbox sends through its own API, over the wire. */
export interface OwnRequest {
  readonly method: ApiMethod
  /** Below `/v1`, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The response to such a request. */
export interface OwnResponse {
  /** Undefined if no whole response came in time. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Why there is no response. */
  readonly trouble?: string
}

/** What the sandbox needs to call its own API. */
export interface OwnAddress {
  /** The connection of the page's request: its local end is the address of this server. */
  readonly socket: Socket
  readonly host: string | undefined
  readonly prefix: string
  readonly key: string
}

/** Sends a real request through the API, as any client would; it hangs up at the timeout. */
export function sendOwn(
  address: OwnAddress,
  own: OwnRequest,
  patienceMs: number,
): Promise<OwnResponse> {
  return new Promise((resolve) => {
    const body = own.body === undefined ? undefined : JSON.stringify(own.body)
    const fail = (trouble: string) => resolve({ status: undefined, headers: {}, body: '', trouble })
    const isSecure = 'encrypted' in address.socket
    const send = isSecure ? secureRequest : request
    const outgoing = send(optionsFor(address, own, body), (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', () => fail('The response was cut off'))
      incoming.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
        )
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: incoming.statusCode, headers, body: text })
      })
    })
    outgoing.on('error', () => fail('The connection was closed without a response'))
    outgoing.on('socket', (socket) => socket.unref())
    const patience = setTimeout(() => {
      fail(`No response within ${patienceMs / 1000} s`)
      outgoing.destroy()
    }, patienceMs).unref()
    outgoing.on('close', () => clearTimeout(patience))
    outgoing.end(body)
  })
}

function optionsFor(
  { socket, host, prefix, key }: OwnAddress,
  { method, path, headers }: OwnRequest,
  body: string | undefined,
): RequestOptions {
  return {
    host: socket.localAddress,
    port: socket.localPort,
    method,
    path: `${prefix}${API}${path}`,
    // The certificate is for the public names of this sandbox, not for the local address.
    ...('encrypted' in socket && { rejectUnauthorized: false }),
    headers: {
      ...(host !== undefined && { Host: host }),
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
      ...headers,
      [OWN_HEADER]: key,
    },
  }
}
