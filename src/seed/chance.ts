import { hash32 } from '../domain/generated-codes.ts'

/** Seeded pseudo-random draws: the same seed and place always give the same values. */
export class Chance {
  readonly #start: number
  #draws = 0

  /** `place` separates one sequence of a seed from the others. */
  constructor(seed: number, ...place: readonly number[]) {
    this.#start = hash32(seed, ...place)
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    this.#draws += 1
    return Math.floor((hash32(this.#start, this.#draws) / 2 ** 32) * end)
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  hits(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)]
    if (found === undefined) throw new Error('There is nothing to pick from')
    return found
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.below(10)).join('')
  }
}
