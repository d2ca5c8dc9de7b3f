import { breakageOf } from '../actions/breakages.ts'

/** `operation purchase, amount from 50000`: the conditions of a rule in words. */
export function whenText(when: object): string {
  const parts = Object.entries(when).map(([key, value]) => `${key} ${valueText(value)}`)
  return parts.length === 0 ? 'always' : parts.join(', ')
}

const rangeWords: Readonly<Record<string, string>> = { min: 'from ', max: 'to ' }

function valueText(value: unknown): string {
  if (value === '*') return 'of any kind'
  if (Array.isArray(value)) return listText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, inner]) => `${rangeWords[key] ?? `${key}=`}${valueText(inner)}`)
    .join(' ')
}

/** A long list by its beginning. */
const MOST = 20

function listText(list: readonly unknown[]): string {
  const shown = list.slice(0, MOST).join(' or ')
  return list.length > MOST ? `${shown} or ${list.length - MOST} others` : shown
}

/** `armed: Lose the answer`; any other rule by the name that its author gave it. */
export function ruleText(id: string): string {
  const breakage = breakageOf(id.replace(/^rules\//, ''))
  return breakage === undefined ? id : `armed: ${breakage.label}`
}
