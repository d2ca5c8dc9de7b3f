import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const transports = new WeakMap<Socket, Socket>()

/** The TCP socket of a connection: under TLS, requests only show the encrypted socket above it. */
export function transportOf(socket: Socket): Socket {
  return transports.get(socket) ?? socket
}

/** Remembers the TCP socket of each connection; Node itself has no public way from one to the other. */
export function noteTransports(server: Server): void {
  const handshaking = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const key = endsOf(socket)
    handshaking.set(key, socket)
    socket.once('close', () => {
      if (handshaking.get(key) === socket) handshaking.delete(key)
    })
  })
  server.prependListener('secureConnection', (secure: Socket) => {
    const key = endsOf(secure)
    const socket = handshaking.get(key)
    if (socket !== undefined) transports.set(secure, socket)
    handshaking.delete(key)
  })
}

function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return [remoteAddress, remotePort, localAddress, localPort].join(' ')
}
