import type { Exchange } from '../exchange.ts'
import { isReplayed } from './clarity.ts'
import type { Attempt, Look, Move, StoryEvent } from './story.ts'

/**
 * What came of a step, in one word for programs. `lost`: no answer that can be read. `replayed`: the
 * kept answer of an earlier request with the same id.
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

export function stepResult(event: StoryEvent): StepResult {
  switch (event.kind) {
    case 'attempt':
      return attemptResult(event)
    case 'look':
      return lookResult(event)
    case 'move':
      return moveResult(event)
  }
}

/** Of a call that is shown for what it is, not for its part in a payment. */
export function callResult({ answer: { status }, outcome }: Exchange): StepResult {
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

function lookResult({ told }: Look): StepResult {
  if (told === undefined) return 'lost'
  return told === 'nothing' ? 'nothing' : 'found'
}

function moveResult({ isReturn, isExpiry, to }: Move): StepResult {
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
