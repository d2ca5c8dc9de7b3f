import type { SumsAnswer } from '../../http/contract/control/calls/report.ts'
import type { Rail } from '../../insight/stories/story-sum.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'

/** How a verdict looks: a tone, and a shape that says the same to those who see no colour. */
export interface VerdictLook {
  readonly word: string
  readonly tone: 'good' | 'calm' | 'warn' | 'bad'
  readonly mark: string
  /** One sentence for who has never heard of it. */
  readonly meaning: string
}

/** In the order in which they are counted: the worst first. */
export const verdictLooks: Readonly<Record<StoryVerdict, VerdictLook>> = {
  'double-charge': {
    word: 'Double charge',
    tone: 'bad',
    mark: 'double',
    meaning: 'The customer was charged twice for one payment.',
  },
  'double-refund': {
    word: 'Double refund',
    tone: 'bad',
    mark: 'double',
    meaning: 'The customer was refunded twice for one payment.',
  },
  'lost-sale': {
    word: 'Lost sale',
    tone: 'warn',
    mark: 'lost',
    meaning: 'It was not processed, and the client never tried again.',
  },
  unclear: {
    word: 'Unclear',
    tone: 'warn',
    mark: 'unclear',
    meaning: 'The answer was lost or undecided, and the client has not looked it up.',
  },
  failed: {
    word: 'Failed',
    tone: 'warn',
    mark: 'failed',
    meaning: 'It ended in an error and moved no money.',
  },
  pending: {
    word: 'Pending',
    tone: 'calm',
    mark: 'pending',
    meaning: 'The bank has not decided yet.',
  },
  held: {
    word: 'Held',
    tone: 'calm',
    mark: 'hold',
    meaning: 'A preauthorisation holds the money until it is completed, voided or expires.',
  },
  declined: {
    word: 'Declined',
    tone: 'calm',
    mark: 'declined',
    meaning: 'The bank said no.',
  },
  voided: {
    word: 'Voided',
    tone: 'calm',
    mark: 'void',
    meaning: 'It was taken back in time, or its hold expired.',
  },
  refunded: { word: 'Refunded', tone: 'calm', mark: 'refund', meaning: 'Money was given back.' },
  paid: { word: 'Paid', tone: 'good', mark: 'approved', meaning: 'Charged once, as it should be.' },
}

/** Of a debit that is declined because its bank sent it back. */
export const returnedLook: VerdictLook = {
  ...verdictLooks.declined,
  word: 'Returned',
  mark: 'returned',
  meaning: 'The bank sent the debit back.',
}

export const verdicts = Object.keys(verdictLooks) as readonly StoryVerdict[]

/** Something the developer must see at once. */
export const alarming: readonly StoryVerdict[] = ['double-charge', 'double-refund']

export function isAlarming(sums: SumsAnswer): boolean {
  return alarming.some((verdict) => sums.verdicts[verdict] > 0)
}

/** How a payment was made, in words. */
export const railWords: Readonly<Record<Rail, string>> = {
  card: 'card',
  debit: 'direct debit',
}
