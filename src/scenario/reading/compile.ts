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
    ...(times !== undefined && { times }),
    ...(skip !== undefined && { skip }),
    ...(every !== undefined && { every }),
    ...(chance !== undefined && { chance: parseChance(chance) ?? 1 }),
    ...(per !== undefined && { per }),
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

/**
 * Numbers are sealed later, because the checks of the rules need them in full.
 * @internal Exported for tests.
 */
export function compileConditions(when: WhenDocument): Conditions {
  const compiled = conditionsIn(when).map(({ condition, value }) => [
    condition.name,
    condition.compile(value),
  ])
  const conditions: Conditions = Object.fromEntries(compiled)
  return when.not === undefined ? conditions : { ...conditions, not: compileConditions(when.not) }
}

export function compileOutcome(outcome: OutcomeDocument): RuleOutcome {
  const { status, response_code, response_message, gateway_status_code, kvps } = outcome
  const { resolves, expires, drift } = outcome
  const delivery = compileDelivery(outcome)
  // The request is not processed, so the rest of the outcome has no effect; the check reports that.
  if (delivery.fault?.at === 'before') return delivery
  return {
    ...(status !== undefined && { status }),
    ...(response_code !== undefined && { responseCode: response_code }),
    ...(response_message !== undefined && { responseMessage: redactText(response_message) }),
    ...(gateway_status_code !== undefined && { gatewayStatusCode: gateway_status_code }),
    ...(kvps !== undefined && { kvps: redactMembers(kvps) }),
    ...(resolves !== undefined && { resolves: asList(resolves).map(compileResolve) }),
    ...(expires !== undefined && { expires }),
    ...(drift !== undefined && { drift }),
    ...delivery,
  }
}

function compileDelivery({ delay, fault, headers }: OutcomeDocument): RuleOutcome {
  const broken = fault && compileFault(fault)
  return {
    ...(delay !== undefined && compileDelay(delay)),
    ...(broken !== undefined && { fault: broken }),
    ...(headers !== undefined && { headers: redactMembers(headers) }),
  }
}

function compileDelay(delay: NonNullable<OutcomeDocument['delay']>): RuleOutcome {
  if (typeof delay === 'string') return { delayMs: milliseconds(delay) }
  return { delayMs: milliseconds(delay.min), delayMaxMs: milliseconds(delay.max) }
}

function compileResolve({ after, status, response_code }: ResolveDocument): Resolve {
  const moment = parseAfter(after)
  if (moment === undefined) throw new Error(`'${after}' has not been checked`)
  return {
    after: moment,
    status,
    ...(response_code !== undefined && { responseCode: response_code }),
  }
}
