import { getEventListeners, once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Call } from '../../../../src/http/call.ts'
import { requests } from '../../../../src/http/control/calls/requests.ts'
import type { HandlerParts } from '../../../../src/http/control/parts.ts'
import { bareWorld } from '../../../support/bare-world.ts'
import { TUESDAY_NOON } from '../../../support/start.ts'

/** A server of nothing but the events of a world, which a test stops. */
async function serving(handle: (call: Call, parts: HandlerParts) => unknown = watch) {
  const { world } = bareWorld(TUESDAY_NOON)
  const stopping = new AbortController()
  const answers: ServerResponse[] = []
  const server = createServer(({ method }, outgoing) => {
    answers.push(outgoing)
    const call = { world, outgoing, method } as unknown as Call
    handle(call, { stopping: stopping.signal } as HandlerParts)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const listeners = () => getEventListeners(stopping.signal, 'abort').length
  const open = async () => {
    const asked = get({ host: '127.0.0.1', port, agent: false })
    const [stream] = (await once(asked, 'response')) as [IncomingMessage]
    return { stream, leave: () => asked.destroy() }
  }
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { world, stopping, port, answers, listeners, open, [Symbol.dispose]: stop }
}

function watch(call: Call, parts: HandlerParts): void {
  requests.events.handle(call, undefined, parts)
}

/** As long as a test takes. */
async function waitForOne(call: Call, parts: HandlerParts): Promise<void> {
  const body = { filter: {}, count: 1, timeout: 200_000 }
  await requests.waitForRequests.handle(call, { body }, parts)
  call.outgoing.end()
}

test('nothing is kept of a watcher that left', async () => {
  using server = await serving()
  const { leave } = await server.open()
  expect([server.listeners(), server.world.events.isWatched]).toEqual([1, true])
  leave()
  await vi.waitFor(() => expect(server.listeners()).toBe(0))
  expect(server.world.events.isWatched).toBe(false)
})

test('nothing is kept of whoever waited for requests and left', async () => {
  using server = await serving(waitForOne)
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(server.world.events.isWatched).toBe(true))
  expect(server.listeners()).toBe(1)
  socket.destroy()
  await vi.waitFor(() => expect(server.world.events.isWatched).toBe(false))
  expect(server.listeners()).toBe(0)
})

test('a server that is stopping ends a watch at once', async () => {
  using server = await serving()
  server.stopping.abort()
  const { stream } = await server.open()
  let text = ''
  for await (const part of stream) text += part
  expect(text).toBe(': watching\n\n')
})

test('a watcher that does not read is let go before what is left for it fills the memory', async () => {
  using server = await serving()
  const { world } = server
  const socket = connect(server.port, '127.0.0.1').pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(world.events.isWatched).toBe(true))
  const [outgoing] = server.answers
  if (outgoing === undefined) throw new Error('Nobody watches')
  const scenarios = ['x'.repeat(1024 * 1024)]
  let most = 0
  for (let i = 0; i < 50 && !outgoing.destroyed; i++) {
    world.events.tell({ type: 'scenario', scenarios })
    most = Math.max(most, outgoing.writableLength)
  }
  expect(outgoing.destroyed).toBe(true)
  expect(most).toBeGreaterThan(8 * 1024 * 1024)
  expect(most).toBeLessThan(10 * 1024 * 1024)
  await vi.waitFor(() => expect(world.events.isWatched).toBe(false))
  socket.destroy()
})
