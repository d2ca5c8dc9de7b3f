import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Waits in real time, or until the server stops. */
export function delay(ms: number, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stopping.addEventListener('abort', end)
  })
}

/** Waits until the client disconnects, the time is up or the server stops. */
export function hold(
  outgoing: ServerResponse,
  ms: number | undefined,
  stopping: AbortSignal,
): Promise<void> {
  if (stopping.aborted || hasLeft(outgoing)) return Promise.resolve()
  const { socket } = outgoing.req
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      outgoing.off('close', end)
      socket.off('close', end)
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    stopping.addEventListener('abort', end)
    outgoing.on('close', end)
    socket.on('close', end)
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
