import { printable } from '../../document/printable.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import type { Exchange } from '../exchange.ts'
import { isReplayed, originalOf } from './clarity.ts'
import type { Attempt, Look, Story, StoryEvent, StoryMove } from './story.ts'
import { paidWith, type StorySum, sumOf } from './story-sum.ts'
import { callText, declineText, stepKind, stepText } from './story-text.ts'
import { paidAfter } from './taken.ts'

/** One step of a story. */
export interface StepDocument {
  readonly at: string
  /** The request's id in the journal of its chapter. */
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

/** A story as JSON. */
export interface StoryDocument extends StorySum {
  readonly id: string
  readonly world: string
  readonly chapter: string
  readonly merchant: number | null
  readonly reference: string
  /** Why the bank declined it: `14 Invalid card number: the amount's cents are 14`. */
  readonly decline: string | null
  readonly steps: readonly StepDocument[]
  /** How many steps were not kept. */
  readonly dropped_steps: number
}

/** A story with what its document does not show. */
export interface StoryView extends StoryDocument {
  readonly chapterNumber: number
  /** The masked numbers of its cards and accounts. */
  readonly paidWith: readonly string[]
  /** The calls of its steps. */
  readonly exchanges: readonly Exchange[]
}

export function storyDocument(view: StoryView): StoryDocument {
  const { chapterNumber: _number, paidWith: _paidWith, exchanges: _exchanges, ...document } = view
  return document
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
  const steps = story.events.map((event, i) => ({ ...stepDocument(event), paid: paid[i] ?? 0 }))
  const exchanges = exchangesOf(story)
  return { ...storyLine(place, story, sum), steps, dropped_steps: story.dropped, exchanges }
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
    merchant: story.merchant ?? null,
    reference: story.reference,
    amount: sum.amount,
    currency: sum.currency,
    rail: sum.rail,
    verdict: sum.verdict,
    returned: sum.returned,
    decline: (isDeclined(sum) && declineText(story)) || null,
    charged: sum.charged,
    refunded: sum.refunded,
    doubled: sum.doubled,
    paidWith: paidWith(story),
    steps: [],
    dropped_steps: story.events.length + story.dropped,
    exchanges: [],
  }
}

function isDeclined({ verdict }: StorySum): boolean {
  return verdict === 'declined' || verdict === 'failed'
}

/** Drops the steps and calls of a story. */
export function lineOf(view: StoryView): StoryView {
  if (view.steps.length === 0) return view
  return {
    ...view,
    steps: [],
    dropped_steps: view.dropped_steps + view.steps.length,
    exchanges: [],
  }
}

/** The answered calls of these steps. */
export function callsOf(events: readonly StoryEvent[]): readonly Exchange[] {
  return events.flatMap((event) => (event.kind === 'move' ? [] : (event.exchange ?? [])))
}

/** How many calls of a story are kept at each end. */
const ENDS = 20

function exchangesOf({ events }: Story): readonly Exchange[] {
  const all = callsOf(events)
  return all.filter((_, index) => index < ENDS || index >= all.length - ENDS)
}

export function stepDocument(event: StoryEvent): StepDocument {
  const request = event.kind === 'move' ? undefined : event.exchange?.id
  return {
    at: isoUtc(event.at),
    ...given({ request, audit: auditIn(event), status: statusIn(event) }),
    kind: stepKind(event),
    ...given({ correlation_id: correlationIn(event) }),
    result: stepResult(event),
    text: printable(stepText(event)),
  }
}

/** A call shown by itself, not as a step of a payment. */
export function callDocument(exchange: Exchange): StepDocument {
  const { at, id, audit, outcome, operation, request } = exchange
  const correlationId = request.correlationId ?? request.query.correlation_id_lookup
  return {
    at: isoUtc(at),
    ...given({ request: id, audit, status: outcome }),
    kind: operation ?? 'request',
    ...given({ correlation_id: correlationId && printable(correlationId) }),
    result: callResult(exchange),
    text: printable(callText(exchange)),
  }
}

/** Only the members that are there. */
function given<Members extends object>(members: Members) {
  const there = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(there) as { [Name in keyof Members]?: NonNullable<Members[Name]> }
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
  const id =
    event.kind === 'attempt'
      ? event.correlationId
      : event.exchange.request.query.correlation_id_lookup
  return id && printable(id)
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
  const { clarity, made } = attempt
  if (clarity === 'unclear') return 'lost'
  if (clarity === 'open') return 'waiting'
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
