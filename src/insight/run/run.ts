import type { Sighting } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { namesIn } from '../stories/story-names.ts'
import type { StoryView } from '../stories/story-view.ts'
import { Chapter, type ChapterLimits, type LazyStory } from './chapter.ts'
import type { ChapterPlace } from './chapter-findings.ts'
import { worstOf } from './kept.ts'
import {
  type NamedScenario,
  type UnmetScenario,
  unmetRules,
  unmetScenarios,
} from './named-scenario.ts'
import { type EndedChapters, Past, type TestPart } from './past.ts'
import { addTally, count, Tally } from './tally.ts'

/** The part of a run to report. */
export interface RunScope {
  /** Undefined: all worlds. */
  readonly world: string | undefined
  /** Only what happened since the last reset of each world. */
  readonly isCurrentOnly: boolean
  /** The id of one chapter: its world and number. */
  readonly chapter?: string | undefined
}

/** A part of a run, added up. */
export interface RunPart {
  readonly tally: Tally
  readonly chapters: number
  readonly worlds: number
  /** The labels of the labelled chapters, oldest first. */
  readonly labels: readonly string[]
  /** The names of all chapters: labelled ones, then others that had requests. */
  readonly chapterNames: readonly string[]
  /** The kept findings, worst first; the tally counts all of them. */
  readonly findings: readonly Finding[]
  /** Its chapters that had requests, oldest first. */
  readonly tests: readonly TestPart[]
  /** Named scenarios that no request of the whole run met. */
  readonly unmetScenarios: readonly UnmetScenario[]
}

/** One sandbox process with all its worlds and chapters. */
export class Run {
  readonly #limits: ChapterLimits
  readonly #named: () => readonly NamedScenario[]
  #ended: Past
  /** What is left to do for the last chapter that ended. */
  #closing: Generator<undefined> | undefined
  readonly #open = new Map<string, Chapter>()
  readonly #numbers = new Map<string, number>()

  constructor(limits: ChapterLimits, named: () => readonly NamedScenario[] = () => []) {
    this.#limits = limits
    this.#named = named
    this.#ended = new Past(limits)
  }

