import { given } from '../../domain/plain-object.ts'
import { redactMembers, redactText } from '../../domain/redaction/redacted.ts'
import { conditionsIn } from '../conditions/table.ts'
import { compileFault } from '../faults/table.ts'
import type { Conditions, Resolve, Rule, RuleOutcome, ScenarioRule } from '../rule.ts'
import {
  asList,
  type OutcomeDocument,
  type ResolveDocument,
  type RuleDocument,
  type WhenDocument,
} from '../scenario-document.ts'
import { milliseconds, parseAfter, parseChance, parseWindow } from '../written-values.ts'

/** Compiles a rule of a file for matching. Rules without a name are named by their position. */
export function compileRule(document: RuleDocument, index: number): Rule {
  const { times, skip, every, chance, per, since = 'load', outcome } = document
  return {
    name: ruleName(document, index),
    when: compileConditions(document.when ?? {}),
    ...given({ times, skip, every, per }),
    ...(chance !== undefined && { chance: parseChance(chance) ?? 1 }),
    ...(document.for !== undefined && { window: { ms: parseWindow(document.for) ?? 0, since } }),
    outcome: outcome.one_of === undefined ? compileOutcome(outcome) : {},
    ...(outcome.one_of !== undefined && {
      oneOf: outcome.one_of.map(({ weight = 1, ...one }) => ({
        weight,
        outcome: compileOutcome(one),
      })),
    }),
  }
}

/** Redacted, because ids appear in headers, counts and the journal. */
export function ruleName({ name }: Pick<RuleDocument, 'name'>, index: number): string {
  return name === undefined ? `rule-${index + 1}` : redactText(name)
}

/** A one-shot rule in front of all others; it applies to one request unless it says how many. */
export function oneShotRule(document: RuleDocument, number: number): ScenarioRule {
  const rule = compileRule({ times: 1, ...document }, number - 1)
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

function compileOutcome(outcome: OutcomeDocument): RuleOutcome {
  const { response_message, kvps, resolves } = outcome
  const delivery = compileDelivery(outcome)
  // The request is not processed, so the rest of the outcome has no effect; the check reports that.
  if (delivery.fault?.at === 'before') return delivery
  return {
    ...given({
      status: outcome.status,
      responseCode: outcome.response_code,
      responseMessage: response_message && redactText(response_message),
      gatewayStatusCode: outcome.gateway_status_code,
      kvps: kvps && redactMembers(kvps),
      resolves: resolves && asList(resolves).map(compileResolve),
      expires: outcome.expires,
      drift: outcome.drift,
    }),
    ...delivery,
  }
}

function compileDelivery({ delay, fault, headers }: OutcomeDocument): RuleOutcome {
  return {
    ...(delay !== undefined && compileDelay(delay)),
    ...given({ fault: fault && compileFault(fault), headers: headers && redactMembers(headers) }),
  }
}

function compileDelay(delay: NonNullable<OutcomeDocument['delay']>): RuleOutcome {
  if (typeof delay === 'string') return { delayMs: milliseconds(delay) }
  return { delayMs: milliseconds(delay.min), delayMaxMs: milliseconds(delay.max) }
}

function compileResolve({ after, status, response_code }: ResolveDocument): Resolve {
  const moment = parseAfter(after)
  if (moment === undefined) throw new Error(`'${after}' has not been checked`)
  return { after: moment, status, ...given({ responseCode: response_code }) }
}
