import type { RowKey } from './medium.ts'

/** Rows by key, each stored as its line: smaller than an object, and parsed only on access. */
export interface RowTable<K extends RowKey> {
  readonly size: number
  get(key: K): string | undefined
  put(key: K, line: string): void
  remove(key: K): void
  lines(): readonly string[]
  keys(): readonly K[]
}

export class KeyedTable<K extends RowKey> implements RowTable<K> {
  readonly #lines = new Map<K, string>()

  get size(): number {
    return this.#lines.size
  }

  get(key: K): string | undefined {
    return this.#lines.get(key)
  }

  put(key: K, line: string): void {
    this.#lines.set(key, line)
  }

  remove(key: K): void {
    this.#lines.delete(key)
  }

  lines(): readonly string[] {
    return [...this.#lines.values()]
  }

  keys(): readonly K[] {
    return [...this.#lines.keys()]
  }
}

/** Rows numbered without gaps from a first key; only the last can be removed. */
export class NumberedTable implements RowTable<number> {
  readonly #first: number
  readonly #lines: string[] = []

  constructor(first: number) {
    this.#first = first
  }

  get size(): number {
    return this.#lines.length
  }

  get next(): number {
    return this.#first + this.#lines.length
  }

  get(key: number): string | undefined {
    return this.#lines[key - this.#first]
  }

  put(key: number, line: string): void {
    const index = key - this.#first
    if (index < 0 || index > this.#lines.length) {
      throw new Error(`Row ${key} does not follow row ${this.next - 1}`)
    }
    this.#lines[index] = line
  }

  remove(key: number): void {
    if (key !== this.next - 1) throw new Error(`Row ${key} is not the last one`)
    this.#lines.pop()
  }

  lines(): readonly string[] {
    return this.#lines.slice()
  }

  keys(): readonly number[] {
    return this.#lines.map((_, i) => this.#first + i)
  }
}
