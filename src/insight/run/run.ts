import type { Finding, Sighting } from '../findings/finding.ts'
import { unmetRule } from '../findings/rule-never-met.ts'
import { BoundedList } from './bounded-list.ts'
import { Chapter, type ChapterLimits } from './chapter.ts'
import type { ChapterPlace } from './chapter-findings.ts'
import { KeptFindings } from './kept-findings.ts'
import { type KeptStory, type Told, toldSum, worldOf } from './kept-story.ts'
import { StorySums } from './story-sums.ts'
import { Tally } from './tally.ts'

/** Which part of a run is asked for. */
export interface RunScope {
  /** Undefined: all worlds. */
  readonly world: string | undefined
  /** Only what happened since the last reset of each world. */
  readonly isCurrentOnly: boolean
}

/** A part of a run, added up. */
export interface RunPart {
  readonly tally: Tally
  readonly chapters: number
  readonly worlds: number
  /** What chapters were called that somebody gave a name, oldest first. */
  readonly labels: readonly string[]
  /** All chapters by name: those with a label, then others in which there were requests. */
  readonly chapterNames: readonly string[]
  readonly findings: readonly Finding[]
  readonly droppedFindings: number
}

/** Names of chapters that a report lists. */
const MOST_LABELS = 1000

interface Past {
  readonly tally: Tally
  chapters: number
  stories: number
  droppedFindings: number
}

/** The life of one sandbox process: all its worlds, resets and chapters. */
export class Run {
  readonly #limits: ChapterLimits
  /** The own rules of the files that the user named. */
  readonly #namedRules: () => readonly string[]
  readonly #open = new Map<string, Chapter>()
  readonly #numbers = new Map<string, number>()
  /** Of chapters that have ended, by world; worlds that are gone are added up in one. */
  readonly #past = new Map<string, Past>()
  #gone: Past = nothingYet()
  #goneWorlds = 0
  #findings: KeptFindings
  #stories: BoundedList<KeptStory>
  #labels = new BoundedList<ChapterPlace>(MOST_LABELS)
  /** Chapters without a label that have ended, and in which there were requests. */
  #unnamed = new BoundedList<ChapterPlace>(MOST_LABELS)

  constructor(limits: ChapterLimits, namedRules: () => readonly string[] = () => []) {
    this.#limits = limits
    this.#namedRules = namedRules
    this.#findings = new KeptFindings(limits.findingsKept)
    this.#stories = new BoundedList(limits.storiesKept)
  }

