import { type Doubled, doubledOf } from './doubled.ts'
import { type Attempt, attemptsOf, type Folded, type Story } from './story.ts'
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
  if (story.folded !== undefined) return foldedSum(story.folded)
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
function foldedSum({ opening }: Folded): StorySum {
  const charged = opening.made?.total ?? 0
  return { verdict: 'paid', charged, refunded: 0, doubled: undefined, ...askedIn(opening) }
}

function askedIn(attempt: Payment | undefined): Pick<StorySum, 'amount' | 'currency'> {
  if (attempt === undefined) return { amount: 0, currency: '' }
  return { amount: centsOf(attempt), currency: currencyOf(attempt) }
}

type Payment = Pick<Attempt, 'asked' | 'made'>

export function centsOf({ asked, made }: Payment): number {
  return asked.amount ?? made?.amount ?? 0
}

export function currencyOf({ asked, made }: Payment): string {
  return asked.currency ?? made?.currency ?? ''
}
