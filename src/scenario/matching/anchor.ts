import type { Conditions, Facts } from '../rule.ts'
import { isGlob, literalPieces, literalPrefix, literalSuffix } from './glob.ts'
import { textFields } from './text-field.ts'

/** The fields by whose value a rule can be found without asking it, telling ones first. */
export const anchorFields = [
  'amount',
  'pan',
  'bsb',
  'account_number',
  'virtual_pan',
  'reference',
  'customer_reference',
  'token_name',
  'kvp',
  'cvv',
  'merchant',
] as const

export type AnchorField = (typeof anchorFields)[number]

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
}

/** The condition that tells most about a request; nothing where none tells anything. */
export function bestAnchors(when: Conditions): FieldAnchors | undefined {
  let best: FieldAnchors | undefined
  let most = 0
  for (const field of anchorFields) {
    const anchors = globsOf(when, field)?.map((glob) => anchorOf(field, glob))
    if (anchors === undefined || !anchors.every((anchor) => anchor !== undefined)) continue
    const weight = Math.min(...anchors.map(weightOf))
    if (weight <= most) continue
    best = { field, anchors }
    most = weight
  }
  return best
}

/**
 * The request's texts for a field; `hidden` where masking leaves too little to look it up by. Of the
 * KVPs only those that rules ask for.
 */
export function anchorTexts(
  field: AnchorField,
  facts: Facts,
  kvpKeys: readonly string[],
): readonly string[] | 'hidden' {
  switch (field) {
    case 'kvp':
      return kvpTexts(facts.kvps ?? {}, kvpKeys)
    case 'merchant':
      return [String(facts.merchant)]
    case 'amount':
      return facts.amount === undefined ? [] : [facts.amount]
    default: {
      const text = textFields[field].read(facts)
      if (text === undefined) return []
      return isHidden(field, text) ? 'hidden' : [text]
    }
  }
}

/** The KVP by which a rule is found: all of them must hold, so that any one will do. */
export function anchoringKvp(when: Conditions): string | undefined {
  return Object.keys(when.kvp ?? {})[0]
}

function kvpTexts(
  kvps: Readonly<Record<string, string>>,
  keys: readonly string[],
): readonly string[] {
  const texts: string[] = []
  for (const key of keys) {
    // A key such as `constructor` must not find what every object has.
    const value = Object.hasOwn(kvps, key) ? kvps[key] : undefined
    if (value !== undefined) texts.push(kvpText(key, value))
  }
  return texts
}

/** The key under which an exact text is filed. */
export function exactKey(field: AnchorField, text: string): string {
  return field === 'pan' ? panEnds(text) : text
}

// What masking leaves of a card number: the same for the full number and the masked one.
function panEnds(pan: string): string {
  return pan.slice(0, 6) + pan.slice(-4)
}

function isHidden(field: AnchorField, text: string): boolean {
  if (field === 'pan') return panEnds(text).includes('x')
  return field === 'account_number' && text.includes('x')
}

function globsOf(when: Conditions, field: AnchorField): readonly string[] | undefined {
  switch (field) {
    case 'kvp': {
      const key = anchoringKvp(when)
      return key === undefined ? undefined : when.kvp?.[key]?.map((glob) => kvpText(key, glob))
    }
    case 'merchant':
      return when.merchant?.map(String)
    case 'amount':
      return when.amount?.kind === 'globs' ? when.amount.globs : undefined
    default:
      return when[field]?.map(textFields[field].normalise)
  }
}

function kvpText(key: string, value: string): string {
  return `${key}=${value}`
}

function anchorOf(field: AnchorField, glob: string): Anchor | undefined {
  if (!isGlob(glob)) return { kind: 'exact', key: exactKey(field, glob) }
  const isPan = field === 'pan'
  const prefix = literalPrefix(glob).slice(0, isPan ? 6 : undefined)
  const suffix = literalSuffix(glob).slice(isPan ? -4 : 0)
  if (isPan && prefix.length === 6 && suffix.length === 4) {
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

/** Of a number that may be masked, nobody can tell what it holds. */
function innerAnchors(field: AnchorField, glob: string): readonly Anchor[] {
  if (field === 'pan' || field === 'account_number') return []
  return literalPieces(glob)
    .filter((piece) => piece.length >= INNER_LENGTH)
    .map((piece) => ({ kind: 'inner', key: piece.slice(-INNER_LENGTH) }))
}

/** An inner anchor tells less than one of the same length in a known place. */
function weightOf({ kind, key }: Anchor): number {
  if (kind === 'exact') return Number.POSITIVE_INFINITY
  return kind === 'inner' ? key.length - 0.5 : key.length
}
