import { luhnCompleted } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'

/** The conditions of rules that are about numbers nobody may keep. */
const numberConditions = ['pan', 'cvv', 'account_number'] as const

interface NumberPattern {
  readonly condition: (typeof numberConditions)[number]
  readonly pattern: string
}

/** What the rules of a document, or of several, ask of numbers. */
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

/** The one card number that a pattern leaves: itself, or what completes it. */
export function onlyPan(pattern: string): string | undefined {
  if (!/^[0-9?]{13,19}$/.test(pattern) || pattern.indexOf('?') !== pattern.lastIndexOf('?')) {
    return undefined
  }
  return luhnCompleted(pattern)
}

/** Whether a pattern could match a number and not its stand-in: it looks at digits that are not kept. */
export function tellsApart({ condition, pattern }: NumberPattern): boolean {
  if (/^[0-9]+$/.test(pattern)) return false
  if (condition === 'cvv') return pattern !== '*'
  if (condition === 'account_number') return looksAt(pattern, { start: 0, end: 3 })
  return onlyPan(pattern) === undefined && looksAt(pattern, { start: 6, end: 4 })
}

/** Whether a pattern has digits beyond the kept ones at its ends. */
function looksAt(pattern: string, kept: { readonly start: number; readonly end: number }): boolean {
  const isWhole = !pattern.includes('*')
  const [first = '', ...rest] = pattern.split('*')
  const last = isWhole ? '' : (rest.pop() ?? '')
  const beyondStart = isWhole ? first.slice(kept.start, -kept.end) : first.slice(kept.start)
  const beyondEnd = last.slice(0, Math.max(0, last.length - kept.end))
  return /[0-9]/.test(beyondStart + rest.join('') + beyondEnd)
}
