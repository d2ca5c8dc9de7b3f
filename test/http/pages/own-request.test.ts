import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { sendOwn } from '../../../src/http/pages/own-request.ts'
import { startTestSandbox } from '../../support/start.ts'

async function serving(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, [Symbol.dispose]: stop }
}

/** The sandbox's end of the connection of a page. */
function addressAt(port: number, more: object = {}, host?: string) {
  const socket = { localAddress: '127.0.0.1', localPort: port, ...more } as unknown as Socket
  return { socket, host, prefix: '/w/blue', key: 'k' }
}

const own = { method: 'POST', path: '/transactions/purchase', body: { a: 'é' } } as const

test('a request goes to the world of its page, under the name that the browser used', async () => {
  using server = await serving((incoming, outgoing) => {
    const { host, 'content-length': length, 'content-type': type } = incoming.headers
    outgoing.end(JSON.stringify([incoming.method, incoming.url, host, length, type]))
  })
  const sent = async (host?: string) => {
    const { status, body } = await sendOwn(addressAt(server.port, {}, host), own, 5000)
    return [status, JSON.parse(body)]
  }
  const path = '/w/blue/v1/transactions/purchase'
  const rest = ['10', 'application/json']
  expect(await sent('pay.example')).toEqual([200, ['POST', path, 'pay.example', ...rest]])
  expect(await sent()).toEqual([200, ['POST', path, `127.0.0.1:${server.port}`, ...rest]])
})

test('an answer that breaks off in the middle is told as that', async () => {
  using server = await serving((_incoming, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': 100 })
    outgoing.write('half', () => outgoing.destroy())
  })
  const answer = await sendOwn(addressAt(server.port), own, 5000)
  expect(answer).toEqual({
    ...{ status: undefined, headers: {}, body: '' },
    trouble: 'The answer was cut off',
  })
})

test('no answer at all is told as that', async () => {
  using server = await serving((_incoming, outgoing) => outgoing.destroy())
  expect(await sendOwn(addressAt(server.port), own, 5000)).toMatchObject({
    trouble: 'The connection was closed without an answer',
  })
})

test('an answer that takes too long is not waited for', async () => {
  using server = await serving(() => undefined)
  expect(await sendOwn(addressAt(server.port), own, 20)).toMatchObject({
    trouble: 'No answer within 0.02 s',
  })
})

test('over TLS the certificate need not name the local address', async () => {
  await using sandbox = await startTestSandbox({ tls: { kind: 'generated' } })
  const port = Number(new URL(sandbox.url).port)
  const address = addressAt(port, { encrypted: true }, 'localhost')
  const { status, trouble } = await sendOwn(address, { method: 'GET', path: '/customers' }, 5000)
  expect([status, trouble]).toEqual([200, undefined])
})