  /** A world is created or reset. `unmet`: rules that the previous chapter never met. */
  begin(world: string, label?: string, unmet: readonly Sighting[] = []): Chapter {
    this.#finish(world, unmet)
    const number = (this.#numbers.get(world) ?? 0) + 1
    this.#numbers.set(world, number)
    const place = {
      world,
      chapter: label ?? `${world} ${number}`,
      chapterNumber: number,
      hasLabel: label !== undefined,
    }
    const chapter = new Chapter(place, this.#limits, this.#ended.kept)
    if (label !== undefined) this.#ended.label(place)
    this.#open.set(world, chapter)
    return chapter
  }

  /** A world was removed. */
  end(world: string, unmet: readonly Sighting[] = []): void {
    if (!this.#open.has(world)) return
    this.#finish(world, unmet)
    this.#past.remove(world)
  }

  part(scope: RunScope): RunPart {
    const open = this.#chaptersOf(scope)
    const past = scope.isCurrentOnly ? [] : this.#pastOf(scope)
    const soFar = open.map((chapter) => chapter.soFar())
    const tally = new Tally()
    for (const one of [...past, ...soFar]) addTally(tally, one.tally)
    const isWhole = (scope.world ?? scope.chapter) === undefined && !scope.isCurrentOnly
    const unmet = isWhole ? unmetRules(this.#named(), tally) : []
    for (const { code } of unmet) count(tally.found, code)
    const found = [
      ...this.#past.kept.findings.filter((finding) => this.#isCounted(scope, finding)),
      ...soFar.flatMap((one) => one.findings),
      ...unmet,
    ]
    return {
      tally,
      chapters: past.reduce((sum, { chapters }) => sum + chapters, open.length),
      worlds: open.length + (isWhole ? this.#past.removed : 0),
      ...this.#namesOf(scope, open),
      findings: worstOf(found, this.#limits.findingsKept),
      unmetScenarios: isWhole ? unmetScenarios(this.#named(), tally) : [],
      tests: [
        ...this.#past.tests.filter(({ place }) => this.#isCounted(scope, place)),
        ...soFar
          .map(({ tally }, i) => ({ place: (open[i] as Chapter).place, isOpen: true, tally }))
          .filter(({ tally: { requests, own } }) => requests + own > 0),
      ],
    }
  }

  /** Oldest first. */
  stories(scope: RunScope): readonly LazyStory[] {
    const open = this.#chaptersOf(scope).flatMap((chapter) => chapter.stories())
    const kept = this.#past.kept.stories.filter((story) => this.#isIn(scope, story))
    return [...kept.map(keptStory), ...open]
  }

  /** The kept stories of ended chapters, oldest first. */
  ended(world: string | undefined): readonly StoryView[] {
    return this.#past.kept.stories.filter(
      (story) => !this.isOpen(story) && (world === undefined || story.world === world),
    )
  }

  /** Whether it belongs to the open chapter of its world. */
  isOpen({ world, chapterNumber }: Pick<StoryView, 'world' | 'chapterNumber'>): boolean {
    return this.#open.get(world)?.place.chapterNumber === chapterNumber
  }

  /**
   * Forgets everything, or everything about a world. Its open chapters are replaced: `renew` is told
   * of each, so that its world goes on with the new one.
   */
  clear(world: string | undefined, renew: (chapter: Chapter) => void): void {
    const names = world === undefined ? [...this.#open.keys()] : [world]
    const labels = new Map(names.map((name) => [name, labelOf(this.#open.get(name)?.place)]))
    for (const name of names) this.#finish(name, [])
    if (world === undefined) this.#forgetAll()
    else this.#past.forget(world)
    for (const name of names) {
      renew(this.begin(name, labels.get(name)))
    }
  }

  /** Forgets everything, including the open chapters. */
  restart(): void {
    this.#forgetAll()
    this.#open.clear()
    this.#numbers.clear()
  }

  #forgetAll(): void {
    while (this.closeSome());
    this.#ended = new Past(this.#limits)
  }

  #finish(world: string, unmet: readonly Sighting[]): void {
    const chapter = this.#open.get(world)
    if (chapter === undefined) return
    this.#open.delete(world)
    while (this.closeSome());
    this.#closing = this.#close(chapter, unmet)
    this.closeSome()
  }

  *#close(chapter: Chapter, unmet: readonly Sighting[]): Generator<undefined> {
    const tally = yield* chapter.end(unmet)
    this.#ended.add(chapter.place, tally)
  }

  /** Closes some stories of the chapter that ended last, which may have thousands; false: all are closed. */
  closeSome(): boolean {
    return this.#closing?.next().done === false
  }

  get #past(): Past {
    while (this.closeSome());
    return this.#ended
  }

  #isIn(scope: RunScope, one: Pick<StoryView, 'world' | 'chapterNumber'>): boolean {
    if (scope.chapter !== undefined && chapterId(one) !== scope.chapter) return false
    if (scope.world !== undefined && one.world !== scope.world) return false
    return !scope.isCurrentOnly || this.isOpen(one)
  }

  /** The report of a world does not count an earlier world of that name, which was removed. */
  #isCounted(scope: RunScope, one: Pick<StoryView, 'world' | 'chapterNumber'>): boolean {
    const { world, chapter } = scope
    if (!this.#isIn(scope, one)) return false
    return world === undefined || chapter !== undefined || one.chapterNumber >= this.#firstOf(world)
  }

  /** The number of the first chapter of a world as it is now. */
  #firstOf(world: string): number {
    const [ended] = this.#past.endedIn(world)
    return (this.#numbers.get(world) ?? 0) - (ended?.chapters ?? 0)
  }

  #chaptersOf(scope: RunScope): readonly Chapter[] {
    return [...this.#open.values()].filter(({ place }) => this.#isIn(scope, place))
  }

  #pastOf({ world, chapter }: RunScope): readonly EndedChapters[] {
    if (chapter === undefined) return this.#past.endedIn(world)
    const tests = this.#past.tests.filter(({ place }) => chapterId(place) === chapter)
    return tests.map(({ tally }) => ({ tally, chapters: 1 }))
  }

  #namesOf(scope: RunScope, open: readonly Chapter[]): Pick<RunPart, 'labels' | 'chapterNames'> {
    const unnamed = [
      ...this.#past.tests.filter(({ tally }) => tally.requests > 0),
      ...open.filter(({ hasRequests }) => hasRequests),
    ].filter(({ place }) => !place.hasLabel)
    const namesOf = (places: readonly ChapterPlace[]) =>
      places.filter((place) => this.#isCounted(scope, place)).map(({ chapter }) => chapter)
    const labels = [...new Set(namesOf(this.#past.labelled))]
    const others = namesOf(unnamed.map(({ place }) => place))
    return { labels, chapterNames: [...new Set([...labels, ...others])] }
  }
}

function keptStory(view: StoryView): LazyStory {
  const { id, chapter } = view
  return { id, chapter, sum: () => view, names: () => namesIn(view), view: () => view }
}

/** The ids of its stories begin with it. */
export function chapterId(of: Pick<StoryView, 'world' | 'chapterNumber'>): string {
  return `${of.world}-${of.chapterNumber}`
}

function labelOf(place: ChapterPlace | undefined): string | undefined {
  return place?.hasLabel ? place.chapter : undefined
}
