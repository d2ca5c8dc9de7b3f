import type { ServerResponse } from 'node:http'
import type { WorldEvent } from '../../../world/events.ts'
import type { Call } from '../../call.ts'
import type { eventCalls } from '../../contract/control/calls/events.ts'
import { leaveAtEnd } from '../../pipeline/delivery/waiting.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { eventData } from '../representation/event-representation.ts'

export const events: Handlers<typeof eventCalls> = { events: simpleHandler(watch) }

/** A watcher that reads no more is let go before what it is owed fills the memory. */
const MAX_OWED = 8 * 1024 * 1024

/** Server-sent events until the client leaves, the world ends or the server stops. */
function watch(call: Call, { stopping }: HandlerParts): undefined {
  const { world, outgoing } = call
  outgoing.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Else the server could not stop before the client lets go of the connection.
    Connection: 'close',
  })
  if (call.method === 'HEAD') {
    outgoing.end()
    return
  }
  leaveAtEnd(outgoing)
  // Something to read tells the client that nothing will be missed from here on.
  outgoing.write(': watching\n\n')
  let id = 0
  const end = () => outgoing.end()
  const deaf = world.events.listen((event) => {
    id += 1
    tell(outgoing, id, event)
  }, end)
  outgoing.on('close', () => {
    deaf()
    stopping.removeEventListener('abort', end)
  })
  stopping.addEventListener('abort', end)
  if (stopping.aborted) end()
}

function tell(outgoing: ServerResponse, id: number, event: WorldEvent): void {
  if (outgoing.writableEnded) return
  if (outgoing.writableLength > MAX_OWED) {
    outgoing.destroy()
    return
  }
  outgoing.write(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(eventData(event))}\n\n`)
}
