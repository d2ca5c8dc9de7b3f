import type { BooksDocument } from '../books/books-document.ts'
import { mergedBooks } from '../books/merged-books.ts'
import type { CaseName } from '../coverage/coverage.ts'
import type { Sighting } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { Recent } from '../recent.ts'
import type { Accepted, AcceptedFinding, UnmatchedScenario } from '../report/report-document.ts'
import type { StoryView } from '../stories/story-view.ts'
import { acceptedBy } from './accepted.ts'
import { Chapter, type ChapterLimits, type Results } from './chapter.ts'
import type { ChapterPlace } from './chapter-findings.ts'
import { KeptResults, worstOf } from './kept.ts'
import { type NamedScenario, unmatchedScenarios, unmetRules } from './named-scenario.ts'
import { addTally, type Counts, count, Tally } from './tally.ts'

/** A chapter, usually one test, added up. */
export interface TestPart {
  readonly place: ChapterPlace
  readonly isOpen: boolean
  readonly tally: Tally
  readonly books: readonly BooksDocument[]
}

/** The most chapter names that a report lists. */
const MOST_LABELS = 1000

/** The most stories to close in one turn, which takes about 20 ms. */
const MOST_CLOSED = 200

/** The most stories of ended chapters to leave for a later turn. */
const MOST_LEFT = 1000

/** The most chapters to keep open after their end, because a call of theirs has no answer yet. */
const MOST_ENDING = 100

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
  readonly worlds: number
  /** The names of all chapters: labelled ones, then others that had requests. */
  readonly chapterNames: readonly string[]
  /** The kept findings, worst first; the tally counts all of them. */
  readonly findings: readonly Finding[]
  /** The latest comparisons with books; those without differences are added up. */
  readonly books: readonly BooksDocument[]
  /** Its chapters that had requests, oldest first. */
  readonly tests: readonly TestPart[]
  /** Refused calls of other sites or without valid credentials; they count nowhere else. */
  readonly turnedAway: number
  /** Those that the config accepts, which are counted nowhere else. */
  readonly accepted: readonly AcceptedFinding[]
  /** What the config accepts and the whole run did not show. */
  readonly unusedAccepts: readonly Accepted[]
  /** The errors of the run before the restart, by their code, which are counted nowhere else. */
  readonly earlier: Counts
  /** What DELETE /report has deleted, which is counted nowhere else. */
  readonly deleted: Tally
  /** Named scenarios that no request of the whole run matched. */
  readonly unmatchedScenarios: readonly UnmatchedScenario[]
}

/** One sandbox process with all its worlds and chapters. */
export class Run {
  readonly #limits: ChapterLimits
  readonly #named: () => readonly NamedScenario[]
  readonly #open = new Map<string, Chapter>()
  /** Chapters that have ended, with calls under way, oldest first. */
  readonly #ending = new Set<Chapter>()
  readonly #awaited = new WeakSet<Chapter>()
  /** The number of the last chapter of each world, and of its first one since it was created. */
  readonly #numbers = new Map<string, number>()
  readonly #first = new Map<string, number>()
  /** Those of removed worlds have no name. */
  readonly #sums = new Map<string | undefined, Tally>()
  #kept: KeptResults
  readonly #cards = new Recent<string, true>()
  /** How many worlds were removed. */
  #removed = 0
  /** The latest labelled chapters. */
  #labelled: readonly ChapterPlace[] = []
  /** The latest chapters that ended after a request. */
  #tests: readonly TestPart[] = []
  #turnedAway = 0
  #earlier: Counts = {}
  readonly #coveredAway = new Set<CaseName>()
  /** What was deleted, of one world or of all. */
  #deleted: readonly (Pick<RunPart, 'tally' | 'findings'> & Pick<RunScope, 'world'>)[] = []

  constructor(limits: ChapterLimits, named: () => readonly NamedScenario[] = () => []) {
    this.#limits = limits
    this.#named = named
    this.#kept = new KeptResults(limits)
  }

