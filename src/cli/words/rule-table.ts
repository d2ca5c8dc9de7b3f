import type { RuleAnswer } from '../../http/contract/control/calls/scenarios.ts'
import { hitsText } from '../../scenario/telling/hits-text.ts'
import type { Output } from '../terminal/output.ts'
import { whenText } from './rule-text.ts'

/** Rules with how often each was met; `labelOf`: what each is called here. */
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
