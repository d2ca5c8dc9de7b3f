import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { sendChunks } from '../../../src/http/control/send-chunks.ts'

/** A server that answers with these chunks, which learn when the answer has begun; and how it came out. */
async function sending(chunks: (begun: Promise<unknown>) => AsyncIterable<string>) {
  const server = createServer()
  const begun = once(server, 'begun')
  const done = new Promise<unknown>((resolve) => {
    server.once('request', (_incoming, outgoing) => {
      sendChunks({ outgoing }, { 'Content-Type': 'text/plain' }, chunks(begun)).then(
        resolve,
        resolve,
      )
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const asked = get({ host: '127.0.0.1', port, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  server.emit('begun')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { answer, done, [Symbol.dispose]: stop }
}

test('all chunks are sent before it is done, with headers that keep the answer out of caches', async () => {
  using sent = await sending(async function* () {
    yield 'a'
    yield 'b'
  })
  let text = ''
  for await (const part of sent.answer) text += part
  expect(text).toBe('ab')
  expect(await sent.done).toBeUndefined()
  expect(sent.answer.headers).toMatchObject({
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['an error without a code', new Error('The disk is gone')],
  ['an error with another code', Object.assign(new Error('No'), { code: 'EIO' })],
])('%s in the middle cuts the answer off, and is told', async (_what, cause) => {
  using sent = await sending(async function* (begun) {
    yield 'a'
    await begun
    throw cause
  })
  const cut = new Promise((resolve) => sent.answer.on('error', resolve).resume())
  expect(await sent.done).toBe(cause)
  expect(await cut).toMatchObject({ code: 'ECONNRESET' })
})

test('a client that leaves in the middle is no failure', async () => {
  using sent = await sending(async function* () {
    for (;;) yield 'x'.repeat(1_000_000)
  })
  sent.answer.on('error', () => undefined).destroy()
  expect(await sent.done).toBeUndefined()
})