  /** A world comes into being, or begins anew. `unmet`: what the chapter before leaves undone. */
  begin(world: string, label?: string, unmet: readonly Sighting[] = []): Chapter {
    this.#finish(world, unmet)
    const number = (this.#numbers.get(world) ?? 0) + 1
    this.#numbers.set(world, number)
    const chapter = new Chapter(
      {
        world,
        chapter: label ?? `${world} ${number}`,
        chapterNumber: number,
        hasLabel: label !== undefined,
      },
      this.#limits,
    )
    if (label !== undefined) this.#labels.add(chapter.place)
    this.#open.set(world, chapter)
    return chapter
  }

  /** A world is gone. */
  end(world: string, unmet: readonly Sighting[] = []): void {
    if (!this.#open.has(world)) return
    this.#finish(world, unmet)
    const past = this.#past.get(world)
    this.#past.delete(world)
    this.#goneWorlds += 1
    if (past === undefined) return
    this.#gone.tally.add(past.tally)
    this.#gone.chapters += past.chapters
    this.#gone.stories += past.stories
    this.#gone.droppedFindings += past.droppedFindings
  }

  part(scope: RunScope): RunPart {
    const open = this.#chaptersOf(scope)
    const past = scope.isCurrentOnly ? [] : this.#pastOf(scope)
    const tally = new Tally()
    for (const one of past) tally.add(one.tally)
    for (const chapter of open) tally.add(chapter.tallySoFar())
    const ended = scope.isCurrentOnly ? [] : this.#endedFindings(scope)
    const labels = scope.isCurrentOnly ? open.flatMap(labelOf) : this.#labelsOf(scope)
    const isWhole = scope.world === undefined && !scope.isCurrentOnly
    const judgements = open.map((chapter) => chapter.judgement())
    return {
      tally,
      chapters: past.reduce((sum, { chapters }) => sum + chapters, open.length),
      worlds: open.length + (isWhole ? this.#goneWorlds : 0),
      labels,
      chapterNames: [...new Set([...labels, ...this.#unnamedOf(scope, open)])],
      findings: [
        ...ended,
        ...judgements.flatMap(({ findings }) => findings),
        ...(isWhole ? this.#unmetRules(tally) : []),
      ],
      droppedFindings:
        past.reduce((sum, { droppedFindings }) => sum + droppedFindings, 0) +
        judgements.reduce((sum, { dropped }) => sum + dropped, 0) +
        (isWhole ? this.#findings.dropped : 0),
    }
  }

  /** Oldest first. */
  stories(scope: RunScope): readonly Told[] {
    const open = this.#chaptersOf(scope).flatMap((chapter) => chapter.told())
    return [...this.#endedStories(scope), ...open]
  }

  /** What they come to. `leftOut`: how many of ended chapters are not kept, and not counted. */
  sums(scope: RunScope): { readonly sums: StorySums; readonly leftOut: number } {
    const sums = new StorySums()
    for (const chapter of this.#chaptersOf(scope)) sums.addAll(chapter.sums())
    if (scope.isCurrentOnly) return { sums, leftOut: 0 }
    const kept = this.#endedStories(scope)
    for (const story of kept) sums.add(toldSum(story))
    const ended = this.#pastOf(scope).reduce((sum, { stories }) => sum + stories, 0)
    return { sums, leftOut: Math.max(0, ended - kept.length) }
  }

  /**
   * Forgets everything, or everything about a world. Its open chapters are replaced: `renew` is told
   * of each, so that its world goes on with the new one.
   */
  clear(world: string | undefined, renew: (chapter: Chapter) => void): void {
    const names = world === undefined ? [...this.#open.keys()] : [world]
    for (const name of names) {
      const { hasLabel, chapter: label } = this.#open.get(name)?.place ?? {}
      this.#open.delete(name)
      this.#past.delete(name)
      this.#findings.forget(name)
      this.#stories.keep((kept) => worldOf(kept) !== name)
      this.#labels.keep((place) => place.world !== name)
      this.#unnamed.keep((place) => place.world !== name)
      renew(this.begin(name, hasLabel ? label : undefined))
    }
    if (world !== undefined) return
    this.#labels.keep((place) => this.#open.has(place.world))
    this.#unnamed = new BoundedList(MOST_LABELS)
    this.#gone = nothingYet()
    this.#goneWorlds = 0
    this.#findings = new KeptFindings(this.#limits.findingsKept)
    this.#stories = new BoundedList(this.#limits.storiesKept)
  }

  #finish(world: string, unmet: readonly Sighting[]): void {
    const chapter = this.#open.get(world)
    if (chapter === undefined) return
    this.#open.delete(world)
    chapter.end(unmet)
    if (isUnnamed(chapter)) this.#unnamed.add(chapter.place)
    const past = this.#past.get(world) ?? nothingYet()
    this.#past.set(world, past)
    past.tally.add(chapter.tally)
    past.chapters += 1
    past.stories += chapter.storyCount
    const { findings, dropped } = chapter.judgement()
    past.droppedFindings += dropped
    for (const finding of findings) this.#findings.add(finding)
    for (const story of chapter.remains(findings)) this.#stories.add(story)
  }

  #endedStories({ world, isCurrentOnly }: RunScope): readonly KeptStory[] {
    if (isCurrentOnly) return []
    const { items } = this.#stories
    return world === undefined ? items : items.filter((kept) => worldOf(kept) === world)
  }

  #chaptersOf({ world }: RunScope): readonly Chapter[] {
    if (world === undefined) return [...this.#open.values()]
    const chapter = this.#open.get(world)
    return chapter === undefined ? [] : [chapter]
  }

  #pastOf({ world }: RunScope): readonly Past[] {
    if (world === undefined) return [this.#gone, ...this.#past.values()]
    const past = this.#past.get(world)
    return past === undefined ? [] : [past]
  }

  #labelsOf({ world }: RunScope): readonly string[] {
    const places = this.#labels.items.filter((one) => world === undefined || one.world === world)
    return [...new Set(places.map(({ chapter }) => chapter))]
  }

  #unnamedOf({ world, isCurrentOnly }: RunScope, open: readonly Chapter[]): readonly string[] {
    const ended = isCurrentOnly ? [] : this.#unnamed.items
    const places = ended.filter((one) => world === undefined || one.world === world)
    const current = open.filter(isUnnamed).map(({ place }) => place)
    return [...places, ...current].map(({ chapter }) => chapter)
  }

  #endedFindings({ world }: RunScope): readonly Finding[] {
    const { all } = this.#findings
    return world === undefined ? all : all.filter((finding) => finding.world === world)
  }

  /** Nothing is said before there was a request that could have met one. */
  #unmetRules({ rules, requests }: Tally): readonly Finding[] {
    if (requests === 0) return []
    const unmet = this.#namedRules().filter((id) => !rules.has(id))
    return unmet.map(unmetRule)
  }
}

function isUnnamed({ place, tally }: Chapter): boolean {
  return !place.hasLabel && tally.requests > 0
}

function labelOf({ place }: Chapter): readonly string[] {
  return place.hasLabel ? [place.chapter] : []
}

function nothingYet(): Past {
  return { tally: new Tally(), chapters: 0, stories: 0, droppedFindings: 0 }
}
