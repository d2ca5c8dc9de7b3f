import {
  type Anchor,
  type AnchorField,
  anchorFields,
  anchorText,
  bestAnchors,
  exactKey,
} from './anchor.ts'
import type { Conditions, Facts } from './rule.ts'

interface Indexed {
  readonly when: Conditions
}

type Shelf<T> = Map<string, T[]>

interface FieldShelves<T> {
  readonly exact: Shelf<T>
  /** By the length of the key, so that a text is cut once for each length in use. */
  readonly prefix: Map<number, Shelf<T>>
  readonly suffix: Map<number, Shelf<T>>
}

/** Rules filed by what their requests must look like, so that few of many need be asked. */
export interface RuleIndex<T> {
  /** Lists that together hold every rule that may match, each in the rules' own order. */
  readonly candidates: (facts: Facts) => readonly (readonly T[])[]
}

export function indexRules<T extends Indexed>(rules: readonly T[]): RuleIndex<T> {
  const fields = new Map<AnchorField, FieldShelves<T>>()
  const others: T[] = []
  for (const rule of rules) {
    const best = bestAnchors(rule.when)
    if (best === undefined) {
      others.push(rule)
      continue
    }
    const shelves = fields.get(best.field) ?? emptyShelves()
    fields.set(best.field, shelves)
    for (const anchor of best.anchors) file(rule, shelfFor(shelves, anchor), anchor.key)
  }
  const used = anchorFields.flatMap((field) => {
    const shelves = fields.get(field)
    return shelves === undefined ? [] : [{ field, shelves }]
  })

  const candidates = (facts: Facts) => {
    const lists: (readonly T[])[] = []
    for (const { field, shelves } of used) {
      const text = anchorText(field, facts)
      if (text === undefined) continue
      if (typeof text !== 'string') return [rules]
      collect(shelves, field, text, lists)
    }
    if (others.length > 0) lists.push(others)
    return lists
  }
  return { candidates }
}

function collect<T>(
  shelves: FieldShelves<T>,
  field: AnchorField,
  text: string,
  lists: (readonly T[])[],
): void {
  const exact = shelves.exact.size === 0 ? undefined : shelves.exact.get(exactKey(field, text))
  if (exact !== undefined) lists.push(exact)
  for (const [length, shelf] of shelves.prefix) {
    const found = shelf.get(text.slice(0, length))
    if (found !== undefined) lists.push(found)
  }
  for (const [length, shelf] of shelves.suffix) {
    const found = shelf.get(text.slice(-length))
    if (found !== undefined) lists.push(found)
  }
}

function emptyShelves<T>(): FieldShelves<T> {
  return { exact: new Map(), prefix: new Map(), suffix: new Map() }
}

function shelfFor<T>(shelves: FieldShelves<T>, { kind, key }: Anchor): Shelf<T> {
  if (kind === 'exact') return shelves.exact
  const shelf: Shelf<T> = shelves[kind].get(key.length) ?? new Map()
  shelves[kind].set(key.length, shelf)
  return shelf
}

function file<T>(rule: T, shelf: Shelf<T>, key: string): void {
  const filed = shelf.get(key)
  if (filed === undefined) shelf.set(key, [rule])
  else if (filed.at(-1) !== rule) filed.push(rule)
}
