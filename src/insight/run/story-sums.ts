import type { StorySum } from '../stories/story-sum.ts'
import { type StoryVerdict, storyVerdicts } from '../stories/story-verdict.ts'

type Summed = Pick<StorySum, 'verdict' | 'isReturned' | 'charged' | 'currency'>

/** The totals of many stories. */
export interface StoryTotals {
  readonly payments: number
  readonly returned: number
  /** Cents by currency. */
  readonly charged: Readonly<Record<string, number>>
  readonly verdicts: Readonly<Record<StoryVerdict, number>>
}

/** Adds up stories. */
export class StorySums implements StoryTotals {
  #payments = 0
  #returned = 0
  readonly #charged = new Map<string, number>()
  readonly #verdicts = new Map<StoryVerdict, number>()

  get payments(): number {
    return this.#payments
  }

  /** How many of the declined ones are debits that banks returned. */
  get returned(): number {
    return this.#returned
  }

  /** Cents by currency. */
  get charged(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#charged)
  }

  get verdicts(): Readonly<Record<StoryVerdict, number>> {
    const counts = storyVerdicts.map((verdict) => [verdict, this.#verdicts.get(verdict) ?? 0])
    return Object.fromEntries(counts) as Record<StoryVerdict, number>
  }

  add({ verdict, isReturned, charged, currency }: Summed): void {
    this.#payments += 1
    if (isReturned) this.#returned += 1
    count(this.#verdicts, verdict, 1)
    if (charged > 0) count(this.#charged, currency, charged)
  }

  addAll({ payments, returned, charged, verdicts }: StoryTotals): void {
    this.#payments += payments
    this.#returned += returned
    for (const verdict of storyVerdicts) count(this.#verdicts, verdict, verdicts[verdict] ?? 0)
    for (const [currency, cents] of Object.entries(charged)) count(this.#charged, currency, cents)
  }
}

export function count<K>(counts: Map<K, number>, key: K, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n)
}
