import type { Begun } from './begun.ts'
import { type Ended, journalEntry } from './journal-entry.ts'

export interface Exchange extends Ended {
  /** `performance.now()` when it came in. */
  readonly startedAt: number
  readonly begun?: Begun | undefined
}

/** Writes a call into its world's journal, and tells whoever judges or watches. */
export function record(exchange: Exchange, log: (line: string, cause: unknown) => void): void {
  const { world, journal } = exchange.call
  // A reset has taken away what it was about.
  if (journal !== world.journal) return
  const durationMs = performance.now() - exchange.startedAt
  const times = {
    at: world.now(),
    realAt: world.environment.realTime(),
    durationMs,
    waitedMs: waitedFor(exchange) ?? durationMs,
  }
  const { begun } = exchange
  journal.addLater((id) => {
    try {
      const entry = journalEntry(exchange, id, times)
      const chapter = begun?.chapter ?? journal.chapter
      if (begun !== undefined) chapter?.endWait(begun.waiting)
      chapter?.add(entry, begun?.attempt)
      if (world.events.isWatched) world.events.tell({ type: 'request', entry })
      return entry
    } catch (cause) {
      // The client has its answer; what is written down of it is our own affair.
      log('A call could not be written into the journal', cause)
      return undefined
    }
  })
  world.events.beat()
}

/** A client that left did not wait as long as its bank. */
function waitedFor({ begun, delivered, startedAt }: Exchange): number | undefined {
  if (!delivered.hasLeft || begun?.leftAt === undefined) return undefined
  return begun.leftAt - startedAt
}
