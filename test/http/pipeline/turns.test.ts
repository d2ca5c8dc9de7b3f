import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { paidBody } from '../../support/gateway-client.ts'

async function connected(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket.resume()
}

function request(id: string): string {
  const body = JSON.stringify(paidBody())
  return [
    'POST /v1/transactions/purchase HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-Correlation-Id: ${id}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

test.each([
  [1, true],
  [4, true],
  [5, false],
])(
  'a second click that comes while %i purchases are processed is read before they are answered: %s',
  async (count, isBefore) => {
    await using gateway = await startGateway()
    const { client, world, url } = gateway
    // What came in earlier turns does not count.
    for (let n = 0; n < 6; n += 1) await client.purchase()
    const [socket, late] = [await connected(url), await connected(url)]
    const stop = world.events.listen(() => {
      stop()
      late.write(request('late'))
    })
    const ids = Array.from({ length: count }, (_, i) => `id-${i}`)
    socket.write(ids.map(request).join(''))
    await expect.poll(() => world.history.entries()).toHaveLength(6 + count + 1)
    const entryOf = (id: string) =>
      world.history.entries().find(({ request: { correlationId } }) => correlationId === id)
    const [first, second] = [entryOf('id-0'), entryOf('late')]
    expect(Number(second?.arrived) < Number(first?.answered)).toBe(isBefore)
    for (const one of [socket, late]) one.destroy()
  },
)
