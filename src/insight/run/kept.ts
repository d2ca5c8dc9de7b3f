import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { lineOf, type StoryView } from '../stories/story-view.ts'
import { weightOf } from './run-history.ts'

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

/** Orders codes: worst kinds first, starting with money that moved twice. */
export function byRank(one: string, other: string): number {
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
    else list.push(finding)
  }
  const codes = [...byCode.keys()].sort(byRank)
  return codes.flatMap((code) => byCode.get(code) ?? []).slice(0, most)
}

interface KeptStory {
  readonly view: StoryView
  /** The kept findings in this story. */
  readonly findings: readonly Finding[]
}

/**
 * Kept results of closed stories: findings with their whole stories, and one line for each other
 * story.
 */
export class KeptResults {
  readonly #limits: KeptLimits
  /** Oldest first. */
  #stories: KeptStory[] = []
  /** Findings about calls that belong to no story. */
  #others: Finding[] = []
  #count = 0
  #bytes = 0

  constructor(limits: KeptLimits) {
    this.#limits = limits
  }

  get findings(): readonly Finding[] {
    this.#trim()
    return this.#all()
  }

  /** Oldest first. */
  get stories(): readonly StoryView[] {
    this.#trim()
    return this.#stories.map(({ view }) => view)
  }

  /** Adds a closed story with its findings. */
  addStory(view: StoryView, findings: readonly Finding[]): void {
    // Copied, here and below, so that its steps do not keep later stories in memory.
    this.#stories.push({ view, findings: findings.map((finding) => ({ ...finding })) })
    this.#count += findings.length
    this.#bytes += bytesOf(view)
    this.#trimIfMany()
  }

  /** Adds a finding about calls that belong to no story. */
  addFinding(finding: Finding): void {
    this.#others.push({ ...finding })
    this.#count += 1
    this.#trimIfMany()
  }

  /** Removes everything about a world. */
  forget(world: string): void {
    // First, so that what is left does not depend on when it was trimmed last.
    this.#trim()
    this.#stories = this.#stories.filter(({ view }) => view.world !== world)
    this.#others = this.#others.filter((finding) => finding.world !== world)
    this.#measure()
  }

  #all(): readonly Finding[] {
    return [...this.#stories.flatMap(({ findings }) => findings), ...this.#others]
  }

  #measure(): void {
    this.#count = this.#all().length
    this.#bytes = this.#stories.reduce((sum, { view }) => sum + bytesOf(view), 0)
  }

  /** Allows some slack: trimming at each story would copy the whole list each time. */
  #trimIfMany(): void {
    const { storiesKept, findingsKept } = this.#limits
    const isMany = this.#stories.length > 2 * storiesKept + this.#count + 16
    if (isMany || this.#count > 2 * findingsKept + 16 || this.#isHeavy) this.#trim()
  }

  /** If every story keeps its steps, dropping findings makes no room. */
  get #isHeavy(): boolean {
    return this.#bytes > MAX_BYTES && !this.#limits.keepsSteps
  }

  #trim(): void {
    const { findingsKept, storiesKept } = this.#limits
    if (this.#count > findingsKept) this.#keepWorst(findingsKept)
    while (this.#isHeavy) this.#keepWorst(Math.floor(this.#count / 2))
    let over = this.#stories.filter(({ findings }) => findings.length === 0).length - storiesKept
    // Keeps only the latest stories without findings.
    this.#stories = this.#stories.filter(({ findings }) => {
      if (findings.length > 0 || over <= 0) return true
      over -= 1
      return false
    })
  }

  /** Drops the latest findings of the least severe kinds. */
  #keepWorst(most: number): void {
    const kept = new Set(worstOf(this.#all(), most))
    const isKept = (finding: Finding) => kept.has(finding)
    this.#others = this.#others.filter(isKept)
    this.#stories = this.#stories.map(({ view, findings }) => {
      const left = findings.filter(isKept)
      const isWhole = left.length > 0 || this.#limits.keepsSteps
      return { view: isWhole ? view : lineOf(view), findings: left }
    })
    this.#measure()
  }
}

function bytesOf({ exchanges }: StoryView): number {
  return exchanges.reduce((sum, exchange) => sum + weightOf(exchange), 0)
}
