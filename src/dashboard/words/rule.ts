import type { RuleDocument } from '../../scenario/scenario-document.ts'

/** `armed: Lose the answer`; any other rule by the name that its author gave it. */
export function ruleText(id: string): string {
  const breakage = breakageOf(id.replace(/^rules\//, ''))
  return breakage === undefined ? id : `armed: ${breakage.label}`
}

/** A way to break a payment: what the button says, and the rule that it puts in front. */
interface Breakage {
  readonly key: string
  readonly label: string
  /** What it means, in a few words below the button. */
  readonly short: string
  readonly outcome: RuleDocument['outcome']
}

export const breakages: readonly Breakage[] = [
  {
    key: 'decline-51',
    label: 'Decline (51)',
    short: 'not enough money',
    outcome: { status: 'declined', response_code: '51' },
  },
  {
    key: 'lose-the-answer',
    label: 'Lose the answer',
    short: 'after processing',
    outcome: { fault: { at: 'after', reset: true } },
  },
  {
    key: '503-before',
    label: '503 before',
    short: 'nothing is processed',
    outcome: { fault: { at: 'before', http: 503 } },
  },
  {
    key: 'slow-10-s',
    label: 'Slow (10 s)',
    short: 'a late answer',
    outcome: { delay: '10s' },
  },
  {
    key: 'pending',
    label: 'Pending',
    short: 'until you resolve it',
    outcome: { status: 'pending' },
  },
]

const mark = 'break-'

/** A rule's name says which button made it; the number keeps two of one kind apart. */
export function breakageName(key: string, number: number): string {
  return `${mark}${key}-${number}`
}

export function breakageOf(ruleName: string): Breakage | undefined {
  return breakages.find(({ key }) => ruleName.startsWith(`${mark}${key}`))
}
