import { printable, printableLines } from '../../document/printable.ts'
import { type Instant, isoUtc } from '../../domain/time/instant.ts'
import type { Exchange } from '../exchange.ts'
import { type AnyFinding, callFindings, storyFindings } from '../findings/all-findings.ts'
import type { CallContext, JudgeSettings, Sighting, Watcher } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { Recent } from '../recent.ts'
import type { Story } from '../stories/story.ts'
import {
  callDocument,
  callsOf,
  type StoryPlace,
  stepDocument,
  storyId,
} from '../stories/story-view.ts'

/** The most calls to keep as evidence of one finding. */
const MOST_EVIDENCE = 6

/** The chapter that findings belong to. */
export interface ChapterPlace extends StoryPlace {
  readonly hasLabel: boolean
}

interface FindingRecord {
  readonly kind: AnyFinding
  sighting: Sighting
  exchanges: readonly Exchange[]
  times: number
  /** The finding as it was last read, until it is seen again. */
  finding?: Finding | undefined
}

/** The findings in single calls of a chapter so far. */
export class CallFindings {
  readonly #limit: number
  readonly #watchers: readonly { readonly kind: AnyFinding; readonly watch: Watcher }[]
  readonly #seen = new Map<string, FindingRecord>()
  /** The keys of findings beyond the limit. */
  readonly #beyond = new Recent<string, true>()
  /** How many findings of each code are beyond the limit. */
  readonly dropped = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
    this.#watchers = callFindings.map((kind) => ({ kind, watch: kind.watch() }))
  }

  see(exchange: Exchange, context: CallContext): void {
    const watchers = this.#watchers
    // Runs for every call: an index loop is faster than an iterator.
    for (let i = 0; i < watchers.length; i += 1) {
      const { kind, watch } = watchers[i] as (typeof watchers)[number]
      const sighting = watch(exchange, context)
      if (sighting !== undefined) this.add(kind, sighting)
    }
  }

  add(kind: AnyFinding, sighting: Sighting): void {
    const key = `${kind.code} ${sighting.key}`
    const known = this.#seen.get(key)
    const exchanges = sighting.exchanges ?? []
    if (known === undefined && this.#seen.size >= this.#limit) {
      if (!this.#beyond.has(key))
        this.dropped.set(kind.code, (this.dropped.get(kind.code) ?? 0) + 1)
      this.#beyond.set(key, true)
      return
    }
    if (known === undefined) {
      const { times = 1 } = sighting
      this.#seen.set(key, { kind, sighting, exchanges: [...exchanges], times })
      return
    }
    known.finding = undefined
    // It counts everything that was seen under its key.
    if (sighting.times !== undefined) {
      known.sighting = sighting
      known.exchanges = exchanges
      known.times = sighting.times
      return
    }
    known.times += 1
    const last = exchanges.at(-1)
    if (last !== undefined && known.exchanges.length < MOST_EVIDENCE) {
      known.exchanges = [...known.exchanges, last]
    }
  }

  findings(place: ChapterPlace): readonly Finding[] {
    return [...this.#seen.values()].map((seen, index) => {
      seen.finding ??= findingOf(place, seen, `c${index + 1}`)
      return seen.finding
    })
  }

  /** Findings in calls that have no answer yet, unless they are reported already. */
  unfinished(
    place: ChapterPlace,
    kind: AnyFinding,
    sightings: readonly Sighting[],
  ): readonly Finding[] {
    const byKey = new Map(sightings.map((sighting) => [sighting.key, sighting]))
    return [...byKey.values()]
      .filter(({ key }) => !this.#seen.has(`${kind.code} ${key}`))
      .map((sighting) =>
        findingOf(place, { kind, sighting, exchanges: [], times: 1 }, sighting.key),
      )
  }
}

function findingOf(
  place: ChapterPlace,
  { kind, sighting, exchanges, times }: FindingRecord,
  id: string,
): Finding {
  const { events = [] } = sighting
  return {
    ...common(place, kind, sighting),
    id: `${kind.code}-${place.world}-${place.chapterNumber}-${id}`,
    story: null,
    at: timeOf(exchanges[0] ?? events[0]),
    // Made on demand, as those of a story.
    get steps() {
      return [...events.map(stepDocument), ...exchanges.map(callDocument)]
    },
    times,
    ...evidenceOf(exchanges),
  }
}

/** The findings of a story as it stands. */
export function findingsIn(
  place: ChapterPlace,
  story: Story,
  settings: JudgeSettings,
): readonly Finding[] {
  return storyFindings.flatMap((kind) =>
    kind.judge(story, settings).map((sighting, index) => {
      const { events = [] } = sighting
      const id = storyId(place, story)
      return {
        ...common(place, kind, sighting),
        id: index === 0 ? `${kind.code}-${id}` : `${kind.code}-${id}-${index + 1}`,
        story: id,
        at: timeOf(events[0]),
        // Made on demand: there may be thousands that are never read.
        get steps() {
          return events.map(stepDocument)
        },
        times: 1,
        ...evidenceOf(callsOf(events).slice(0, MOST_EVIDENCE)),
      }
    }),
  )
}

function timeOf(event: { readonly at: Instant } | undefined): string | null {
  return event === undefined ? null : isoUtc(event.at)
}

function evidenceOf(evidence: readonly Exchange[]): Pick<Finding, 'requests' | 'evidence'> {
  return { requests: evidence.map(({ id }) => id), evidence }
}

function common(place: ChapterPlace, kind: AnyFinding, seen: Sighting) {
  const { world, chapter, chapterNumber, hasLabel: labelled } = place
  const { code, severity } = kind
  return {
    ...{ code, severity, world, chapterNumber, labelled },
    chapter: printable(chapter),
    subject: printable(seen.subject),
    message: printableLines(seen.message),
    advice: printableLines(seen.advice),
  }
}
