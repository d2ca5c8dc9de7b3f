import { printable, printableLines } from '../../document/printable.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import type { CoverageDocument } from '../coverage/coverage.ts'
import type { Exchange } from '../exchange.ts'
import type { Finding, FindingCode, Severity } from '../findings/finding.ts'
import { chapterId, type UnmetScenario } from '../run/run.ts'
import type { Exercised } from '../run/tally.ts'
import type { Rail } from '../stories/story-sum.ts'
import type { StoryVerdict } from '../stories/story-verdict.ts'
import type { StepResult, StepView, StoryView } from '../stories/story-view.ts'
import type { Doubled } from '../stories/taken.ts'
import type { OperationCounts, ReportVerdict } from './headline.ts'
import type { Report, TestView } from './report.ts'

/** A report as JSON. `Evidence` is the type of the calls that show a finding. */
export interface ReportDocument<Evidence = unknown> {
  readonly verdict: ReportVerdict
  readonly headline: string
  /** A warning that limits what a pass means. */
  readonly caution: string | null
  /** Why answers that were lost before the restart may be missing, as a sentence. */
  readonly begins_at_restart: string | null
  /** Scenarios named with `--scenario` that no request of the run met, and how many rules each has. */
  readonly unmet_scenarios: readonly UnmetScenario[]
  readonly requests: number
  /** Unanswered calls, which are not counted in `requests`. */
  readonly waiting: number
  /** Payments that the gateway has not decided yet; not in reports of older versions. */
  readonly undecided?: number
  readonly worlds: number
  readonly chapters: number
  /** The labels of the labelled chapters, oldest first. */
  readonly labels: readonly string[]
  /** The labels, then the names of unlabelled chapters that had requests: `default 1`. */
  readonly chapter_names: readonly string[]
  readonly exercised: Exercised
  /** The transaction requests by operation, and how many of them left their clients without the result. */
  readonly operations: OperationCounts
  readonly counts: Readonly<Record<Severity, number>>
  /** How many findings of each kind there are, kept or not. */
  readonly found: Readonly<Partial<Record<FindingCode, number>>>
  readonly findings: readonly FindingDocument<Evidence>[]
  readonly dropped_findings: number
  readonly coverage: CoverageDocument
  /** One for each chapter that had requests, oldest first; at most the latest 1000. */
  readonly tests: readonly TestDocument[]
}

/** What one test showed: a chapter of the run. */
export interface TestDocument {
  /** The world and the number of the chapter; the ids of its stories begin with it. */
  readonly id: string
  /** The label, else the world and the number. */
  readonly name: string
  readonly labelled: boolean
  readonly world: string
  /** Whether its chapter has ended. */
  readonly ended: boolean
  readonly verdict: ReportVerdict
  readonly counts: Readonly<Record<Severity, number>>
  readonly requests: number
  readonly payments: number
  /** Cents by currency, double charges included. */
  readonly charged: Readonly<Record<string, number>>
  readonly double_charges: number
  readonly double_refunds: number
  /** Sandbox time of its first call. */
  readonly at: string | null
  readonly real_at: string | null
  /** Milliseconds of real time from its first call to its last answer. */
  readonly duration: number
}

export interface FindingDocument<Evidence = unknown> {
  readonly id: string
  readonly code: FindingCode
  readonly severity: Severity
  readonly subject: string
  readonly message: string
  readonly advice: string
  readonly world: string
  readonly chapter: string
  /** Whether the chapter has a label, usually the name of a test. */
  readonly labelled: boolean
  readonly story: string | null
  readonly at: string | null
  readonly times: number
  readonly steps: readonly StepDocument[]
  /** Ids in the journal, which a reset empties. */
  readonly requests: readonly number[]
  /** The same calls, kept with the finding. */
  readonly evidence: readonly Evidence[]
}

export interface StepDocument {
  readonly at: string
  readonly request?: number
  readonly audit?: number
  /** The transaction's status now. */
  readonly status?: string
  readonly kind: string
  readonly correlation_id?: string
  /** The result, in one word. */
  readonly result: StepResult
  readonly text: string
  /** What the customer has paid after it, in cents; only in a story. */
  readonly paid?: number
}

