import { whenText } from '../../dashboard/words/rule.ts'
import type { RuleAnswer } from '../../http/contract/control/calls/scenarios.ts'
import { hitsText } from '../../scenario/telling/rule-counts.ts'
import type { Output } from '../terminal/output.ts'

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
