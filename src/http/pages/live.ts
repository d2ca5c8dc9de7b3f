import type { ServerResponse } from 'node:http'
import { noSniffing } from '../answer.ts'
import type { ControlParts } from '../control/parts.ts'

/** Milliseconds between two checks for changes. */
const EVERY = 250

/**
 * Server-sent events with the names of changed worlds: first all, then those that changed. Sends no
 * data of the worlds, so requests are not slowed down.
 */
export function tellPulses({ worlds, stopping }: ControlParts, outgoing: ServerResponse): void {
  outgoing.writeHead(200, {
    ...noSniffing,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  let told = new Map<string, string>()
  const tell = () => {
    // A page that reads slowly hears of all changes later, at once.
    if (outgoing.writableLength > 0) return
    const now = new Map(worlds.list().map(({ name, events }) => [name, events.pulse]))
    const changed = Object.fromEntries([
      ...[...now].filter(([name, pulse]) => told.get(name) !== pulse),
      ...[...told.keys()].filter((name) => !now.has(name)).map((name) => [name, null]),
    ])
    told = now
    if (Object.keys(changed).length > 0) {
      outgoing.write(`data: ${JSON.stringify(changed)}\n\n`)
    }
  }
  tell()
  const timer = setInterval(tell, EVERY)
  const end = () => outgoing.end()
  stopping.addEventListener('abort', end)
  outgoing.on('close', () => {
    clearInterval(timer)
    stopping.removeEventListener('abort', end)
  })
  if (stopping.aborted) end()
}
