import type { Instant } from '../../domain/time/instant.ts'
import type { Exchange } from '../exchange.ts'
import type { Attempt, Story, StoryEvent } from '../stories/story.ts'
import type { StoryBook } from '../stories/story-book.ts'
import type { StepView } from '../stories/story-view.ts'

export type Severity = 'error' | 'warning' | 'note'

/** What a kind of finding is called and means. */
export interface FindingKind<Code extends string = string> {
  readonly code: Code
  readonly severity: Severity
  /** For the headline: `1 double charge`, `2 double charges`. */
  readonly one: string
  readonly many: string
  /** When it is reported, for the docs. */
  readonly seen: string
}

/** Something that a kind of finding is about, as it was seen. */
export interface Sighting {
  /** Sightings of one chapter with the same key are one finding. */
  readonly key: string
  /** What it is about: `order A-1001, AUD 49.95`. */
  readonly subject: string
  /** What happened, in a sentence. */
  readonly message: string
  /** What to do instead, as a sentence. */
  readonly advice: string
  /** The part of a story that shows it. */
  readonly events?: readonly StoryEvent[]
  /** The calls that show it, where it is no story. */
  readonly exchanges?: readonly Exchange[]
  /** How often it was seen so far, where it says all that was seen under its key. */
  readonly times?: number
}

/** What judging depends on beyond the calls. */
export interface JudgeSettings {
  /** How long a correlation id is remembered, in sandbox time. */
  readonly correlationCacheMs: number
  /** A client that waits longer has no time-out. */
  readonly noTimeOutMs: number
}

/** What a call is judged with. */
export interface CallContext {
  readonly settings: JudgeSettings
  readonly book: StoryBook
  /** The attempt that this call is, for transaction requests. */
  readonly attempt: Attempt | undefined
  /** The first use of this call's correlation id, where there was one before. */
  readonly sameId: Attempt | undefined
}

/** Looks at one call after the other; what it remembers is bounded. */
export type Watcher = (exchange: Exchange, context: CallContext) => Sighting | undefined

/** A finding that shows in single calls, or in how one follows another. */
export interface CallFinding<Code extends string = string> extends FindingKind<Code> {
  readonly watch: () => Watcher
}

/** A finding that shows in what became of a payment. */
export interface StoryFinding<Code extends string = string> extends FindingKind<Code> {
  readonly judge: (story: Story) => readonly Sighting[]
}

/** A finding as it is reported. */
export interface Finding extends Omit<Sighting, 'events' | 'exchanges'> {
  /** Unique in the run, and the same each time the report is asked for. */
  readonly id: string
  readonly code: string
  readonly severity: Severity
  readonly world: string
  /** The label of the chapter, which is a test's name if somebody gave it one. */
  readonly chapter: string
  readonly chapterNumber: number
  readonly hasLabel: boolean
  readonly story: string | undefined
  readonly at: Instant
  readonly steps: readonly StepView[]
  /** How often it was seen in its chapter. */
  readonly times: number
  /** The calls that show it. */
  readonly evidence: readonly Exchange[]
}
