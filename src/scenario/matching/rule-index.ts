import { conditionsIn } from '../conditions/table.ts'
import type { Conditions, Facts, Operation } from '../rule.ts'
import { callsNamed } from './carrying.ts'

type TextOf = (facts: Facts) => string | undefined

/** Returns lists that together hold every rule that may match, each in rule order. */
export type FindCandidates<T> = (facts: Facts) => readonly (readonly T[])[]

/**
 * Indexes each rule by the exact values of one condition, or else by its operations, so that a
 * request is compared with only a few of many rules.
 */
export function indexRules<T extends { readonly when: Conditions }>(
  rules: readonly T[],
): FindCandidates<T> {
  const byText = new Map<TextOf, Map<string, T[]>>()
  const byOperation = new Map<Operation, T[]>()
  for (const rule of rules) {
    const exact = exactTexts(rule.when)
    if (exact === undefined) {
      for (const call of new Set(callsNamed(rule.when))) file(byOperation, call, rule)
      continue
    }
    const filed = byText.get(exact.textOf) ?? new Map<string, T[]>()
    byText.set(exact.textOf, filed)
    for (const text of new Set(exact.texts)) file(filed, text, rule)
  }
  return (facts) => {
    const lists: (readonly T[])[] = []
    for (const [textOf, filed] of byText) {
      const found = filed.get(textOf(facts) ?? '')
      if (found !== undefined) lists.push(found)
    }
    const others = byOperation.get(facts.operation)
    if (others !== undefined) lists.push(others)
    return lists
  }
}

/** The first condition with exact values, in the form that is compared. */
function exactTexts(when: Conditions) {
  for (const { condition, value } of conditionsIn(when)) {
    const texts = condition.index?.texts(value)
    if (condition.index && texts) return { textOf: condition.index.textOf, texts }
  }
  return undefined
}

function file<Key, T>(lists: Map<Key, T[]>, key: Key, rule: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [rule])
  else list.push(rule)
}
