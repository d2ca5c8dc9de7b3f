import { type Anchor, INNER_LENGTH } from './anchor.ts'

type Shelf<T> = Map<string, T[]>

/** The rules that are found by one field of a request, filed by what it must look like. */
export class FieldShelves<T> {
  /** All of them, for a request that hides too much of the field. */
  readonly all: T[] = []
  readonly #exact: Shelf<T> = new Map()
  /** By the length of the key, so that a text is cut once for each length in use. */
  readonly #prefix = new Map<number, Shelf<T>>()
  readonly #suffix = new Map<number, Shelf<T>>()
  readonly #inner = new Map<number, T[]>()

  file(rule: T, anchors: readonly Anchor[]): void {
    this.all.push(rule)
    for (const { kind, key } of anchors) {
      if (kind === 'exact') file(rule, this.#exact, key)
      else if (kind === 'inner') file(rule, this.#inner, runAt(key, 0))
      else file(rule, shelfOf(kind === 'prefix' ? this.#prefix : this.#suffix, key.length), key)
    }
  }

  /** Adds the lists of rules that a text may meet; `key` is what of it an exact one is filed under. */
  collect(key: string, text: string, lists: (readonly T[])[]): void {
    const exact = this.#exact.get(key)
    if (exact !== undefined) lists.push(exact)
    for (const [length, shelf] of this.#prefix) {
      const found = shelf.get(text.slice(0, length))
      if (found !== undefined) lists.push(found)
    }
    for (const [length, shelf] of this.#suffix) {
      const found = shelf.get(text.slice(-length))
      if (found !== undefined) lists.push(found)
    }
    if (this.#inner.size > 0) this.#collectInner(text, lists)
  }

  /** What a text holds anywhere is found run by run, however many rules there are. */
  #collectInner(text: string, lists: (readonly T[])[]): void {
    for (let at = 0; at + INNER_LENGTH <= text.length; at++) {
      const found = this.#inner.get(runAt(text, at))
      if (found !== undefined) lists.push(found)
    }
  }
}

/** Three characters as one number: cutting them out of the text would cost more. */
function runAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) ^ (text.charCodeAt(at + 1) << 8) ^ text.charCodeAt(at + 2)
}

function shelfOf<T>(byLength: Map<number, Shelf<T>>, length: number): Shelf<T> {
  const shelf: Shelf<T> = byLength.get(length) ?? new Map()
  byLength.set(length, shelf)
  return shelf
}

function file<T, Key>(rule: T, shelf: Map<Key, T[]>, key: Key): void {
  const filed = shelf.get(key)
  if (filed === undefined) shelf.set(key, [rule])
  else if (filed.at(-1) !== rule) filed.push(rule)
}
