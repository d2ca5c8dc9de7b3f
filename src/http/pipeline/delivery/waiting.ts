import type { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Waits in real time, or until the server stops. */
export function delay(ms: number, stopping: AbortSignal): Promise<void> {
  return stopping.aborted ? Promise.resolve() : timeOrEnd(ms, stopping, [])
}

/** Waits until the client disconnects, the time is up or the server stops. */
export function hold(
  outgoing: ServerResponse,
  ms: number | undefined,
  stopping: AbortSignal,
): Promise<void> {
  if (stopping.aborted || hasLeft(outgoing)) return Promise.resolve()
  return timeOrEnd(ms, stopping, [outgoing, outgoing.req.socket])
}

function timeOrEnd(
  ms: number | undefined,
  stopping: AbortSignal,
  connections: readonly EventEmitter[],
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      for (const connection of connections) connection.off('close', end)
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    stopping.addEventListener('abort', end)
    for (const connection of connections) connection.on('close', end)
  })
}

/**
 * Destroys the connection when the client ends its side. A half-closed connection cannot be told
 * from one that the client has left, and clients that end their side have usually left.
 */
export function leaveAtEnd({ req: { socket } }: Pick<ServerResponse, 'req'>): void {
  if (socket.readableEnded) socket.destroy()
  else socket.once('end', () => socket.destroy())
}

/** Also checks the socket, because an answer queued behind another is not told of its end. */
export function hasLeft(outgoing: ServerResponse): boolean {
  // A request whose body was aborted has no socket any more.
  const socket: Socket | null = outgoing.req.socket
  return outgoing.destroyed || socket?.destroyed === true
}

const broken = new WeakSet<Socket>()

/** Notes that a fault closes the connection, so that no client is said to have closed it. */
export function breakOff({ req: { socket } }: Pick<ServerResponse, 'req'>): void {
  if (socket !== null) broken.add(socket)
}

/** Whether a fault, of this answer or of another one on its connection, closed the connection. */
export function isBrokenOff({ req: { socket } }: Pick<ServerResponse, 'req'>): boolean {
  return socket !== null && broken.has(socket)
}
