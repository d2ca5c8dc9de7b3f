import type { RuleAnswer } from '../../http/contract/control/calls/scenarios.ts'
import { creating } from '../../scenario/conditions/carriers.ts'
import type { WhenDocument } from '../../scenario/scenario-document.ts'
import { hitsText } from '../../scenario/telling/rule-counts.ts'
import type { Output } from '../terminal/output.ts'

/** `operation purchase, amount from 50000`: the conditions of a rule in words. */
export function whenText(when: WhenDocument): string {
  const parts = Object.entries(when).map(([key, value]) => conditionText(key, value))
  return parts.length === 0 ? 'always' : parts.join(', ')
}

function conditionText(key: string, value: unknown): string {
  if (value === '*') return `any ${key}`
  if (key !== 'operation' || !Array.isArray(value)) return `${key} ${valueText(value)}`
  return creating.every((name) => value.includes(name)) ? 'transactions' : valueText(value)
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(' or ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, inner]) => `${rangeWords[key] ?? `${key}=`}${valueText(inner)}`)
    .join(' ')
}

const rangeWords: Readonly<Record<string, string>> = { min: 'from ', max: 'to ' }

/** A table of rules with how often each matched; `labelOf` gives the name to show. */
export function ruleTable(
  { table }: Output,
  rules: readonly RuleAnswer[],
  labelOf: (rule: RuleAnswer) => string,
): string {
  const columns = [
    { title: 'rule', wraps: true },
    { title: 'hits', align: 'right' },
    { title: 'when', wraps: true },
    { title: 'outcome', wraps: true },
  ] as const
  return table(
    columns,
    rules.map((rule) => [labelOf(rule), hitsText(rule), whenText(rule.when), rule.effect]),
  )
}
