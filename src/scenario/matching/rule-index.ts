import type { Conditions, Facts } from '../rule.ts'
import {
  type Anchor,
  type AnchorField,
  anchorFields,
  anchorTexts,
  bestAnchors,
  exactKey,
  INNER_LENGTH,
} from './anchor.ts'
import { type RangeShelf, rangeShelf } from './range-shelf.ts'

interface Indexed {
  readonly when: Conditions
}

type Shelf<T> = Map<string, T[]>

interface FieldShelves<T> {
  readonly exact: Shelf<T>
  /** By the length of the key, so that a text is cut once for each length in use. */
  readonly prefix: Map<number, Shelf<T>>
  readonly suffix: Map<number, Shelf<T>>
  readonly inner: Map<number, T[]>
}

/** Rules filed by what their requests must look like, so that few of many need be asked. */
export interface RuleIndex<T> {
  /** Lists that together hold every rule that may match, each in the rules' own order. */
  readonly candidates: (facts: Facts, cents: number) => readonly (readonly T[])[]
}

export function indexRules<T extends Indexed>(rules: readonly T[]): RuleIndex<T> {
  const fields = new Map<AnchorField, FieldShelves<T>>()
  const keys = new Set<string>()
  const unanchored: T[] = []
  for (const rule of rules) {
    const best = bestAnchors(rule.when)
    if (best === undefined) {
      unanchored.push(rule)
      continue
    }
    const shelves = fields.get(best.field) ?? emptyShelves()
    fields.set(best.field, shelves)
    if (best.key !== undefined) keys.add(best.key)
    for (const anchor of best.anchors) fileUnder(anchor, rule, shelves)
  }
  const used = anchorFields.flatMap((field) => {
    const shelves = fields.get(field)
    return shelves === undefined ? [] : [{ field, shelves }]
  })
  const askedKeys = [...keys]
  const ranges: RangeShelf<T> = rangeShelf(unanchored)
  const others = unanchored.filter(({ when }) => when.amount?.kind !== 'range')

  const candidates = (facts: Facts, cents: number) => {
    const lists: (readonly T[])[] = []
    for (const { field, shelves } of used) {
      const texts = anchorTexts(field, facts, askedKeys)
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
  if (shelves.inner.size > 0) collectInner(shelves.inner, text, lists)
}

/** What a text holds anywhere is found run by run, however many rules there are. */
function collectInner<T>(
  shelf: ReadonlyMap<number, T[]>,
  text: string,
  lists: (readonly T[])[],
): void {
  for (let at = 0; at + INNER_LENGTH <= text.length; at++) {
    const found = shelf.get(runAt(text, at))
    if (found !== undefined) lists.push(found)
  }
}

/** Three characters as one number: cutting them out of the text would cost more. */
function runAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) ^ (text.charCodeAt(at + 1) << 8) ^ text.charCodeAt(at + 2)
}

function emptyShelves<T>(): FieldShelves<T> {
  return { exact: new Map(), prefix: new Map(), suffix: new Map(), inner: new Map() }
}

function fileUnder<T>({ kind, key }: Anchor, rule: T, shelves: FieldShelves<T>): void {
  if (kind === 'exact') file(rule, shelves.exact, key)
  else if (kind === 'inner') file(rule, shelves.inner, runAt(key, 0))
  else file(rule, shelfOf(shelves[kind], key.length), key)
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
