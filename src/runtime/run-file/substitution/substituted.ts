import { luhnCompleted } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import type { Mark } from '../../../http/contract/marks.ts'
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
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => {
          const inner = mark.members.get(key)
          const name = inner === undefined ? zeros(key) : key
          return [name, substitutedBody(member, substitutes, inner)]
        }),
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
  return withTexts(value, zeros, 0)
}

/** Changes all texts of a value, names too; `number` stands for all its numbers, if given. */
export function withTexts(
  value: unknown,
  change: (text: string) => string,
  number?: number,
): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return number ?? value
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change, number))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [
    change(name),
    withTexts(member, change, number),
  ])
  return Object.fromEntries(members)
}

/** Rule conditions on numbers that must not be stored. */
const numberConditions = ['pan', 'cvv', 'account_number'] as const

interface NumberPattern {
  readonly condition: (typeof numberConditions)[number]
  readonly pattern: string
}

/** The number patterns in the rules of one or several documents. */
export function numberPatterns(document: unknown): readonly NumberPattern[] {
  if (Array.isArray(document)) return document.flatMap(numberPatterns)
  if (!isPlainObject(document)) return []
  return Object.entries(document).flatMap(([key, value]) => {
    const condition = numberConditions.find((name) => name === key)
    if (condition === undefined) return numberPatterns(value)
    const patterns = [value].flat().filter((one) => typeof one !== 'object')
    return patterns.map((pattern) => ({ condition, pattern: String(pattern) }))
  })
}

/** The only card number that matches the pattern: the pattern itself, or its Luhn completion. */
function onlyPan(pattern: string): string | undefined {
  if (!/^[0-9?]{13,19}$/.test(pattern) || pattern.indexOf('?') !== pattern.lastIndexOf('?')) {
    return undefined
  }
  return luhnCompleted(pattern)
}

/**
 * Whether a pattern may match a number but not its substitute, because it checks replaced digits.
 */
export function tellsApart({ condition, pattern }: NumberPattern): boolean {
  if (/^[0-9]+$/.test(pattern)) return false
  if (condition === 'cvv') return pattern !== '*'
  if (condition === 'account_number') return looksAt(pattern, { start: 0, end: 3 })
  return onlyPan(pattern) === undefined && looksAt(pattern, { start: 6, end: 4 })
}

/** Whether a pattern has digits outside the kept start and end. */
function looksAt(pattern: string, kept: { readonly start: number; readonly end: number }): boolean {
  const isWhole = !pattern.includes('*')
  const [first = '', ...rest] = pattern.split('*')
  const last = isWhole ? '' : (rest.pop() ?? '')
  const beyondStart = isWhole ? first.slice(kept.start, -kept.end) : first.slice(kept.start)
  const beyondEnd = last.slice(0, Math.max(0, last.length - kept.end))
  return /[0-9]/.test(beyondStart + rest.join('') + beyondEnd)
}
