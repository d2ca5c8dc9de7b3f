import type { RowKey } from './medium.ts'

/** Rows by key, each stored as its line: smaller than an object, and parsed only on access. A `Map` is one. */
export interface RowTable<K extends RowKey> {
  readonly size: number
  get(key: K): string | undefined
  set(key: K, line: string): unknown
  delete(key: K): unknown
  values(): Iterable<string>
  keys(): Iterable<K>
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

  set(key: number, line: string): void {
    const index = key - this.#first
    if (index < 0 || index > this.#lines.length) {
      throw new Error(`Row ${key} does not follow row ${this.next - 1}`)
    }
    this.#lines[index] = line
  }

  delete(key: number): void {
    if (key !== this.next - 1) throw new Error(`Row ${key} is not the last one`)
    this.#lines.pop()
  }

  values(): readonly string[] {
    return this.#lines
  }

  keys(): readonly number[] {
    return this.#lines.map((_, i) => this.#first + i)
  }
}
