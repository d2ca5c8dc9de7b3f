import type { StorySum } from '../stories/story-sum.ts'
import { type StoryVerdict, storyVerdicts } from '../stories/story-verdict.ts'

type Summed = Pick<StorySum, 'verdict' | 'isReturned' | 'charged' | 'currency'>

/** What many stories come to. */
export class StorySums {
  #payments = 0
  #returned = 0
  readonly #charged = new Map<string, number>()
  readonly #verdicts = new Map<StoryVerdict, number>()

  get payments(): number {
    return this.#payments
  }

  /** Of the declined, debits that their banks sent back. */
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

  addAll(other: StorySums): void {
    this.#payments += other.#payments
    this.#returned += other.#returned
    for (const [verdict, n] of other.#verdicts) count(this.#verdicts, verdict, n)
    for (const [currency, cents] of other.#charged) count(this.#charged, currency, cents)
  }
}

function count<K>(counts: Map<K, number>, key: K, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n)
}
