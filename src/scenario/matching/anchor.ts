import type { Anchoring } from '../conditions/condition.ts'
import { isGlob, literalPieces, literalPrefix, literalSuffix } from '../conditions/glob.ts'
import { allConditions, conditionsIn } from '../conditions/table.ts'
import type { Conditions, Facts } from '../rule.ts'

/** The conditions by whose value a rule can be found without asking it, telling ones first. */
export const anchorFields: readonly Anchoring<unknown>[] = allConditions
  .flatMap(({ anchor }) => anchor ?? [])
  .sort((one, other) => one.rank - other.rank)

export type AnchorField = Anchoring<unknown>

/** What the field's text must at least be, begin with, end with or hold for a rule to match. */
export interface Anchor {
  readonly kind: 'exact' | 'prefix' | 'suffix' | 'inner'
  readonly key: string
}

/** How long the key of an inner anchor is: a text is looked up by each run of this length. */
export const INNER_LENGTH = 3

export interface FieldAnchors {
  readonly field: AnchorField
  /** One for each alternative of the condition. */
  readonly anchors: readonly Anchor[]
  /** The key by which it is found, where the field has several. */
  readonly key: string | undefined
}

/** The condition that tells most about a request; nothing where none tells anything. */
export function bestAnchors(when: Conditions): FieldAnchors | undefined {
  let best: FieldAnchors | undefined
  let most = 0
  for (const { field, value } of anchorable(when)) {
    const anchors = field.globs(value)?.map((glob) => anchorOf(field, glob))
    if (anchors === undefined || !anchors.every((anchor) => anchor !== undefined)) continue
    const weight = anchors.reduce(
      (least, anchor) => Math.min(least, weightOf(anchor)),
      field.isCommon === true ? COMMON : Number.POSITIVE_INFINITY,
    )
    if (weight <= most) continue
    best = { field, anchors, key: field.key?.(value) }
    most = weight
  }
  return best
}

/** What many requests have in common tells less than the first letter of anything else. */
const COMMON = 0.5

function anchorable(when: Conditions) {
  return conditionsIn(when)
    .flatMap(({ condition: { anchor }, value }) =>
      anchor === undefined ? [] : [{ field: anchor, value }],
    )
    .sort((one, other) => one.field.rank - other.field.rank)
}

/** The request's texts for a field; `hidden` where masking leaves too little to look it up by. */
export function anchorTexts(
  field: AnchorField,
  facts: Facts,
  keys: readonly string[],
): readonly string[] | 'hidden' {
  const texts = field.texts(facts, keys)
  if (field.shows === undefined) return texts
  return texts.some((text) => exactKey(field, text).includes('x')) ? 'hidden' : texts
}

/** The key under which an exact text is filed: what masking leaves of it. */
export function exactKey({ shows }: AnchorField, text: string): string {
  if (shows === undefined || shows.last === 0) return text
  return text.slice(0, shows.first) + text.slice(-shows.last)
}

function anchorOf(field: AnchorField, glob: string): Anchor | undefined {
  if (!isGlob(glob)) return { kind: 'exact', key: exactKey(field, glob) }
  const { first, last } = endsOf(field)
  const prefix = literalPrefix(glob).slice(0, first)
  const suffix = literalSuffix(glob).slice(-last)
  if (prefix.length === first && suffix.length === last) {
    return { kind: 'exact', key: prefix + suffix }
  }
  const anchors: readonly Anchor[] = [
    { kind: 'prefix', key: prefix },
    { kind: 'suffix', key: suffix },
    ...innerAnchors(field, glob),
  ]
  const best = anchors.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one))
  return best.key === '' ? undefined : best
}

/** How much of either end can be known. */
function endsOf({ shows }: AnchorField): { readonly first: number; readonly last: number } {
  return shows === undefined || shows.last === 0 ? { first: Infinity, last: Infinity } : shows
}

/** Of a number that may be masked, nobody can tell what it holds. */
function innerAnchors({ shows }: AnchorField, glob: string): readonly Anchor[] {
  if (shows !== undefined) return []
  return literalPieces(glob)
    .filter((piece) => piece.length >= INNER_LENGTH)
    .map((piece) => ({ kind: 'inner', key: piece.slice(-INNER_LENGTH) }))
}

/** An inner anchor tells less than one of the same length in a known place. */
function weightOf({ kind, key }: Anchor): number {
  if (kind === 'exact') return Number.POSITIVE_INFINITY
  return kind === 'inner' ? key.length - 0.5 : key.length
}
