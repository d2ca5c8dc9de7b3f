import { isPlainObject } from '../../../domain/plain-object.ts'
import { isKnownMember, type Members, numberIn } from '../../../http/pipeline/record/masked.ts'
import { onlyPan } from './number-patterns.ts'
import { substitutedAddress } from './substituted-address.ts'
import { type Substitutes, zeros } from './substitutes.ts'

/** Notes the card numbers of a body, so that they are known wherever else they stand. */
export function noteNumbers(value: unknown, substitutes: Substitutes): void {
  if (Array.isArray(value)) for (const one of value) noteNumbers(one, substitutes)
  if (!isPlainObject(value)) return
  for (const [key, member] of Object.entries(value)) {
    if (numberIn(substitutes.members, key) === 'pan') substitutes.pan(String(member))
    else noteNumbers(member, substitutes)
  }
}

/** A request's body with substitutes; the API ignores members that it does not know, and so may we. */
export function substitutedBody(
  value: unknown,
  substitutes: Substitutes,
  members = substitutes.members,
): unknown {
  if (!isPlainObject(value)) return substitutedScalar(value, (text) => substitutes.text(text))
  return mapMembers(value, substitutes, (key, member) =>
    substitutedMember([key, member], substitutes, members),
  )
}

function substitutedMember(
  [key, member]: readonly [string, unknown],
  substitutes: Substitutes,
  members: Members,
): unknown {
  const kind = numberIn(members, key)
  if (kind !== undefined) return substitutedScalar(member, (text) => substitutes[kind](text))
  if (key === 'kvps') return substitutedFields(member, substitutes)
  if (members.containers.has(key)) {
    const inside = members.inside.get(key) ?? members
    return isPlainObject(member)
      ? substitutedBody(member, substitutes, inside)
      : withoutDigits(member)
  }
  if (!isKnownMember(members, key)) return withoutDigits(member)
  return substitutedScalar(member, (text) => substitutes.text(text))
}

/** A rule, a scenario or another control body with substitutes. */
export function substitutedDocument(value: unknown, substitutes: Substitutes): unknown {
  if (Array.isArray(value)) return value.map((one) => substitutedDocument(one, substitutes))
  if (!isPlainObject(value))
    return substitutedScalar(value, (text) => documentText(text, substitutes))
  return mapMembers(value, substitutes, (key, member) => {
    const change = conditions.get(key)
    if (change === undefined) return substitutedDocument(member, substitutes)
    const changed = [member]
      .flat()
      .map((one) =>
        typeof one === 'object'
          ? substitutedDocument(one, substitutes)
          : substitutedScalar(one, (text) => change(text, substitutes)),
      )
    return Array.isArray(member) ? changed : changed[0]
  })
}

/** A text that a control call was given may be a part of an address, as it stood there. */
function documentText(text: string, substitutes: Substitutes): string {
  return text.includes('%') ? substitutedAddress(text, substitutes) : substitutes.text(text)
}

const conditions: ReadonlyMap<string, (pattern: string, substitutes: Substitutes) => string> =
  new Map([
    ['pan', panPattern],
    ['account_number', accountPattern],
    // A rule's own value to be met; without its card it identifies nobody.
    ['cvv', (pattern: string) => pattern],
  ])

function panPattern(pattern: string, substitutes: Substitutes): string {
  const only = onlyPan(pattern)
  if (only === undefined) return substitutes.text(pattern)
  const mark = pattern.indexOf('?')
  const substitute = substitutes.pan(only)
  return mark === -1 ? substitute : `${substitute.slice(0, mark)}?${substitute.slice(mark + 1)}`
}

function accountPattern(pattern: string, substitutes: Substitutes): string {
  return /^[0-9]+$/.test(pattern) ? substitutes.account(pattern) : pattern
}

function substitutedFields(value: unknown, substitutes: Substitutes): unknown {
  if (!isPlainObject(value)) return withoutDigits(value)
  return mapMembers(value, substitutes, (_key, member) =>
    substitutedScalar(member, (text) => substitutes.text(text)),
  )
}

function mapMembers(
  value: Readonly<Record<string, unknown>>,
  substitutes: Substitutes,
  change: (key: string, member: unknown) => unknown,
): unknown {
  const entries = Object.entries(value).map(([key, member]) => [
    substitutes.text(key),
    change(key, member),
  ])
  return Object.fromEntries(entries)
}

/** A number stays a number, for its type may be what is wrong with it; so does a list or an object. */
function substitutedScalar(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return Number(change(String(value))) || 0
  return withoutDigits(value)
}

/** What the API does not look into: it may hold any number, whole or in parts, in names too. */
function withoutDigits(value: unknown): unknown {
  if (typeof value === 'string') return zeros(value)
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return value.map(withoutDigits)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [zeros(key), withoutDigits(member)]),
  )
}
