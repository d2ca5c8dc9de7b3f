import type { Exchange } from '../exchange.ts'
import type { StepDocument } from '../stories/story-view.ts'
import type { FindingCode } from './all-findings.ts'
import type { Excess, Severity } from './finding.ts'

/** A finding as JSON. `Evidence` is the type of the calls that show it. */
export interface FindingDocument<Evidence = unknown> {
  /** Unique in the run, and stable across reports. */
  readonly id: string
  /**
   * The same in every run of the same tests, to compare reports: code, test, operation and number, such as
   * `double-charge/checkout survives a time-out/purchase-1`.
   */
  readonly key: string
  readonly code: FindingCode
  readonly severity: Severity
  readonly subject: string
  readonly message: string
  readonly advice: string
  readonly world: string
  /** The label of the chapter, usually the name of a test; else the world and the number. */
  readonly chapter: string
  /** Whether the chapter has a label. */
  readonly labelled: boolean
  readonly story: string | null
  /** The money that moved too often, if it is about that. */
  readonly excess?: Excess
  readonly at: string | null
  /** How often it was seen in its chapter. */
  readonly times: number
  readonly steps: readonly StepDocument[]
  /** Ids in the journal, which a reset empties. */
  readonly requests: readonly number[]
  /** The same calls, kept with the finding. */
  readonly evidence: readonly Evidence[]
}

/** A finding with what its document does not show. */
export interface Finding extends FindingDocument<Exchange> {
  readonly chapterNumber: number
}

export function findingDocument<Evidence>(
  finding: Finding,
  shown: (exchange: Exchange) => Evidence,
): FindingDocument<Evidence> {
  const { chapterNumber: _number, ...document } = finding
  return { ...document, evidence: finding.evidence.map(shown) }
}
