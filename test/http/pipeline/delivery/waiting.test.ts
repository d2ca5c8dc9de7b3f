import { getEventListeners, once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import {
  breakOff,
  delay,
  hasLeft,
  hold,
  isBrokenOff,
  leaveAtEnd,
} from '../../../../src/http/pipeline/delivery/waiting.ts'

function begin() {
  const socket = new Socket({ allowHalfOpen: true })
  const outgoing = new ServerResponse(new IncomingMessage(socket))
  return { socket, outgoing, stop: new AbortController() }
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test.each([
  ['the answer is closed', ({ outgoing }) => outgoing.emit('close')],
  ['the connection is closed', ({ socket }) => socket.emit('close')],
  ['the server stops', ({ stop }) => stop.abort()],
] as const satisfies readonly (readonly [string, (begun: ReturnType<typeof begin>) => unknown])[])(
  'waiting ends when %s, and leaves nothing behind',
  async (_what, end) => {
    const begun = begin()
    const { outgoing, socket, stop } = begun
    const counts = () => [
      timers(),
      outgoing.listenerCount('close'),
      socket.listenerCount('close'),
      getEventListeners(stop.signal, 'abort').length,
    ]
    const before = counts()
    const held = hold(outgoing, 3_600_000, stop.signal)
    expect(counts()).toEqual(before.map((count) => count + 1))
    end(begun)
    await held
    expect(counts()).toEqual(before)
  },
)

test('nobody waits for a client that has left, nor while the server stops', async () => {
  const stopping = AbortSignal.abort()
  await hold(begin().outgoing, undefined, stopping)
  await delay(3_600_000, stopping)
  const { outgoing, stop } = begin()
  outgoing.destroy()
  await hold(outgoing, undefined, stop.signal)
})

test('a time that is over ends the waiting', async () => {
  const { outgoing, stop } = begin()
  await hold(outgoing, 1, stop.signal)
  await delay(1, stop.signal)
})

test('a client has left when its answer or its connection is destroyed', () => {
  const [answer, connection] = [begin(), begin()]
  expect(hasLeft(answer.outgoing)).toBe(false)
  answer.outgoing.destroy()
  connection.socket.destroy()
  expect([hasLeft(answer.outgoing), hasLeft(connection.outgoing)]).toEqual([true, true])
})

test('a connection is broken off once a fault has closed it, and no other one', () => {
  const [one, other] = [begin(), begin()]
  breakOff(one.outgoing)
  expect([isBrokenOff(one.outgoing), isBrokenOff(other.outgoing)]).toEqual([true, false])
  // An aborted request has no connection any more.
  Object.assign(other.outgoing.req, { socket: null })
  breakOff(other.outgoing)
  expect(isBrokenOff(other.outgoing)).toBe(false)
  expect(hasLeft(other.outgoing)).toBe(false)
})

test('a client that ends its side has left, whether before or later', async () => {
  const [early, late] = [begin(), begin()]
  early.socket.resume().push(null)
  await once(early.socket, 'end')
  expect(early.socket.destroyed).toBe(false)
  leaveAtEnd(early.outgoing)
  leaveAtEnd(late.outgoing)
  expect([early.socket.destroyed, late.socket.destroyed]).toEqual([true, false])
  late.socket.resume().push(null)
  await once(late.socket, 'close')
})
