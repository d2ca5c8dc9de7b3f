import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Files of a release, by their paths: what a server of releases would send. */
export async function serveRelease(files: Readonly<Record<string, string>>) {
  const server = createServer(({ url = '' }, response) => {
    const file = files[url]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
