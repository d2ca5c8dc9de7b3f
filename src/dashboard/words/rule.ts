import type { RuleAnswer } from '../../http/contract/control/calls/rules.ts'

/** `operation purchase, amount from 50000`: the conditions of a rule in words. */
export function whenText(when: object): string {
  const parts = Object.entries(when).map(([key, value]) => `${key} ${valueText(value)}`)
  return parts.length === 0 ? 'always' : parts.join(', ')
}

const rangeWords: Readonly<Record<string, string>> = { min: 'from ', max: 'to ' }

function valueText(value: unknown): string {
  if (value === '*') return 'of any kind'
  if (Array.isArray(value)) return value.join(' or ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, inner]) => `${rangeWords[key] ?? `${key}=`}${valueText(inner)}`)
    .join(' ')
}

/** Whether it has done all that it was to do. */
export function isSpent({ hits, times, per }: RuleAnswer): boolean {
  return times !== null && per === null && hits >= times
}
