import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { SENT } from '../../../src/gateway/wire/answer.ts'
import type { Env } from '../../../src/gateway/wire/call.ts'
import { listen } from '../../../src/runtime/listening/server.ts'

test('pipelined control calls of a connection let another connection in between', async () => {
  const order: string[] = []
  const app = new Hono<Env>()
  app.get('/_sandbox/:name', ({ env, req }) => {
    order.push(req.param('name'))
    env.outgoing.writeHead(200, { 'Content-Length': 0 }).end()
    return SENT
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0, codes: {} })
  const request = (name: string) => `GET /_sandbox/${name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const [greedy, other] = [connect(server.port, '127.0.0.1'), connect(server.port, '127.0.0.1')]
  await Promise.all([once(greedy, 'connect'), once(other, 'connect')])
  greedy.resume().write(request('greedy').repeat(REQUESTS))
  other.write(request('other'))
  await once(other, 'data')
  expect(order.indexOf('other')).toBeLessThan(REQUESTS / 2)
  greedy.destroy()
  other.destroy()
  await server.stop()
})

const LARGE = Buffer.alloc(1024 * 1024, 'x')
const REQUESTS = 100

test('requests of a connection whose responses nobody reads wait', async () => {
  let handled = 0
  const app = new Hono<Env>()
  app.get('/large', ({ env }) => {
    handled += 1
    env.outgoing.writeHead(200, { 'Content-Length': LARGE.length }).end(LARGE)
    return SENT
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0, codes: {} })
  const socket = connect(server.port, '127.0.0.1')
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(REQUESTS))
  await vi.waitFor(() => expect(handled).toBeGreaterThan(0), { timeout: 30_000 })
  await pause(300)
  const unread = handled
  // Some megabytes fit into the buffers of the operating system.
  expect(unread).toBeLessThan(REQUESTS / 2)

  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > REQUESTS * LARGE.length) socket.destroy()
  })
  socket.resume()
  await once(socket, 'close')
  expect(handled).toBe(REQUESTS)
  await server.stop()
})
