/** Choices that the same seed gives again. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    // Weyl's sequence through the finaliser of MurmurHash3.
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  often(share: number): boolean {
    return this.next() < share
  }

  one<T>(of: readonly [T, ...(readonly T[])]): T {
    return of[this.below(of.length)] ?? of[0]
  }

  some<T>(of: readonly T[]): T | undefined {
    return of[this.below(of.length)]
  }

  weighed<T>(first: readonly [number, T], ...rest: readonly (readonly [number, T])[]): T {
    const all = [first, ...rest]
    let left = this.next() * all.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of all) {
      left -= weight
      if (left < 0) return choice
    }
    return first[1]
  }
}
