import type { Instant } from '../../domain/time/instant.ts'
import type { CallUnderWay, Exchange } from '../exchange.ts'
import { unmetOneShot } from '../findings/rule-never-met.ts'
import type { Chapter } from './chapter.ts'
import type { Run } from './run.ts'
import type { Fact, RunEntry } from './run-history.ts'

/** A world as the entries of a run leave it. */
export interface JudgedWorld {
  chapter: Chapter | undefined
  /** The requests since its last reset, oldest first. */
  requests: Exchange[]
}

interface JudgeParts {
  readonly run: Run
  /** The worlds that exist at the end. */
  readonly present: ReadonlySet<string>
  /** The end of the run in real time. */
  readonly until: Instant
}

/** Judges a run again from what happened in it; returns the worlds that were not removed. */
export function judgeEntries(
  entries: readonly RunEntry[],
  { run, present, until }: JudgeParts,
): ReadonlyMap<string, JudgedWorld> {
  const worlds = new Map<string, JudgedWorld>()
  const underWay = new Map<number, ReadCall>()
  const last = new Map(entries.map((entry) => [entry.world, entry]))
  const begin = (world: string, label: string | undefined, unmet: readonly string[]) =>
    run.begin(world, label, unmet.map(unmetOneShot))
  const worldOf = (name: string): JudgedWorld => {
    const known = worlds.get(name) ?? { chapter: begin(name, undefined, []), requests: [] }
    worlds.set(name, known)
    return known
  }
  for (const entry of entries) {
    if (entry.record === 'chapter') {
      const { world, label, unmet, isReset, isStored } = entry
      const requests = isReset ? [] : (worlds.get(world)?.requests ?? [])
      const chapter = begin(world, label ?? undefined, unmet)
      if (isStored) chapter.continueStored()
      worlds.set(world, { chapter, requests })
    } else if (entry.record === 'ended') {
      const unmet = entry.unmet.map(unmetOneShot)
      if (present.has(entry.world) && last.get(entry.world) === entry) {
        for (const _ of worldOf(entry.world).chapter?.end(unmet) ?? []);
        continue
      }
      run.end(entry.world, unmet)
      worlds.delete(entry.world)
    } else if (entry.record === 'cleared') {
      run.clear(entry.world ?? undefined, (chapter) => {
        worldOf(chapter.place.world).chapter = chapter
      })
    } else if (entry.record !== 'step') {
      const { chapter, requests } = worldOf(entry.world)
      chapter?.add(factOf(entry, underWay, until))
      if (entry.record === 'exchange') requests.push(entry.exchange)
    }
  }
  return worlds
}

interface ReadCall extends CallUnderWay {
  leftAt: Instant | undefined
}

function factOf(
  entry: Extract<RunEntry, { readonly record: 'exchange' | 'begun' | 'left' | 'moved' }>,
  underWay: Map<number, ReadCall>,
  until: Instant,
): Fact {
  if (entry.record === 'moved') return { kind: 'moved', moved: entry.moved }
  if (entry.record === 'left') {
    const call = underWay.get(entry.arrived)
    if (call === undefined) throw new Error(`No call ${entry.arrived} is under way`)
    call.leftAt = entry.at
    return { kind: 'left', call, at: entry.at }
  }
  const { exchange } = entry
  if (entry.record === 'exchange') {
    return { kind: 'ended', exchange, call: underWay.get(exchange.arrived), bytes: 0 }
  }
  const call: ReadCall = {
    exchange,
    leftAt: undefined,
    hasLeft: () => call.leftAt !== undefined,
    waitedMs: () => (call.leftAt ?? until) - exchange.realAt,
  }
  underWay.set(exchange.arrived, call)
  return { kind: 'begun', call }
}
