import { creating } from '../conditions/carriers.ts'
import { conditions } from '../conditions/table.ts'
import type { RateDocument } from '../scenario-document.ts'

/** `operation purchase, amount from 50000`: the conditions of a rule in words. */
export function whenText(when: object): string {
  const parts = Object.entries(when).map(([key, value]) => conditionText(key, value))
  return parts.length === 0 ? 'always' : parts.join(', ')
}

function conditionText(key: string, value: unknown): string {
  if (key === 'not') return excludedText(value as object)
  if (key === 'rate') return conditions.rate.patterns(value as RateDocument).join('')
  if (value === '*') return `any ${key}`
  if (key !== 'operation' || !Array.isArray(value)) return `${key} ${valueText(key, value)}`
  return creating.every((name) => value.includes(name)) ? 'transactions' : valueText(key, value)
}

/** None of them may hold. */
function excludedText(excluded: object): string {
  return Object.entries(excluded)
    .map(([key, value]) => `not ${conditionText(key, value)}`)
    .join(', ')
}

/** Of a long list, only the beginning is shown. */
const MOST_VALUES = 20

function valueText(key: string, value: unknown): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_VALUES).join(' or ')
    return value.length > MOST_VALUES ? `${shown} or ${value.length - MOST_VALUES} others` : shown
  }
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => `${nameText(key, name)}${valueText(name, inner)}`)
    .join(' ')
}

/** Only an amount is a range: a KVP may have any key. */
function nameText(key: string, name: string): string {
  if (key !== 'amount') return `${name}=`
  return name === 'min' ? 'from ' : 'to '
}
