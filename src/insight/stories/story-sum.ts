import { type Doubled, doubledOf } from './doubled.ts'
import { type Attempt, attemptsOf, type Story } from './story.ts'
import { type StoryVerdict, storyVerdict } from './story-verdict.ts'
import { chargedIn, refundedIn } from './taken.ts'

/** What a story comes to. */
export interface StorySum {
  readonly verdict: StoryVerdict
  /** Cents that the gateway took for good. */
  readonly charged: number
  readonly refunded: number
  /** What a double charge or a double refund did, and how often. */
  readonly doubled: Doubled | undefined
  /** Cents as submitted. */
  readonly amount: number
  readonly currency: string
}

interface Known {
  readonly changes: number
  readonly sum: StorySum
}

const known = new WeakMap<Story, Known>()

/** Worked out when it is first asked for, and again once something more has happened. */
export function sumOf(story: Story): StorySum {
  const { changes } = story
  const found = known.get(story)
  if (found?.changes === changes) return found.sum
  const sum = freshSumOf(story)
  known.set(story, { changes, sum })
  return sum
}

/** The same for who asks once. */
export function freshSumOf(story: Story): StorySum {
  const [event] = story.events
  if (story.events.length === 1 && event?.kind === 'attempt' && isPlainlyPaid(event)) {
    const charged = event.made?.total ?? 0
    return { verdict: 'paid', charged, refunded: 0, doubled: undefined, ...askedIn(event) }
  }
  const verdict = storyVerdict(story)
  return {
    verdict,
    charged: chargedIn(story),
    refunded: refundedIn(story),
    doubled: isDouble(verdict) ? doubledOf(story) : undefined,
    ...askedIn(attemptsOf(story)[0]),
  }
}

function isDouble(verdict: StoryVerdict): boolean {
  return verdict === 'double-charge' || verdict === 'double-refund'
}

/** As most are: no need to look further, and there are many. */
function isPlainlyPaid({ operation, clarity, status, made }: Attempt): boolean {
  const isApproved = clarity === 'clear' && status === 'approved'
  return isApproved && operation === 'purchase' && (made?.total ?? 0) > 0
}

function askedIn(attempt: Attempt | undefined): Pick<StorySum, 'amount' | 'currency'> {
  if (attempt === undefined) return { amount: 0, currency: '' }
  return { amount: centsOf(attempt), currency: currencyOf(attempt) }
}

export function centsOf({ asked, made }: Attempt): number {
  return asked.amount ?? made?.amount ?? 0
}

export function currencyOf({ asked, made }: Attempt): string {
  return asked.currency ?? made?.currency ?? ''
}