  /** A world is created or reset. `unmet`: rules that no request of the previous chapter matched. */
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
    const chapter = new Chapter(place, this.#limits, this.#kept, {
      cards: this.#cards,
      closeEarlier: () => this.#closeEnded(),
    })
    if (label !== undefined) this.#labelled = [...this.#labelled, place].slice(-MOST_LABELS)
    this.#open.set(world, chapter)
    return chapter
  }

  /** The run before the restart had these errors. */
  continueAfter(errors: Counts): void {
    this.#earlier = errors
  }

  /** A call was refused that came from another site, or without valid credentials. */
  turnAway(covered?: CaseName): void {
    this.#turnedAway += 1
    if (covered !== undefined) this.#coveredAway.add(covered)
  }

  /** A world was removed. */
  end(world: string, unmet: readonly Sighting[] = []): void {
    if (!this.#open.has(world)) return
    this.#finish(world, unmet)
    this.#first.set(world, (this.#numbers.get(world) ?? 0) + 1)
    const tally = this.#sums.get(world) ?? new Tally()
    this.#sums.delete(world)
    this.#removed += 1
    this.#addTo(undefined, tally)
  }

  #finish(world: string, unmet: readonly Sighting[]): void {
    const chapter = this.#open.get(world)
    if (chapter === undefined) return
    chapter.end(unmet)
    this.#open.delete(world)
    this.#ending.add(chapter)
    this.#closeEnded(this.#ending.size - MOST_ENDING)
    // A suite of many large tests may never ask for a report, which would close them.
    while (this.#storiesLeft() > MOST_LEFT) this.#closeEnded()
  }

  /** How many stories of ended chapters could be closed. */
  #storiesLeft(): number {
    const quiet = [...this.#ending].filter(({ isQuiet }) => isQuiet)
    return quiet.reduce((sum, { book }) => sum + book.size, 0)
  }

  /** Closes ended chapters to whose calls nobody waits for an answer, and the oldest `more`. */
  #closeEnded(more = 0): void {
    let left = more
    for (const chapter of this.#ending) {
      left -= 1
      if (left < 0 && !chapter.isQuiet) continue
      const tally = chapter.close(left < 0 ? MOST_CLOSED : Number.POSITIVE_INFINITY)
      // The rest of it is closed later, and counts until then as it is.
      if (tally === undefined) return
      this.#ending.delete(chapter)
      const { place, books } = chapter
      const isRemoved = place.chapterNumber < this.#firstOf(place.world)
      this.#addTo(isRemoved ? undefined : place.world, tally)
      if (tally.requests + tally.own + books.length === 0) continue
      const test = { place, isOpen: false, tally, books }
      this.#tests = [...this.#tests, test].slice(-MOST_LABELS)
    }
  }

  /** Says whether a report should still wait: for calls that have no record now, and for those of ended chapters. */
  unsettled(): () => boolean {
    const pending = () => [...this.#open.values()].flatMap((chapter) => chapter.pending)
    const calls = pending()
    return () => {
      this.#closeEnded()
      if ([...this.#ending].some((chapter) => !this.#awaited.has(chapter))) return true
      return pending().some((call) => calls.includes(call))
    }
  }

  /** No report waits again for what it has waited for. */
  stopWaiting(): void {
    for (const chapter of this.#ending) this.#awaited.add(chapter)
  }

  #addTo(world: string | undefined, tally: Tally): void {
    const sums = this.#sums.get(world) ?? new Tally()
    this.#sums.set(world, sums)
    addTally(sums, tally)
  }

  part(scope: RunScope): RunPart {
    this.#closeEnded()
    const chapters = this.#chaptersOf(scope)
    const past = scope.isCurrentOnly ? [] : this.#pastOf(scope)
    const soFar = chapters.map((chapter) => chapter.soFar())
    const tally = new Tally()
    for (const one of [...past, ...soFar.map((results) => results.tally)]) addTally(tally, one)
    const isWhole = (scope.world ?? scope.chapter) === undefined && !scope.isCurrentOnly
    const { accept = [] } = this.#limits
    const isAccepted = (finding: Finding) => acceptedBy(accept, finding) !== undefined
    const unmet = isWhole ? unmetRules(this.#named(), tally) : []
    for (const finding of unmet) if (!isAccepted(finding)) count(tally.counts_by_code, finding.code)
    for (const name of isWhole ? this.#coveredAway : []) tally.covered.add(name)
    const found = [
      ...this.#kept.findings.filter((finding) => this.#isCounted(scope, finding)),
      ...soFar.flatMap((one) => one.findings),
      ...unmet,
    ]
    const tests = [
      ...this.#tests.filter(({ place }) => this.#isCounted(scope, place)),
      ...chapters
        .map(({ place, books }, i) => {
          const { tally } = soFar[i] as Results
          return { place, isOpen: this.isOpen(place), tally, books }
        })
        .filter(({ tally: { requests, own }, books }) => requests + own + books.length > 0),
    ]
    const open = chapters.filter(({ place }) => this.isOpen(place)).length
    const accepted = found.filter(isAccepted)
    return {
      tally,
      worlds: open + (isWhole ? this.#removed : 0),
      chapterNames: this.#namesOf(scope, tests),
      findings: worstOf(
        found.filter((finding) => !isAccepted(finding)),
        this.#limits.findingsKept,
      ),
      accepted: accepted.map((finding) => {
        const { code, severity, subject, message, world, test, payment } = finding
        const { because = '' } = acceptedBy(accept, finding) ?? {}
        return { code, severity, subject, message, world, test, payment, because }
      }),
      unusedAccepts: isWhole
        ? accept.filter((one) => !accepted.some((finding) => acceptedBy([one], finding)))
        : [],
      books: mergedBooks(tests.flatMap(({ books }) => books)),
      turnedAway: isWhole ? this.#turnedAway : 0,
      earlier: isWhole ? this.#earlier : {},
      deleted: this.#deletedIn(scope),
      unmatchedScenarios: isWhole ? unmatchedScenarios(this.#named(), tally) : [],
      tests,
    }
  }

  #deletedIn({ world, chapter, isCurrentOnly }: RunScope): Tally {
    const sum = new Tally()
    if (chapter !== undefined || isCurrentOnly) return sum
    for (const one of this.#deleted) {
      if (world === undefined || world === one.world) addTally(sum, one.tally)
    }
    return sum
  }

  /** The findings that were deleted with the report, as far as they are kept. */
  get deletedFindings(): readonly Finding[] {
    return this.#deleted.flatMap(({ findings }) => findings)
  }

  /** Oldest first. */
  stories(scope: RunScope): readonly StoryView[] {
    this.#closeEnded()
    const open = this.#chaptersOf(scope).flatMap((chapter) => chapter.stories())
    const kept = this.#kept.stories.filter((story) => this.#isIn(scope, story))
    return [...kept, ...open]
  }

  /** The kept stories of ended chapters, oldest first. */
  ended(world: string | undefined): readonly StoryView[] {
    this.#closeEnded()
    return this.#kept.stories.filter(
      (story) => !this.isOpen(story) && (world === undefined || story.world === world),
    )
  }

  /** Whether it belongs to the open chapter of its world. */
  isOpen({ world, chapterNumber }: Pick<StoryView, 'world' | 'chapterNumber'>): boolean {
    return this.#open.get(world)?.place.chapterNumber === chapterNumber
  }

  /**
   * Forgets everything, or everything about a world. Its open chapters are replaced: `renew` gets
   * each of them, so that its world continues with the new one.
   */
  clear(world: string | undefined, renew: (chapter: Chapter) => void): void {
    const names = world === undefined ? [...this.#open.keys()] : [world]
    const places = names.map((name) => this.#open.get(name)?.place)
    for (const name of names) this.#finish(name, [])
    this.#closeEnded(MOST_ENDING)
    const { tally, findings } = this.part({ world, isCurrentOnly: false })
    const room = this.#limits.findingsKept - this.deletedFindings.length
    this.#deleted = [...this.#deleted, { world, tally, findings: findings.slice(0, room) }]
    if (world === undefined) this.#forgetAll()
    else this.#forget(world)
    for (const [i, name] of names.entries()) {
      renew(this.begin(name, places[i]?.hasLabel ? places[i]?.chapter : undefined))
    }
  }

  /** Forgets everything, including the open chapters. */
  restart(): void {
    this.#forgetAll()
    this.#deleted = []
    this.#open.clear()
    this.#numbers.clear()
    this.#first.clear()
  }

  #forgetAll(): void {
    this.#ending.clear()
    this.#sums.clear()
    this.#kept = new KeptResults(this.#limits)
    this.#removed = 0
    this.#labelled = []
    this.#tests = []
    for (const [name, number] of this.#numbers) this.#first.set(name, number + 1)
    this.#turnedAway = 0
    this.#earlier = {}
    this.#coveredAway.clear()
  }

  #forget(world: string): void {
    const isOther = (place: ChapterPlace) => place.world !== world
    this.#labelled = this.#labelled.filter(isOther)
    this.#tests = this.#tests.filter(({ place }) => isOther(place))
    this.#sums.delete(world)
    this.#kept.forget(world)
    this.#first.set(world, (this.#numbers.get(world) ?? 0) + 1)
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
    return this.#first.get(world) ?? 1
  }

  /** The chapters that are not closed. */
  #chaptersOf(scope: RunScope): readonly Chapter[] {
    const all = [...this.#ending, ...this.#open.values()]
    return all.filter(({ place }) => this.#isCounted(scope, place))
  }

  #pastOf({ world, chapter }: RunScope): readonly Tally[] {
    if (chapter === undefined) {
      const sums = world === undefined ? [...this.#sums.values()] : [this.#sums.get(world)]
      return sums.filter((one) => one !== undefined)
    }
    const tests = this.#tests.filter(({ place }) => chapterId(place) === chapter)
    return tests.map(({ tally }) => tally)
  }

  #namesOf(scope: RunScope, tests: readonly TestPart[]): readonly string[] {
    const labelled = this.#labelled.filter((place) => this.#isCounted(scope, place))
    const unnamed = tests.filter(({ place, tally }) => !place.hasLabel && tally.requests > 0)
    const labels = [...new Set(labelled.map(({ chapter }) => chapter))]
    const others = unnamed.map(({ place }) => place.chapter)
    return [...new Set([...labels, ...others])]
  }
}

/** The ids of its stories begin with it. */
export function chapterId(of: Pick<StoryView, 'world' | 'chapterNumber'>): string {
  return `${of.world}-${of.chapterNumber}`
}
