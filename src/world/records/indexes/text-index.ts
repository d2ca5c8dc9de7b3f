interface Numbered {
  readonly id: number
}

const TERM = 3
const WORDS = 2

/** Whether an index helps to find a term: a shorter one is in too many texts. */
export function isIndexable(term: string): boolean {
  return term.length >= TERM
}

/**
 * Which items may hold a term. Each text has a signature of 64 bits, one set for every three
 * characters in a row; looking through all signatures costs far less than through all texts, and
 * keeping lists for every three characters would cost far more to build.
 */
export class TextIndex<T extends Numbered> {
  readonly #textOf: (item: T) => string
  readonly #items: T[] = []
  readonly #slots = new Map<number, number>()
  #signatures = new Uint32Array(1024)

  constructor(textOf: (item: T) => string) {
    this.#textOf = textOf
  }

  add(item: T): void {
    const slot = this.#items.length
    if ((slot + 1) * WORDS > this.#signatures.length) this.#grow()
    this.#items.push(item)
    this.#slots.set(item.id, slot)
    sign(this.#textOf(item), this.#signatures, slot * WORDS)
  }

  /** The last item takes the place that becomes free. */
  remove({ id }: T): void {
    const slot = this.#slots.get(id)
    const last = this.#items.pop()
    if (slot === undefined || last === undefined) throw new Error(`Item ${id} is not indexed`)
    this.#slots.delete(id)
    if (last.id === id) return
    const from = this.#items.length * WORDS
    this.#signatures.copyWithin(slot * WORDS, from, from + WORDS)
    this.#items[slot] = last
    this.#slots.set(last.id, slot)
  }

  /** All items whose text holds the term, and a few others. */
  candidates(term: string): readonly T[] {
    const found: T[] = []
    const signatures = this.#signatures
    const [low = 0, high = 0] = sign(term, new Uint32Array(WORDS), 0)
    for (let slot = 0; slot < this.#items.length; slot += 1) {
      const missing =
        (low & ~(signatures[slot * WORDS] as number)) |
        (high & ~(signatures[slot * WORDS + 1] as number))
      if (missing === 0) found.push(this.#items[slot] as T)
    }
    return found
  }

  #grow(): void {
    const larger = new Uint32Array(this.#signatures.length * 2)
    larger.set(this.#signatures)
    this.#signatures = larger
  }
}

/** Writes a text's signature to a place. */
function sign(text: string, signatures: Uint32Array, place: number): Uint32Array {
  let low = 0
  let high = 0
  for (let at = 0; at + TERM <= text.length; at += 1) {
    const bit = bitOf(text, at)
    if (bit < 32) low |= 1 << bit
    else high |= 1 << (bit - 32)
  }
  signatures[place] = low
  signatures[place + 1] = high
  return signatures
}

/** One of 64, from the three characters at a place. */
function bitOf(text: string, at: number): number {
  const two = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)
  return Math.imul(two * 31 + text.charCodeAt(at + 2), 0x9e3779b1) >>> 26
}
