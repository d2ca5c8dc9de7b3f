import { allFindings } from '../findings/all-findings.ts'
import type { Finding, Severity } from '../findings/finding.ts'
import { lineOf, type StoryView } from '../stories/story-view.ts'
import { weightOf } from './fact.ts'

export interface KeptLimits {
  /** The most stories without findings to keep. */
  readonly storiesKept: number
  readonly findingsKept: number
  /** Whether every story keeps its steps and calls, as in a finished run. */
  readonly keepsSteps?: boolean
}

/** The approximate memory limit for the calls of stories with findings. */
const MAX_BYTES = 128 * 1024 * 1024

const weights: Readonly<Record<Severity, number>> = { error: 0, warning: 100, note: 200 }

const ranks: ReadonlyMap<string, number> = new Map(
  allFindings.map(({ code, severity }, index) => [code, weights[severity] + index]),
)

/** Worst kinds first, starting with money that moved twice. */
function byRank(one: string, other: string): number {
  return (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0)
}

/**
 * The worst findings up to a limit; within a kind they stay in the order in which they were found.
 */
export function worstOf(findings: readonly Finding[], most: number): readonly Finding[] {
  const byCode = new Map<string, Finding[]>()
  for (const finding of findings) {
    const list = byCode.get(finding.code)
    if (list === undefined) byCode.set(finding.code, [finding])
    else if (list.length < most) list.push(finding)
  }
  const codes = [...byCode.keys()].sort(byRank)
  return codes.flatMap((code) => byCode.get(code) ?? []).slice(0, most)
}

interface KeptStory {
  view: StoryView
  /** The number of kept findings in this story. */
  shows: number
}

interface KeptFinding {
  readonly finding: Finding
  readonly story: KeptStory | undefined
}

/**
 * Kept results of closed stories: findings with their whole stories, and one line for each other
 * story.
 */
export class KeptResults {
  readonly #limits: KeptLimits
  readonly #byCode = new Map<string, KeptFinding[]>()
  #count = 0
  #bytes = 0
  /** Oldest first. */
  #stories: KeptStory[] = []

  constructor(limits: KeptLimits) {
    this.#limits = limits
  }

  get findings(): readonly Finding[] {
    return [...this.#byCode.values()].flat().map(({ finding }) => finding)
  }

  /** Oldest first. */
  get stories(): readonly StoryView[] {
    this.#trim()
    return this.#stories.map(({ view }) => view)
  }

  /** The findings that would not be dropped at once, because as many that are no better are kept. */
  worthKeeping(findings: readonly Finding[]): readonly Finding[] {
    if (this.#count < this.#limits.findingsKept) return findings
    const least = this.#leastCode()
    return findings.filter(({ code }) => byRank(code, least) < 0)
  }

  /** Adds a closed story with its findings. */
  addStory(view: StoryView, findings: readonly Finding[]): void {
    const story: KeptStory = { view, shows: 0 }
    this.#stories.push(story)
    this.#bytes += bytesOf(story)
    // Copied, here and below, so that its steps do not keep later stories in memory.
    for (const finding of findings) this.#add({ finding: { ...finding }, story })
    if (this.#stories.length > this.#roomForStories()) this.#trim()
  }

  /** Adds a finding about calls that belong to no story. */
  addFinding(finding: Finding): void {
    this.#add({ finding: { ...finding }, story: undefined })
  }

  /** Removes everything about a world. */
  forget(world: string): void {
    this.#stories = this.#stories.filter(({ view }) => view.world !== world)
    for (const [code, list] of this.#byCode) {
      const staying = list.filter(({ finding }) => finding.world !== world)
      this.#count -= list.length - staying.length
      this.#byCode.set(code, staying)
    }
    this.#bytes = this.#stories.reduce((sum, story) => sum + bytesOf(story), 0)
  }

  forgetAll(): void {
    this.#stories = []
    this.#byCode.clear()
    this.#count = 0
    this.#bytes = 0
  }

  #add(kept: KeptFinding): void {
    const { finding, story } = kept
    const list = this.#byCode.get(finding.code)
    if (list === undefined) this.#byCode.set(finding.code, [kept])
    else list.push(kept)
    if (story !== undefined) story.shows += 1
    this.#count += 1
    while (this.#count > 0 && this.#isFull) this.#dropLeast()
  }

  get #isFull(): boolean {
    return this.#count > this.#limits.findingsKept || this.#bytes > MAX_BYTES
  }

  /** Drops the latest finding of the least severe kind. */
  #dropLeast(): void {
    const story = this.#byCode.get(this.#leastCode())?.pop()?.story
    this.#count -= 1
    if (story === undefined) return
    story.shows -= 1
    if (story.shows === 0) this.#shorten(story)
  }

  /** The least severe kind of which a finding is kept. */
  #leastCode(): string {
    let least = ''
    for (const [code, { length }] of this.#byCode) {
      if (length > 0 && (least === '' || byRank(code, least) > 0)) least = code
    }
    return least
  }

  #shorten(story: KeptStory): void {
    if (this.#limits.keepsSteps) return
    this.#bytes -= bytesOf(story)
    story.view = lineOf(story.view)
  }

  /** Allows some slack: trimming one story at a time would copy the whole list each time. */
  #roomForStories(): number {
    return 2 * this.#limits.storiesKept + this.#count + 16
  }

  /** Keeps only the latest stories without findings. */
  #trim(): void {
    let over = this.#stories.filter(({ shows }) => shows === 0).length - this.#limits.storiesKept
    if (over <= 0) return
    this.#stories = this.#stories.filter(({ shows }) => {
      if (shows > 0 || over === 0) return true
      over -= 1
      return false
    })
  }
}

function bytesOf({ view }: KeptStory): number {
  return view.exchanges.reduce((sum, exchange) => sum + weightOf(exchange), 0)
}
