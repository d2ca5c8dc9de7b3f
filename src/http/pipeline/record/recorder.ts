import type { Begun } from './begun.ts'
import { type Ended, journalEntry } from './journal-entry.ts'

export interface Recorded extends Ended {
  /** `performance.now()` when it came in. */
  readonly startedAt: number
  readonly begun?: Begun | undefined
}

/** Adds a call that has its answer to its world's history, and tells those who watch. */
export function record(ended: Recorded, log: (line: string, cause: unknown) => void): void {
  const { world, history } = ended.call
  // A reset has taken away what it was about.
  if (history !== world.history) return
  const durationMs = performance.now() - ended.startedAt
  const times = {
    at: world.now(),
    realAt: world.environment.realTime(),
    durationMs,
    waitedMs: waitedFor(ended) ?? durationMs,
  }
  try {
    const entry = journalEntry(ended, history.nextId(), times)
    history.ended(entry, ended.begun)
    world.events.beat()
    if (world.events.isWatched) world.events.tell({ type: 'request', entry })
  } catch (cause) {
    // The client has its answer; what is written down of it is our own affair.
    log('A call could not be written into the journal', cause)
  }
}

/** A client that left did not wait as long as its bank. */
function waitedFor({ begun, delivered, startedAt }: Recorded): number | undefined {
  if (!delivered.hasLeft || begun?.leftAt === undefined) return undefined
  return begun.leftAt - startedAt
}
