import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from '../../base/timers.ts'

/** Destroys a connection after so many milliseconds, unless what is waited for closes before. */
export function destroyAfter(
  socket: Socket,
  ms: number,
  awaited: IncomingMessage | Socket,
): NodeJS.Timeout {
  const timer = setTimeout(() => socket.destroy(), ms).unref()
  awaited.once('close', () => clearTimeout(timer))
  return timer
}