export interface StoryDocument {
  readonly id: string
  readonly world: string
  readonly chapter: string
  readonly merchant: number | null
  readonly reference: string
  readonly amount: number
  readonly currency: string
  /** Null if nothing shows how it was to be paid. */
  readonly rail: Rail | null
  readonly verdict: StoryVerdict
  /** Whether it was declined because the bank returned the debit. */
  readonly returned: boolean
  /** Why the bank declined it: `14 Invalid card number: the amount's cents are 14`. */
  readonly decline: string | null
  readonly charged: number
  readonly refunded: number
  /** For a double charge or refund: what was done too often, and how often. */
  readonly doubled: Doubled | null
  readonly steps: readonly StepDocument[]
  /** How many steps were not kept. */
  readonly dropped_steps: number
}

export function reportDocument<Evidence>(
  report: Report,
  shown: (exchange: Exchange) => Evidence,
  findings = report.findings.map((finding) => findingDocument(finding, shown)),
): ReportDocument<Evidence> {
  return {
    verdict: report.verdict,
    headline: report.headline,
    caution: report.caution ?? null,
    begins_at_restart: report.beginsAtRestart ?? null,
    unmet_scenarios: report.unmetScenarios,
    requests: report.requests,
    waiting: report.waiting,
    undecided: report.undecided,
    worlds: report.worlds,
    chapters: report.chapters,
    labels: report.labels,
    chapter_names: report.chapterNames,
    exercised: report.exercised,
    operations: report.operations,
    counts: report.counts,
    found: report.found,
    findings,
    dropped_findings: report.droppedFindings,
    coverage: report.coverage,
    tests: report.tests.map(testDocument),
  }
}

export function testDocument({ place, isOpen, tally, verdict, counts }: TestView): TestDocument {
  const { stories, span } = tally
  const { verdicts } = stories
  return {
    id: chapterId(place),
    name: place.chapter,
    labelled: place.hasLabel,
    world: place.world,
    ended: !isOpen,
    verdict,
    counts,
    requests: tally.requests,
    payments: stories.payments,
    charged: stories.charged,
    double_charges: verdicts['double-charge'],
    double_refunds: verdicts['double-refund'],
    at: span === undefined ? null : isoUtc(span.at),
    real_at: span === undefined ? null : isoUtc(span.from),
    duration: span === undefined ? 0 : Math.round(span.to - span.from),
  }
}

export function findingDocument<Evidence>(
  finding: Finding,
  shown: (exchange: Exchange) => Evidence,
): FindingDocument<Evidence> {
  const { id, code, severity, world, story, at } = finding
  return {
    ...{ id, code, severity },
    subject: printable(finding.subject),
    message: printableLines(finding.message),
    advice: printableLines(finding.advice),
    world,
    chapter: printable(finding.chapter),
    labelled: finding.hasLabel,
    story: story ?? null,
    at: at === 0 ? null : isoUtc(at),
    times: finding.times,
    steps: finding.steps.map(stepDocument),
    requests: finding.evidence.map((exchange) => exchange.id),
    evidence: finding.evidence.map(shown),
  }
}

export function storyDocument(story: StoryView): StoryDocument {
  const { id, world, chapter, merchant, reference, amount, currency, rail, verdict } = story
  return {
    ...{ id, world, chapter, merchant: merchant ?? null, reference, amount, currency },
    rail: rail ?? null,
    verdict,
    returned: story.isReturned,
    decline: story.decline ?? null,
    charged: story.charged,
    refunded: story.refunded,
    doubled: story.doubled ?? null,
    steps: story.steps.map(stepDocument),
    dropped_steps: story.stepsDropped,
  }
}

function stepDocument(step: StepView): StepDocument {
  return {
    at: isoUtc(step.at),
    ...(step.request !== undefined && { request: step.request }),
    ...(step.audit !== undefined && { audit: step.audit }),
    ...(step.status !== undefined && { status: step.status }),
    kind: step.kind,
    ...(step.correlationId !== undefined && { correlation_id: printable(step.correlationId) }),
    result: step.result,
    text: printable(step.text),
    ...(step.paid !== undefined && { paid: step.paid }),
  }
}
