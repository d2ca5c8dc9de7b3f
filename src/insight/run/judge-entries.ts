import type { Instant } from '../../domain/time/instant.ts'
import type { CallUnderWay } from '../exchange.ts'
import { unmetOneShot } from '../findings/unmatched-rule.ts'
import type { Chapter } from './chapter.ts'
import { History } from './history.ts'
import type { Run } from './run.ts'
import type { RunEntry } from './run-history.ts'

interface JudgeParts {
  readonly run: Run
  /** The worlds that exist at the end. */
  readonly present: ReadonlySet<string>
  /** The end of the run in real time. */
  readonly until: Instant
}

/** Judges a run again from what happened in it; returns the histories of the worlds that were not removed. */
export function judgeEntries(
  entries: readonly RunEntry[],
  { run, present, until }: JudgeParts,
): ReadonlyMap<string, History> {
  const worlds = new Map<string, History>()
  const underWay = new Map<number, ReadCall>()
  const last = new Map(entries.map((entry) => [entry.world, entry]))
  const turnTo = (chapter: Chapter, isReset: boolean): History => {
    const { world } = chapter.place
    const before = isReset ? undefined : worlds.get(world)
    const history = before?.next(chapter) ?? new History(Number.POSITIVE_INFINITY, chapter)
    worlds.set(world, history)
    return history
  }
  const historyOf = (world: string) => worlds.get(world) ?? turnTo(run.begin(world), true)
  for (const entry of entries) {
    if (entry.record === 'test') {
      const { world, name, unmatched, isReset, isStored } = entry
      const chapter = run.begin(world, name ?? undefined, unmatched.map(unmetOneShot))
      if (isStored) chapter.continueStored()
      turnTo(chapter, isReset)
    } else if (entry.record === 'ended') {
      const unmet = entry.unmatched.map(unmetOneShot)
      if (present.has(entry.world) && last.get(entry.world) === entry) {
        historyOf(entry.world).chapter?.end(unmet)
        continue
      }
      run.end(entry.world, unmet)
      worlds.delete(entry.world)
    } else if (entry.record === 'cleared') {
      run.clear(entry.world ?? undefined, (chapter) => turnTo(chapter, false))
    } else if (entry.record === 'books') {
      historyOf(entry.world).chapter?.reconciled(entry.result)
    } else if (entry.record === 'exchange' && !underWay.has(entry.exchange.arrived)) {
      historyOf(entry.world).ended(entry.exchange)
    } else {
      readFact(entry, { underWay, until, historyOf })
    }
  }
  return worlds
}

interface ReadCall extends CallUnderWay {
  /** That of the chapter in which it began. */
  readonly history: History
  leftAt: Instant | undefined
}

interface FactParts {
  readonly underWay: Map<number, ReadCall>
  readonly until: Instant
  readonly historyOf: (world: string) => History
}

function readFact(
  entry: Extract<RunEntry, { readonly record: 'exchange' | 'begun' | 'left' | 'moved' }>,
  { underWay, until, historyOf }: FactParts,
): void {
  if (entry.record === 'moved') {
    historyOf(entry.world).moved(entry.moved)
    return
  }
  if (entry.record === 'begun') {
    const { exchange } = entry
    const call: ReadCall = {
      exchange,
      history: historyOf(entry.world),
      leftAt: undefined,
      hasLeft: () => call.leftAt !== undefined,
      waitedMs: () => (call.leftAt ?? until) - exchange.realAt,
    }
    underWay.set(exchange.arrived, call)
    call.history.begun(call)
    return
  }
  const arrived = entry.record === 'left' ? entry.arrived : entry.exchange.arrived
  const call = underWay.get(arrived)
  if (call === undefined) throw new Error(`No call ${arrived} is under way`)
  if (entry.record === 'exchange') call.history.ended(entry.exchange, call)
  else {
    call.leftAt = entry.at
    call.history.left(call, entry.at)
  }
}
