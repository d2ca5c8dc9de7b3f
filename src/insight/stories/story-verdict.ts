import { isAnsweredAgain, isReplayed } from './clarity.ts'
import { hasExpired } from './steps.ts'
import { type Attempt, attemptsOf, intentsOf, type Story } from './story.ts'
import { chargedIn, isCharge, isRefund, refundedIn, takenOf } from './taken.ts'

export const storyVerdicts = [
  'paid',
  'held',
  'declined',
  'pending',
  'refunded',
  'voided',
  'unclear',
  'double-charge',
  'double-refund',
  'lost-sale',
  'failed',
] as const

export type StoryVerdict = (typeof storyVerdicts)[number]

/** The result of a payment in one word, worst first. */
export function storyVerdict(story: Story): StoryVerdict {
  return troubleIn(story) ?? outcomeOf(story)
}

function troubleIn(story: Story): StoryVerdict | undefined {
  const doubled = intentsOf(story).filter((intent) => takenOf(intent).length > 1)
  if (doubled.some(({ attempts }) => attempts.some(isCharge))) return 'double-charge'
  if (doubled.length > 0) return 'double-refund'
  const attempts = attemptsOf(story)
  if (attempts.some(isUnknownToClient)) return 'unclear'
  return attempts.some(isLostSale) ? 'lost-sale' : undefined
}

/** Whether the answer was lost or undecided, and the client has not found out since. */
function isUnknownToClient(attempt: Attempt): boolean {
  const { clarity, known, status } = attempt
  if (clarity === 'open') return true
  // The original request is judged for both.
  if (isReplayed(attempt)) return false
  if (clarity === 'undecided') return status === 'unknown' || known === undefined
  if (clarity !== 'unclear' || isAnsweredAgain(attempt)) return false
  // A decided retry replaces this attempt, whether or not the retry was safe.
  if (attempt.intent.attempts.some((other) => other.order > attempt.order && isDecided(other))) {
    return false
  }
  return known === undefined || known === 'unknown'
}

function isDecided({ clarity }: Attempt): boolean {
  return clarity === 'clear'
}

/** Whether the client learnt that it was not processed, and never tried again. */
export function isLostSale(attempt: Attempt): boolean {
  const { clarity, known, intent, made } = attempt
  if (clarity !== 'unclear' || known !== 'nothing' || made !== undefined) return false
  return isCharge(attempt) && intent.attempts.at(-1) === attempt && !isAnsweredAgain(attempt)
}

function outcomeOf(story: Story): StoryVerdict {
  const attempts = attemptsOf(story)
  const has = (status: Attempt['status'], isOf: (attempt: Attempt) => boolean = isCharge) =>
    attempts.some((one) => one.status === status && isOf(one))
  const charged = chargedIn(story)
  const refunded = refundedIn(story)
  if (refunded > 0 && refunded >= charged) return 'refunded'
  if (charged > 0) return 'paid'
  if (has('pending') || has('pending', isRefund)) return 'pending'
  const holds = holdsIn(story)
  if (holds.some((hold) => !hasExpired(hold))) return 'held'
  if (holds.length > 0) return 'voided'
  if (has('approved')) return 'failed'
  if (has('voided') || has('voided', isRefund)) return 'voided'
  if (attempts.some(({ operation, status }) => operation === 'void' && status === 'approved')) {
    return 'voided'
  }
  return attempts.some(({ status }) => status === 'declined') ? 'declined' : 'failed'
}

/** Approved preauthorisations that were neither completed nor voided. */
function holdsIn(story: Story): readonly Attempt[] {
  return attemptsOf(story).filter(
    ({ operation, status }) => operation === 'preauthorisation' && status === 'approved',
  )
}
