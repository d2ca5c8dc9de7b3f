import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { call } from '../support/gateway-client.ts'

/** What another gateway would have said instead. */
export interface Said {
  readonly status: number
  readonly body: unknown
}

export type Change = (said: Said, incoming: IncomingMessage) => Said | 'nothing'

export interface OddGateway extends AsyncDisposable {
  readonly api: string
}

/** Stands in front of a sandbox and puts its answers differently. */
export async function oddGateway(api: string, change: Change): Promise<OddGateway> {
  const server = createServer((incoming, outgoing) => {
    void pass(api, change, incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    api: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function pass(
  api: string,
  change: Change,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { host: _host, connection: _connection, ...headers } = incoming.headers
  const { method = 'GET', url = '' } = incoming
  const sent = { method, headers, ...(chunks.length > 0 && { body: Buffer.concat(chunks) }) }
  const answer = await call(api + url.replace(/^\/v1/, ''), sent)
  const body = answer.text === '' ? undefined : JSON.parse(answer.text)
  const said = change({ status: answer.status, body }, incoming)
  if (said === 'nothing') {
    outgoing.destroy()
    return
  }
  outgoing.writeHead(said.status, { 'content-type': 'application/json' })
  outgoing.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
}
