/** Random choices that a seed repeats. */
export class Random {
  #state

  /** @param {number} seed */
  constructor(seed) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
  }

  /** A number from 0 to below 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** @param {number} most A whole number from 0 to this. */
  upTo(most) {
    return Math.floor(this.next() * (most + 1))
  }

  /** @template T @param {readonly T[]} all @returns {T} */
  of(all) {
    return /** @type {T} */ (all[this.upTo(all.length - 1)])
  }
}
