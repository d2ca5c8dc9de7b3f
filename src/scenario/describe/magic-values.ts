import * as z from 'zod'
import type { ValueOf } from '../../base/value-of.ts'
import { creating } from '../conditions/carriers.ts'
import { endings } from '../conditions/example-value.ts'
import { conditionsIn, type GivenCondition } from '../conditions/table.ts'
import { type Operation, operations } from '../operations.ts'
import type { Conditions, Rule, Scenario } from '../rule.ts'
import { asList } from '../scenario-document.ts'
import { describeRule } from './describe-rule.ts'

export const magicValueSchema = z
  .object({
    kind: z.string().describe('`card`, `amount`, `bsb` and so on.'),
    pattern: z.string(),
    example: z.string().describe('A value that matches the pattern and is valid.'),
    only: z.string().describe('Further conditions; empty if the value alone decides.'),
    effect: z.string(),
    operations: z
      .array(z.enum(operations))
      .describe('The operations that it is for; empty if all that make a transaction.'),
    rule: z.string().describe('`<scenario>/<rule>`'),
  })
  .meta({ id: 'MagicValue', description: 'A magic value, and its effect.' })

export type MagicValue = ValueOf<typeof magicValueSchema>

/** The magic values of the scenarios' rules, in checking order. */
export function magicValues(scenarios: readonly Scenario[]): readonly MagicValue[] {
  const seen = new Set<string>()
  const rules = scenarios
    .flatMap((scenario) => scenario.rules)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
  return rules.flatMap(({ id, rule }) => valuesOf(id, rule))
}

function valuesOf(id: string, rule: Rule): readonly MagicValue[] {
  const { outcome, when } = rule
  const asked = triggerOf(when)
  const effect = describeRule(rule)
  const [later] = asList(outcome.resolves ?? [])
  const ending = endings[outcome.response_code ?? later?.response_code ?? ''] ?? ''
  const shared = {
    only: otherWords(when, asked),
    effect,
    operations: operationsOf(when, asked),
    rule: id,
  }
  if (asked === undefined) return [{ kind: 'any request', pattern: '', example: '', ...shared }]
  const { condition, value } = asked
  return condition.patterns(value).map((pattern) => ({
    kind: condition.trigger?.kind ?? condition.name,
    pattern,
    example: condition.trigger?.example(pattern, ending, value) ?? '',
    ...shared,
  }))
}

/** The condition that testers use first: the payment details, then the other fields. */
function triggerOf(when: Conditions): GivenCondition | undefined {
  const rankOf = ({ condition }: GivenCondition) =>
    condition.trigger?.rank ?? Number.POSITIVE_INFINITY
  const [first] = conditionsIn(when)
    .filter(({ condition }) => condition.trigger !== undefined)
    .sort((one, other) => rankOf(one) - rankOf(other))
  return first
}

/** The operations that a rule names; none if it is for all that make a transaction. */
function operationsOf(
  { operation = creating, not }: Conditions,
  trigger: GivenCondition | undefined,
): readonly Operation[] {
  // Of several conditions, each may be the one that does not hold.
  const isExcluding = not?.operation !== undefined && Object.keys(not).length === 1
  if (!isExcluding) return creating.every((name) => operation.includes(name)) ? [] : operation
  return operation.filter(
    (name) =>
      !not.operation?.includes(name) && trigger?.condition.carriers.includes(name) !== false,
  )
}

function otherWords(when: Conditions, trigger: GivenCondition | undefined): string {
  const others = conditionsIn(when).filter(
    ({ condition }) => condition.name !== trigger?.condition.name,
  )
  const excluded = when.not === undefined ? [] : conditionsIn(when.not).map(conditionWords)
  return [...others.map(conditionWords), ...excluded.map((words) => `not ${words}`)]
    .join('; ')
    .replaceAll('; with ', ' with ')
}

function conditionWords({ condition, value }: GivenCondition): string {
  const patterns = condition.patterns(value)
  if (condition.name === 'method') return patterns[0] === 'card' ? 'cards' : 'direct debits'
  if (condition.name !== 'operation') {
    return patterns[0] === '*'
      ? `with ${condition.name}`
      : `${condition.name} ${patterns.join(' or ')}`
  }
  return creating.every((name) => patterns.includes(name)) ? 'transactions' : patterns.join(', ')
}
