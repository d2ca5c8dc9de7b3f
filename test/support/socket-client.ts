import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** What a client saw on its socket, and how the connection ended. */
export interface Seen {
  readonly text: string
  readonly end: 'closed' | 'reset' | 'left'
}

/** One request on a raw socket, so that nothing is read into or hidden from what comes back. */
export class SocketClient {
  readonly seen: Promise<Seen>
  /** Resolves at the first byte of an answer. */
  readonly begun: Promise<void>
  readonly #leave: () => void

  constructor(api: string, path: string, sent: { readonly id: string; readonly body: unknown }) {
    const url = new URL(api + path)
    const body = JSON.stringify(sent.body)
    const socket = socketTo(url)
    socket.write(
      [
        `POST ${url.pathname} HTTP/1.1`,
        `Host: ${url.host}`,
        'Content-Type: application/json',
        `X-Correlation-Id: ${sent.id}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
    let text = ''
    let end: Seen['end'] = 'closed'
    this.#leave = () => {
      end = 'left'
      socket.destroy()
    }
    this.begun = new Promise((resolve) => socket.once('data', () => resolve()))
    this.seen = new Promise((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      socket.on('error', () => {
        end = 'reset'
      })
      socket.on('close', () => resolve({ text, end }))
    })
  }

  leave(): void {
    this.#leave()
  }
}

/** A connection to a server, whose certificate is not checked. */
export function socketTo({ protocol, port, hostname: host }: URL, allowHalfOpen = false): Socket {
  const place = { port: Number(port), host, allowHalfOpen }
  if (protocol === 'http:') return connect(place)
  return connectSecurely({ ...place, rejectUnauthorized: false })
}

/** Whether an answer is all there: its head, and as many bytes of body as the head says. */
export function isWhole({ text }: Seen): boolean {
  const [head = '', body] = text.split('\r\n\r\n')
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  return body !== undefined && Buffer.byteLength(body) === Number(length)
}
