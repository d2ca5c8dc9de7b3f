/** A way to break a payment: what the button says, and the rule that it puts in front. */
export interface Breakage {
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly outcome: unknown
}

export const breakages: readonly Breakage[] = [
  {
    key: 'decline-51',
    label: 'Decline (51)',
    hint: 'The bank answers 51, not enough money',
    outcome: { status: 'declined', response_code: '51' },
  },
  {
    key: 'lose-the-answer',
    label: 'Lose the answer',
    hint: 'The payment is processed, then the connection is reset',
    outcome: { fault: { at: 'after', reset: true } },
  },
  {
    key: '503-before',
    label: '503 before',
    hint: 'HTTP 503, and nothing is processed',
    outcome: { fault: { at: 'before', http: 503 } },
  },
  {
    key: 'slow-10-s',
    label: 'Slow (10 s)',
    hint: 'The answer takes ten seconds',
    outcome: { delay: '10s' },
  },
  {
    key: 'pending',
    label: 'Pending',
    hint: 'The bank does not decide yet',
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
