import type { StoryStep } from '../story/story.ts'

/** What `GET /_sandbox/report` answers. */
export interface ReportAnswer {
  readonly verdict: 'unsafe' | 'safe' | 'untested'
  readonly headline: string
  /** What must be said before a pass is taken for more than it is. */
  readonly caution?: string | null
  readonly requests?: number
  readonly chapters?: number
  readonly worlds?: number
  readonly exercised: Readonly<Record<string, number>>
  readonly findings: readonly FindingAnswer[]
  readonly dropped_findings?: number
}

export interface FindingAnswer {
  readonly id?: string
  readonly code: string
  readonly severity: 'error' | 'warning' | 'note'
  readonly subject?: string
  readonly message: string
  readonly advice: string
  readonly world?: string
  readonly chapter?: string
  readonly story?: string | null
  readonly requests: readonly number[]
  readonly steps?: readonly StoryStep[]
  readonly times?: number
}

/** What `GET /_sandbox/coverage` answers. */
export interface CoverageAnswer {
  readonly percent: number
  readonly cases: readonly CoverageCase[]
}

export interface CoverageCase {
  readonly name: string
  readonly description: string
  readonly provoke: string
  readonly covered: boolean
  /** Why it is not counted. */
  readonly not_counted?: string | null
}
