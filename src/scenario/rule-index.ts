import {
  type Anchor,
  type AnchorField,
  anchorFields,
  anchorTexts,
  bestAnchors,
  exactKey,
} from './anchor.ts'
import { type RangeShelf, rangeShelf } from './range-shelf.ts'
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
  readonly candidates: (facts: Facts, cents: number) => readonly (readonly T[])[]
}

export function indexRules<T extends Indexed>(rules: readonly T[]): RuleIndex<T> {
  const fields = new Map<AnchorField, FieldShelves<T>>()
  const unanchored: T[] = []
  for (const rule of rules) {
    const best = bestAnchors(rule.when)
    if (best === undefined) {
      unanchored.push(rule)
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
  const ranges: RangeShelf<T> = rangeShelf(unanchored)
  const others = unanchored.filter(({ when }) => when.amount?.kind !== 'range')

  const candidates = (facts: Facts, cents: number) => {
    const lists: (readonly T[])[] = []
    for (const { field, shelves } of used) {
      const texts = anchorTexts(field, facts)
      if (texts === 'hidden') return [rules]
      for (const text of texts) collect(shelves, exactKey(field, text), text, lists)
    }
    if (ranges.size > 0) lists.push(ranges.holding(cents))
    if (others.length > 0) lists.push(others)
    return lists
  }
  return { candidates }
}

function collect<T>(
  shelves: FieldShelves<T>,
  key: string,
  text: string,
  lists: (readonly T[])[],
): void {
  const exact = shelves.exact.get(key)
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
