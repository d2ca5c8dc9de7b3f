import type { SumsAnswer } from '../../http/contract/control/calls/report.ts'
import { allFindings, type FindingCode } from '../../insight/findings/all-findings.ts'
import type { Rail } from '../../insight/stories/story-sum.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'
import type { StoryDocument } from '../../insight/stories/story-view.ts'
import type { Doubled } from '../../insight/stories/taken.ts'
import { MarkedWord, type MarkLook } from '../parts/mark.tsx'
import { ruleText } from '../words/rule.ts'

interface VerdictLook extends MarkLook {
  readonly word: string
  /** One sentence for who has never heard of it. */
  readonly meaning: string
}

/** In the order in which they are countText: the worst first. */
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
  unresolved: {
    word: 'Unresolved',
    tone: 'bad',
    mark: 'question',
    meaning: 'The answer was lost or undecided, and the client does not know what happened.',
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

/** Of a payment whose client waits for its answer, or may still look up a lost one. */
const waitingLook: VerdictLook = {
  word: 'Waiting',
  tone: 'warn',
  mark: 'slow',
  meaning: 'The answer was lost. It waits for your client to look it up.',
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

/** What it did to the customer, in one sentence. */
function doubledSentence({ what, times }: Doubled): string {
  const often = timesText(times)
  if (what === 'refunded') return `The customer got the same refund ${often}.`
  return `The customer${what === 'held' ? "'s money was held" : ' was charged'} ${often} for one payment.`
}

/** `charged 3 times` */
export function doubledText({ what, times }: Doubled): string {
  return `${what} ${timesText(times)}`
}

function timesText(times: number): string {
  return times === 2 ? 'twice' : `${times} times`
}

type Judged = Pick<StoryDocument, 'verdict' | 'returned' | 'decline' | 'doubled' | 'steps'>

interface JudgedProps {
  readonly story: Judged
  /** Whether its client may still look up a lost answer. */
  readonly isOpen?: boolean
}

export function verdictLook({ story, isOpen = false }: JudgedProps): VerdictLook {
  const isWaiting = story.verdict === 'unresolved' && story.steps.at(-1)?.result === 'waiting'
  if (isOpen || isWaiting) return waitingLook
  return story.returned ? returnedLook : verdictLooks[story.verdict]
}

export function VerdictWord({ story, isOpen = false }: JudgedProps) {
  const look = verdictLook({ story, isOpen })
  return (
    <MarkedWord look={look} title={verdictMeaning(story, isOpen)}>
      {look.word}
    </MarkedWord>
  )
}

/** One sentence for who has never heard of the verdict. */
export function verdictMeaning(story: Judged, isOpen = false): string {
  const { verdict, returned, decline, doubled, steps } = story
  if (doubled !== null) return doubledSentence(doubled)
  if (decline !== null) {
    // `51 Insufficient funds: rule rules/break-decline-51-1`: by the name of its button.
    const reason = decline.replace(/(?<=: )rule (\S+)$/, (whole, id: string) =>
      ruleText(id) === id ? whole : ruleText(id),
    )
    return `${returned ? 'The bank sent the debit back: ' : ''}${reason}.`
  }
  if (returned) return returnedLook.meaning
  if (verdict === 'unresolved' && steps.at(-1)?.result === 'waiting')
    return 'The client still waits for its answer.'
  return verdictLook({ story, isOpen }).meaning
}

/** A kind of finding by its code, which leads to its explanation. */
export function CodeLink({ code }: { code: FindingCode }) {
  return (
    <a href={`/_sandbox/findings#${code}`}>
      <code>{code}</code>
    </a>
  )
}

/** `double charge`: a kind of finding in words. */
export function findingName(code: FindingCode): string {
  return allFindings.find((kind) => kind.code === code)?.one ?? code
}
