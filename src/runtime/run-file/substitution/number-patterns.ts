import { luhnCompleted } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'

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
export function onlyPan(pattern: string): string | undefined {
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
