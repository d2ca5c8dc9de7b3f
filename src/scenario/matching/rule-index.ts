import type { Steps } from '../../document/steps.ts'
import type { Conditions, Facts, Operation } from '../rule.ts'
import { type AnchorField, anchorFields, anchorTexts, bestAnchors, exactKey } from './anchor.ts'
import { callsNamed } from './carrying.ts'
import { FieldShelves } from './field-shelves.ts'
import { rangeShelf } from './range-shelf.ts'

interface Indexed {
  readonly when: Conditions
}

/** Rules filed by what their requests must look like, so that few of many need be asked. */
export interface RuleIndex<T> {
  /** Lists that together hold every rule that may match, each in the rules' own order. */
  readonly candidates: (facts: Facts, cents: number) => readonly (readonly T[])[]
}

export function* indexRules<T extends Indexed>(rules: readonly T[]): Steps<RuleIndex<T>> {
  const fields = new Map<AnchorField, FieldShelves<T>>()
  const keys = new Set<string>()
  const unanchored: T[] = []
  for (const rule of rules) {
    yield
    const best = bestAnchors(rule.when)
    if (best === undefined) {
      unanchored.push(rule)
      continue
    }
    const shelves = fields.get(best.field) ?? new FieldShelves()
    fields.set(best.field, shelves)
    if (best.key !== undefined) keys.add(best.key)
    shelves.file(rule, best.anchors)
  }
  const used = anchorFields.flatMap((field) => {
    const shelves = fields.get(field)
    return shelves === undefined ? [] : [{ field, shelves }]
  })
  return indexOf({ used, keys: [...keys], unanchored })
}

interface Filed<T> {
  readonly used: readonly { readonly field: AnchorField; readonly shelves: FieldShelves<T> }[]
  /** Those that rules ask for, of a field that has several. */
  readonly keys: readonly string[]
  readonly unanchored: readonly T[]
}

/** What nothing else tells about is filed by the calls that it is for. */
function byCall<T extends Indexed>(rules: readonly T[]): ReadonlyMap<Operation, readonly T[]> {
  const filed = new Map<Operation, T[]>()
  for (const rule of rules) {
    for (const call of callsNamed(rule.when)) {
      const list = filed.get(call)
      if (list === undefined) filed.set(call, [rule])
      else list.push(rule)
    }
  }
  return filed
}

function indexOf<T extends Indexed>({ used, keys, unanchored }: Filed<T>): RuleIndex<T> {
  const ranges = rangeShelf(unanchored)
  const others = byCall(unanchored.filter(({ when }) => when.amount?.kind !== 'range'))
  const candidates = (facts: Facts, cents: number) => {
    const lists: (readonly T[])[] = []
    for (const { field, shelves } of used) {
      const texts = anchorTexts(field, facts, keys)
      if (texts === 'hidden') lists.push(shelves.all)
      else for (const text of texts) shelves.collect(exactKey(field, text), text, lists)
    }
    if (ranges.size > 0) lists.push(ranges.holding(cents))
    const asked = others.get(facts.operation)
    if (asked !== undefined) lists.push(asked)
    return lists
  }
  return { candidates }
}
