import { hasWrittenCard } from '../../domain/card/card-number-in-text.ts'
import type { Fingerprint } from '../conditions/sealed-number.ts'
import type { Facts, PerName } from '../rule.ts'

/** What a rule counts separately by; nothing where the request does not have it. */
export function perValue(per: PerName, facts: Facts, fingerprint: Fingerprint): string | undefined {
  if (per === 'merchant') return String(facts.merchant)
  if (per === 'pan') return facts.card ?? (facts.pan && fingerprint(facts.pan))
  const text = facts[per]
  if (text === undefined) return undefined
  return text.length > LONGEST || hasWrittenCard(text) ? fingerprint(text) : text
}

const LONGEST = 100

/** The key of the count of one value. No name has a tab in it. */
export function countKey(id: string, value: string | undefined): string {
  return value === undefined ? id : `${id}\t${value}`
}

/** The rule that a count is of. */
export function countedRule(key: string): string {
  const tab = key.indexOf('\t')
  return tab === -1 ? key : key.slice(0, tab)
}
