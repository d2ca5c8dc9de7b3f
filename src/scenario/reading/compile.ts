import { given } from '../../base/plain-object.ts'
import { redactMembers, redactText } from '../../base/redaction/redacted.ts'
import { conditionsIn } from '../conditions/table.ts'
import { isStopping } from '../matching/layers.ts'
import type { Conditions, Rule, ScenarioRule } from '../rule.ts'
import {
  asList,
  type OutcomeDocument,
  type RuleDocument,
  type WeightedDocument,
  type WhenDocument,
} from '../scenario-document.ts'

/** The check of a file compiles its rules in batches; composing it later must not do so at once. */
const compiledRules = new WeakMap<RuleDocument, Rule>()

/** A checked rule as it is kept. Rules without a name are named by their position. */
export function compileRule(document: RuleDocument, index: number): Rule {
  const name = ruleName(document, index)
  const known = compiledRules.get(document)
  if (known?.name === name) return known
  const { per, times, ...rest } = document
  const outcome = compileChoice(document.outcome)
  const { sequence, then } = outcome
  // After its sequence the rule is used up.
  const most = then === 'default' && sequence ? Math.min(times ?? Infinity, sequence.length) : times
  const rule = {
    ...rest,
    ...given({ times: most, per: per === 'world' ? undefined : per }),
    name,
    when: compileConditions(document.when ?? {}),
    outcome,
  }
  compiledRules.set(document, rule)
  return rule
}

/** Redacted, because ids appear in headers, counts and the journal. */
export function ruleName({ name }: Pick<RuleDocument, 'name'>, index: number): string {
  return name === undefined ? `rule-${index + 1}` : redactText(name)
}

/** A temporary rule in front of all others; it applies to one request, or one sequence, unless it says how many. */
export function temporaryRule(document: RuleDocument, number: number): ScenarioRule {
  const times = document.outcome.sequence?.length ?? 1
  const rule = compileRule({ times, ...document }, number - 1)
  return { id: `rules/${rule.name}`, rule }
}

function compileConditions(when: WhenDocument): Conditions {
  const compiled = conditionsIn(when).map(({ condition, value }) => [
    condition.name,
    condition.compile(value),
  ])
  const conditions: Conditions = Object.fromEntries(compiled)
  return when.not === undefined ? conditions : { ...conditions, not: compileConditions(when.not) }
}

function compileChoice(outcome: OutcomeDocument): OutcomeDocument {
  const { one_of, sequence, then = 'default' } = outcome
  if (one_of !== undefined) return { one_of: one_of.map(compileOutcome) }
  if (sequence === undefined) return compileOutcome(outcome)
  return { sequence: sequence.map(compileOutcome), then }
}

/** Redacts the texts that answers and records show. */
function compileOutcome(outcome: WeightedDocument): OutcomeDocument {
  const { weight, delay, fault, delayed, headers, response_message, kvps, resolves, ...rest } =
    outcome
  const delivery = given({
    weight,
    delay,
    delayed,
    fault: fault && {
      ...fault,
      ...given({
        error_code: fault.error_code && redactText(fault.error_code),
        body: fault.body && redactText(fault.body),
      }),
    },
    headers: headers && redactMembers(headers),
  })
  // The request is not processed, so the rest of the outcome has no effect; the check reports that.
  if (isStopping(outcome)) return delivery
  return {
    ...rest,
    ...given({
      response_message: response_message && redactText(response_message),
      kvps: kvps && redactMembers(kvps),
      resolves: resolves && asList(resolves),
    }),
    ...delivery,
  }
}
