/** A map that drops its oldest entries: it holds between one and two times its limit. */
export class Recent<K, V> {
  readonly #limit: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(limit = 1000) {
    this.#limit = limit
  }

  get(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  has(key: K): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }

  /** Removes an entry and returns it. */
  take(key: K): V | undefined {
    const value = this.get(key)
    if (value === undefined) return undefined
    this.#young.delete(key)
    this.#old.delete(key)
    return value
  }

  set(key: K, value: V): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#limit) return
    this.#old = this.#young
    this.#young = new Map()
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0
  }
}
