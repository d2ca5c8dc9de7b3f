import { Agent, request as outgoingTo } from 'node:http'
import type { Request } from '../law/wire/request.ts'

/** What came back; without a status no whole answer did. */
export interface Answer {
  readonly status: number | 'broken'
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const agent = new Agent({ keepAlive: true })
const broken: Answer = { status: 'broken', headers: {}, body: undefined }

/** Where a world is, taken apart once. */
export interface Address {
  readonly hostname: string
  readonly port: string
  readonly prefix: string
}

export function addressOf(world: string): Address {
  const { hostname, port, pathname } = new URL(world)
  return { hostname, port, prefix: pathname }
}

/** Sends a request to a world and reads the whole answer. */
export function send(
  { hostname, port, prefix }: Address,
  { method, path, query, headers, body }: Request,
): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const search =
    query.length === 0
      ? ''
      : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`
  const all = {
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
    ...headers,
  }
  return new Promise((resolve) => {
    const place = { hostname, port, path: prefix + path + search }
    const options = { ...place, method, headers: all, agent, timeout: 20_000 }
    const outgoing = outgoingTo(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', () => resolve(broken))
      incoming.on('end', () => {
        const said = Buffer.concat(chunks).toString()
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: read(said) })
      })
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(broken))
    outgoing.end(text)
  })
}

function read(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
