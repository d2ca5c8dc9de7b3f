import type { ChapterPlace } from './chapter-findings.ts'
import { type KeptLimits, KeptResults } from './kept.ts'
import { addTally, Tally } from './tally.ts'

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

  #addTest(place: ChapterPlace, sums: Tally): void {
    const tally = new Tally()
    addTally(tally, sums)
    this.tests = [...this.tests, { place, isOpen: false, tally }].slice(-MOST_LABELS)
  }

  #addTo(world: string | null, chapters: number, tally: Tally): void {
    const ended = world === null ? this.#gone : (this.#byWorld.get(world) ?? nothingYet())
    if (world !== null) this.#byWorld.set(world, ended)
    addTally(ended.tally, tally)
    ended.chapters += chapters
  }
}

function nothingYet(): EndedChapters {
  return { tally: new Tally(), chapters: 0 }
}
