import type { Finding } from '../findings/finding-document.ts'
import type { StoryView } from '../stories/story-view.ts'
import type { ChapterPlace } from './chapter-findings.ts'
import { type KeptLimits, KeptResults } from './kept.ts'
import { addTally, type SavedTally, savedTally, Tally } from './tally.ts'

/** A chapter, usually one test, added up. */
export interface TestPart {
  readonly place: ChapterPlace
  readonly isOpen: boolean
  readonly tally: Tally
}

/** Chapters that have ended, added up. */
export interface EndedChapters {
  readonly tally: Tally
  chapters: number
}

/** What `Past` writes out and reads back, each in a line of a saved run. */
export type PastRecord =
  /** The ended chapters of a world; null: of all removed worlds. */
  | {
      readonly record: 'ended'
      readonly world: string | null
      readonly chapters: number
      readonly tally: SavedTally
    }
  | {
      readonly record: 'names'
      readonly labelled: readonly ChapterPlace[]
      readonly removed: number
    }
  | { readonly record: 'test'; readonly place: ChapterPlace; readonly tally: SavedTally }
  | { readonly record: 'story'; readonly story: StoryView; readonly findings: readonly Finding[] }
  | { readonly record: 'finding'; readonly finding: Finding }

/** The most chapter names that a report lists. */
const MOST_LABELS = 1000

/** What a run remembers of its ended chapters. */
export class Past {
  readonly kept: KeptResults
  /** By world; those of removed worlds are added up in `#gone`. */
  readonly #byWorld = new Map<string, EndedChapters>()
  readonly #gone: EndedChapters = nothingYet()
  /** How many worlds were removed. */
  removed = 0
  /** The latest labelled chapters. */
  labelled: readonly ChapterPlace[] = []
  /** The latest chapters that ended after a request. */
  tests: readonly TestPart[] = []

  constructor(limits: KeptLimits) {
    this.kept = new KeptResults(limits)
  }

  /** A chapter with a label has begun. */
  label(place: ChapterPlace): void {
    this.labelled = [...this.labelled, place].slice(-MOST_LABELS)
  }

  /** A chapter has ended. */
  add(place: ChapterPlace, tally: Tally): void {
    if (tally.requests + tally.own > 0) this.#addTest(place, tally)
    this.#addTo(place.world, 1, tally)
  }

  /** A world was removed. */
  remove(world: string): void {
    const ended = this.#byWorld.get(world)
    this.#byWorld.delete(world)
    this.removed += 1
    if (ended !== undefined) this.#addTo(null, ended.chapters, ended.tally)
  }

  /** The ended chapters of a world or, if undefined, of all. */
  endedIn(world: string | undefined): readonly EndedChapters[] {
    if (world === undefined) return [this.#gone, ...this.#byWorld.values()]
    const ended = this.#byWorld.get(world)
    return ended === undefined ? [] : [ended]
  }

  forget(world: string): void {
    const isOther = (place: Pick<ChapterPlace, 'world'>) => place.world !== world
    this.labelled = this.labelled.filter(isOther)
    this.tests = this.tests.filter(({ place }) => isOther(place))
    this.#byWorld.delete(world)
    this.kept.forget(world)
  }

  *records(): Generator<PastRecord> {
    const { labelled, removed } = this
    yield { record: 'names', labelled, removed }
    for (const [world, ended] of [[null, this.#gone] as const, ...this.#byWorld]) {
      const { chapters, tally } = ended
      yield { record: 'ended', world, chapters, tally: savedTally(tally) }
    }
    for (const { place, tally } of this.tests) {
      yield { record: 'test', place, tally: savedTally(tally) }
    }
    yield* storyRecords(this.kept.stories, this.kept.findings)
  }

  /** Takes over a record of a saved run. */
  restore(record: PastRecord): void {
    if (record.record === 'names') {
      this.labelled = record.labelled
      this.removed = record.removed
    } else if (record.record === 'ended') this.#addTo(record.world, record.chapters, record.tally)
    else if (record.record === 'test') this.#addTest(record.place, record.tally)
    else if (record.record === 'story') this.kept.addStory(record.story, record.findings)
    else this.kept.addFinding(record.finding)
  }

  #addTest(place: ChapterPlace, sums: SavedTally): void {
    const tally = new Tally()
    addTally(tally, sums)
    this.tests = [...this.tests, { place, isOpen: false, tally }].slice(-MOST_LABELS)
  }

  #addTo(world: string | null, chapters: number, tally: SavedTally): void {
    const ended = world === null ? this.#gone : (this.#byWorld.get(world) ?? nothingYet())
    if (world !== null) this.#byWorld.set(world, ended)
    addTally(ended.tally, tally)
    ended.chapters += chapters
  }
}

/** Each story with its findings, and the findings about calls that belong to no story. */
export function* storyRecords(
  stories: Iterable<StoryView>,
  findings: readonly Finding[],
): Generator<PastRecord> {
  const byStory = new Map<string, Finding[]>()
  for (const finding of findings) {
    if (finding.story === null) {
      yield { record: 'finding', finding }
      continue
    }
    const list = byStory.get(finding.story)
    if (list === undefined) byStory.set(finding.story, [finding])
    else list.push(finding)
  }
  for (const story of stories) {
    yield { record: 'story', story, findings: byStory.get(story.id) ?? [] }
  }
}

function nothingYet(): EndedChapters {
  return { tally: new Tally(), chapters: 0 }
}
