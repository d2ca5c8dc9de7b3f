import { isPlainObject } from '../../../domain/plain-object.ts'
import type { Mark } from '../../../http/contract/marks.ts'
import { numberPatterns, onlyPan } from './number-patterns.ts'
import { type Substitutes, zeros } from './substitutes.ts'

/** A request body with substitutes. Members that the API does not know lose their digits. */
export function substitutedBody(
  value: unknown,
  substitutes: Substitutes,
  mark: Mark | undefined,
): unknown {
  switch (mark?.of) {
    case 'object':
      if (!isPlainObject(value)) return withoutDigits(value)
      return mapMembers(value, substitutes, (key, member) =>
        substitutedBody(member, substitutes, mark.members.get(key)),
      )
    case 'texts':
      return substitutedFields(value, substitutes)
    case 'secret':
      return substitutedScalar(value, (text) => substitutes[mark.secret](text))
    case 'text':
      return substitutedScalar(value, (text) => substitutes.text(text))
    default:
      return withoutDigits(value)
  }
}

/** Keeps the CVVs that rules name. */
export function keepNamedCvvs(document: unknown, substitutes: Substitutes): void {
  for (const { condition, pattern } of numberPatterns(document)) {
    if (condition === 'cvv') substitutes.keepCvv(pattern)
  }
}

/** A rule, a scenario or another control body with substitutes. */
export function substitutedDocument(value: unknown, substitutes: Substitutes): unknown {
  if (Array.isArray(value)) return value.map((one) => substitutedDocument(one, substitutes))
  if (!isPlainObject(value)) return substitutedScalar(value, (text) => substitutes.text(text))
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

const conditions: ReadonlyMap<string, (pattern: string, substitutes: Substitutes) => string> =
  new Map([
    ['pan', panPattern],
    ['account_number', accountPattern],
    // The value a rule matches; a CVV without its card identifies nobody.
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

/** Keeps the type, since a wrong type may be what the request tests. */
function substitutedScalar(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return Number(change(String(value))) || 0
  return withoutDigits(value)
}

/** For values that the API does not read: any name or value may contain a number. */
function withoutDigits(value: unknown): unknown {
  if (typeof value === 'string') return zeros(value)
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return value.map(withoutDigits)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [zeros(key), withoutDigits(member)]),
  )
}
