import type { ServerResponse } from 'node:http'
import type { World } from '../../world/world.ts'
import { hasLeft, leaveAtEnd } from '../pipeline/delivery/waiting.ts'

export interface Wait {
  readonly world: World
  readonly ms: number
  readonly outgoing: ServerResponse
  readonly stopping: AbortSignal
}

/** Asks again with each request; ends with the time, the client, the world or the server. */
export function untilTrue(isTrue: () => boolean, wait: Wait): Promise<void> {
  const { world, ms, outgoing, stopping } = wait
  if (isTrue() || stopping.aborted || hasLeft(outgoing)) return Promise.resolve()
  leaveAtEnd(outgoing)
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      deaf()
      stopping.removeEventListener('abort', end)
      outgoing.off('close', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const deaf = world.events.listen((event) => {
      if (event.type === 'request' && isTrue()) end()
    }, end)
    stopping.addEventListener('abort', end)
    outgoing.on('close', end)
  })
}
