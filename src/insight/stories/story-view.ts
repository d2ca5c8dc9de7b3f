import type { Instant } from '../../domain/time/instant.ts'
import type { Exchange } from '../exchange.ts'
import { isReplayed, originalOf } from './clarity.ts'
import { paidAfter } from './money.ts'
import type { Attempt, Look, Story, StoryEvent, StoryMove } from './story.ts'
import { paidWith, type StorySum, sumOf } from './story-sum.ts'
import { callText, declineText, stepKind, stepText } from './story-text.ts'

/** One step of a story as it is shown. */
export interface StepView {
  readonly at: Instant
  /** The request's id in the journal of its chapter. */
  readonly request: number | undefined
  readonly audit: number | undefined
  /** The transaction's status now. */
  readonly status: string | undefined
  readonly kind: string
  readonly correlationId: string | undefined
  readonly result: StepResult
  readonly text: string
  /** What the customer has paid after it, in cents; only in a whole story. */
  readonly paid?: number
}

/** A story as it is shown. */
export interface StoryView extends StorySum {
  readonly id: string
  readonly world: string
  readonly chapter: string
  readonly chapterNumber: number
  readonly merchant: number | undefined
  readonly reference: string
  /** The masked numbers of its cards and accounts. */
  readonly paidWith: readonly string[]
  /** Why the bank declined it, if it did. */
  readonly decline: string | undefined
  readonly steps: readonly StepView[]
  /** How many steps the story had, if they were not kept. */
  readonly stepsDropped: number
  /** The calls of its steps. */
  readonly exchanges: readonly Exchange[]
}

/** The chapter of a story. */
export interface StoryPlace {
  readonly world: string
  readonly chapter: string
  readonly chapterNumber: number
}

export function storyId({ world, chapterNumber }: StoryPlace, { number }: Story): string {
  return `${world}-${chapterNumber}-${number}`
}

export function storyView(place: StoryPlace, story: Story, sum = sumOf(story)): StoryView {
  const paid = paidAfter(story.events)
  const steps = story.events.map((event, i) => ({ ...stepView(event), paid: paid[i] ?? 0 }))
  const exchanges = exchangesOf(story)
  return { ...storyLine(place, story, sum), steps, stepsDropped: 0, exchanges }
}

/**
 * The view without steps. The members are listed one by one because every payment ends up here, so
 * this must be fast.
 */
export function storyLine(place: StoryPlace, story: Story, sum: StorySum): StoryView {
  return {
    id: storyId(place, story),
    world: place.world,
    chapter: place.chapter,
    chapterNumber: place.chapterNumber,
    merchant: story.merchant,
    reference: story.reference,
    paidWith: paidWith(story),
    decline: isDeclined(sum) ? declineText(story) : undefined,
    verdict: sum.verdict,
    rail: sum.rail,
    isReturned: sum.isReturned,
    charged: sum.charged,
    refunded: sum.refunded,
    doubled: sum.doubled,
    amount: sum.amount,
    currency: sum.currency,
    steps: [],
    stepsDropped: story.events.length,
    exchanges: [],
  }
}

function isDeclined({ verdict }: StorySum): boolean {
  return verdict === 'declined' || verdict === 'failed'
}

/** Drops the steps and calls of a story. */
export function lineOf(view: StoryView): StoryView {
  return { ...view, steps: [], stepsDropped: view.steps.length, exchanges: [] }
}

/** The calls of these steps; those of an earlier run are in no journal. */
export function callsOf(events: readonly StoryEvent[]): readonly Exchange[] {
  return events.flatMap((event) =>
    event.kind === 'move' || !event.exchange?.id ? [] : event.exchange,
  )
}

/** The most calls kept per story: the first and the last ones. */
const MOST_CALLS = 40

function exchangesOf({ events }: Story): readonly Exchange[] {
  const all = callsOf(events)
  if (all.length <= MOST_CALLS) return all
  return [...all.slice(0, MOST_CALLS / 2), ...all.slice(-MOST_CALLS / 2)]
}

export function stepView(event: StoryEvent): StepView {
  return {
    at: event.at,
    // A call of an earlier run is in no journal.
    request: event.kind === 'move' ? undefined : event.exchange?.id || undefined,
    audit: auditIn(event),
    status: statusIn(event),
    kind: stepKind(event),
    correlationId: correlationIn(event),
    result: stepResult(event),
    text: stepText(event),
  }
}

/** A call shown by itself, not as a step of a payment. */
export function callView(exchange: Exchange): StepView {
  const { request } = exchange
  return {
    at: exchange.at,
    request: exchange.id,
    audit: exchange.audit,
    status: exchange.outcome,
    kind: exchange.operation ?? 'request',
    correlationId: request.correlationId ?? request.query.correlation_id_lookup,
    result: callResult(exchange),
    text: callText(exchange),
  }
}

function auditIn(event: StoryEvent): number | undefined {
  if (event.kind === 'move') return event.audit
  if (event.kind === 'attempt') return (originalOf(event) ?? event).made?.audit
  return event.exchange.facts.shown?.audit
}

function statusIn(event: StoryEvent): string | undefined {
  if (event.kind === 'move') return event.to
  if (event.kind === 'attempt') return (originalOf(event) ?? event).status
  return event.exchange.facts.shown?.status
}

/** The correlation id that a search asked for. */
function correlationIn(event: StoryEvent): string | undefined {
  if (event.kind === 'move') return undefined
  if (event.kind === 'attempt') return event.correlationId
  return event.exchange.request.query.correlation_id_lookup
}

/**
 * The result of a step as one word for programs. `lost`: no readable answer. `replayed`: the stored
 * answer of an earlier request with the same id.
 */
export type StepResult =
  | 'waiting'
  | 'approved'
  | 'declined'
  | 'pending'
  | 'voided'
  | 'failed'
  | 'undecided'
  | 'returned'
  | 'refused'
  | 'replayed'
  | 'lost'
  | 'found'
  | 'nothing'

function stepResult(event: StoryEvent): StepResult {
  switch (event.kind) {
    case 'attempt':
      return attemptResult(event)
    case 'look':
      return lookResult(event)
    case 'move':
      return moveResult(event)
  }
}

/** The result of a call that is shown by itself, not as a step of a payment. */
function callResult({ answer: { status }, outcome }: Exchange): StepResult {
  if (status === undefined || status >= 500) return 'lost'
  return status >= 400 ? 'refused' : statusResult(outcome)
}

function attemptResult(attempt: Attempt): StepResult {
  const { clarity, exchange, made } = attempt
  if (clarity === 'unclear') return 'lost'
  if (clarity === 'open' || exchange === undefined) return 'waiting'
  if (isReplayed(attempt)) return 'replayed'
  if (clarity === 'clear') return statusResult(made?.status)
  return clarity
}

function lookResult({ found }: Look): StepResult {
  if (found === undefined) return 'lost'
  return found === 'nothing' ? 'nothing' : 'found'
}

function moveResult({ isReturn, isExpiry, to }: StoryMove): StepResult {
  if (isExpiry) return 'voided'
  return isReturn ? 'returned' : statusResult(to)
}

function statusResult(status: string | undefined): StepResult {
  switch (status) {
    case 'declined':
    case 'pending':
    case 'voided':
      return status
    case 'error':
      return 'failed'
    case 'unknown':
      return 'undecided'
    default:
      return 'approved'
  }
}
