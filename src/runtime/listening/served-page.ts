import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostName } from '../../gateway/wire/caller.ts'
import { listenFailure } from './server-address.ts'

const HOST = '127.0.0.1'

/** The addresses of the page: the second is where a sandbox has its dashboard. */
const paths: readonly string[] = ['/', '/_sandbox']

interface ServedPage {
  readonly url: string
  stop(): Promise<void>
}

/** Serves one page to this machine, to be looked at only. */
export async function serveSinglePage(html: string, port: number): Promise<ServedPage> {
  const server = createServer((request, response) => answer(request, response, html))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(listenFailure(cause, HOST, port)))
    server.listen(port, HOST, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${HOST}:${actual}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  html: string,
) {
  const [status, text] = refusalOf(method, url, headers.host) ?? [200, html]
  const type = status === 200 ? 'text/html' : 'text/plain'
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  })
  response.end(method === 'HEAD' ? undefined : text)
}

function refusalOf(
  method: string | undefined,
  url: string,
  host: string | undefined,
): readonly [status: number, text: string] | undefined {
  // Another name comes from a page that rebound its own (DNS rebinding).
  if (![HOST, 'localhost'].includes(hostName(host ?? '') ?? '')) return [403, 'Unknown host\n']
  if (method !== 'GET' && method !== 'HEAD')
    return [405, 'This is a report; it cannot be changed\n']
  return paths.includes(url.split('?', 1)[0] ?? '') ? undefined : [404, 'The page is at /\n']
}
