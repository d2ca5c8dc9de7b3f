/** How many seconds to measure: caches, journals and the heap grow for about a minute. */
const ENOUGH = 120

/** What a process takes over time, in megabytes. */
export class Memory {
  /** @type {number[]} */
  #samples = []

  /** @param {number | undefined} megabytes */
  add(megabytes) {
    if (megabytes !== undefined) this.#samples.push(megabytes)
  }

  /** The average of one quarter of the time, from 1 to 4. */
  /** @param {number} quarter */
  #average(quarter) {
    const length = Math.floor(this.#samples.length / 4)
    const some = this.#samples.slice((quarter - 1) * length, quarter * length)
    return Math.round(some.reduce((sum, one) => sum + one, 0) / some.length)
  }

  /** Caches and the request journal fill in the first quarter; from then on nothing may grow. */
  get isFlat() {
    return this.#samples.length < ENOUGH || this.#average(4) <= this.#average(2) * 1.25 + 16
  }

  toString() {
    if (this.#samples.length < 8) return 'too short a time to tell'
    return [1, 2, 3, 4].map((quarter) => `${this.#average(quarter)} MB`).join(', ')
  }
}
