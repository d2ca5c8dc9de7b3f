import { type Attempt, intentsOf, type Story } from './story.ts'
import { isCharge, takenOf } from './taken.ts'

/** What was done more often than it was meant. */
export interface Doubled {
  readonly what: 'charged' | 'held' | 'refunded'
  readonly times: number
}

/** The worst of a story: charges before refunds, then by how often. */
export function doubledOf(story: Story): Doubled | undefined {
  const [worst] = intentsOf(story)
    .map(takenOf)
    .filter(({ length }) => length > 1)
    .sort((one, other) => weight(other) - weight(one) || other.length - one.length)
  const first = worst?.[0]
  if (worst === undefined || first === undefined) return undefined
  return { what: doneWord(first), times: worst.length }
}

export function doneWord(attempt: Pick<Attempt, 'operation'>): Doubled['what'] {
  if (attempt.operation === 'preauthorisation') return 'held'
  return isCharge(attempt) ? 'charged' : 'refunded'
}

function weight([first]: readonly Attempt[]): number {
  return first !== undefined && isCharge(first) ? 1 : 0
}
