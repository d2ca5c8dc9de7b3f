import { creating } from '../conditions/carriers.ts'

/** `operation purchase, amount from 50000`: the conditions of a rule in words. */
export function whenText(when: object): string {
  const parts = Object.entries(when).map(([key, value]) => conditionText(key, value))
  return parts.length === 0 ? 'always' : parts.join(', ')
}

function conditionText(key: string, value: unknown): string {
  if (value === '*') return `any ${key}`
  if (key !== 'operation' || !Array.isArray(value)) return `${key} ${valueText(value)}`
  return creating.every((name) => value.includes(name)) ? 'transactions' : valueText(value)
}

const rangeWords: Readonly<Record<string, string>> = { min: 'from ', max: 'to ' }

/** A long list is told by its beginning. */
const MOST = 20

function valueText(value: unknown): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST).join(' or ')
    return value.length > MOST ? `${shown} or ${value.length - MOST} others` : shown
  }
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, inner]) => `${rangeWords[key] ?? `${key}=`}${valueText(inner)}`)
    .join(' ')
}
