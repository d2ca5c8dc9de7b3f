import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Real time passes, unless the server stops first. */
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

/** Until the client leaves, the time is up or the server stops. */
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
 * A client may end its own side once it has asked. Where an answer takes its time, that cannot be
 * told from one that has left, and leaving is what clients do.
 */
export function leaveAtEnd({ req: { socket } }: Pick<ServerResponse, 'req'>): void {
  if (socket.readableEnded) socket.destroy()
  else socket.once('end', () => socket.destroy())
}

/** An answer that waits behind another on the same connection hears nothing of its end. */
export function hasLeft(outgoing: ServerResponse): boolean {
  // A request whose body was given up in the middle has no socket any more.
  const socket: Socket | null = outgoing.req.socket
  return outgoing.destroyed || socket?.destroyed === true
}
