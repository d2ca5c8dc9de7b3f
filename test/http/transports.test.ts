import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { noteTransports, transportOf } from '../../src/http/transport.ts'

/** A connection with these ends. */
function socket(remotePort: number): Socket {
  const ends = { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1', localPort: 443, remotePort }
  return Object.assign(new EventEmitter(), ends) as unknown as Socket
}

function begin() {
  const server = new EventEmitter()
  noteTransports(server as Server)
  return {
    connect: (one: Socket) => server.emit('connection', one),
    secure: (one: Socket) => server.emit('secureConnection', one),
  }
}

test('the transport of a secure connection is the one with the same ends', () => {
  const { connect, secure } = begin()
  const [one, other, above] = [socket(1), socket(2), socket(1)]
  for (const each of [one, other]) connect(each)
  secure(above)
  expect(transportOf(above)).toBe(one)
  expect(transportOf(other)).toBe(other)
})

test('a connection that was closed is not the transport of a later one', () => {
  const { connect, secure } = begin()
  const [one, above] = [socket(1), socket(1)]
  connect(one)
  one.emit('close')
  secure(above)
  expect(transportOf(above)).toBe(above)
})

test('a connection that is closed late does not take away that of its successor', () => {
  const { connect, secure } = begin()
  const [one, next, above] = [socket(1), socket(1), socket(1)]
  connect(one)
  connect(next)
  one.emit('close')
  secure(above)
  expect(transportOf(above)).toBe(next)
})

test('a transport belongs to one secure connection', () => {
  const { connect, secure } = begin()
  const [one, above, later] = [socket(1), socket(1), socket(1)]
  connect(one)
  secure(above)
  secure(later)
  expect([transportOf(above), transportOf(later)]).toEqual([one, later])
})
