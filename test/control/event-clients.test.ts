import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startTestSandbox } from '../support/start.ts'

const get = 'GET /_sandbox/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** A client of the events that reads its first bytes and nothing more; its status. */
async function watching(url: string): Promise<readonly [Socket, string]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(get))
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return [socket, chunk.toString().slice(9, 12)]
}

test('at most 100 clients that never read receive events, and one that leaves makes room', async () => {
  await using sandbox = await startTestSandbox()
  const all = await Promise.all(Array.from({ length: 100 }, () => watching(sandbox.url)))
  expect(new Set(all.map(([, status]) => status))).toEqual(new Set(['200']))
  const [refused, status] = await watching(sandbox.url)
  expect(status).toBe('429')
  all[0]?.[0].destroy()
  await expect
    .poll(async () => {
      const [next, second] = await watching(sandbox.url)
      all.push([next, second])
      return second
    })
    .toBe('200')
  for (const socket of [refused, ...all.map(([one]) => one)]) socket.destroy()
})
