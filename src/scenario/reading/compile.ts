import { maskCardNumbers, maskedMembers } from '../../domain/card/card-number-in-text.ts'
import { isNumberField, withoutCardNumber } from '../matching/sealed-number.ts'
import { type TextFieldName, textFieldNames } from '../matching/text-field.ts'
import type {
  AmountCondition,
  Conditions,
  Resolve,
  Rule,
  RuleOutcome,
  ScenarioRule,
} from '../rule.ts'
import {
  asList,
  type OneOrMore,
  type OutcomeDocument,
  type ResolveDocument,
  type RuleDocument,
  type WhenDocument,
} from '../scenario-document.ts'
import { parseAfter } from './after.ts'
import { compileFault, milliseconds } from './compile-fault.ts'

/** A rule of a file as the value that matching works with. Rules without a name go by their place. */
export function compileRule(document: RuleDocument, index: number): Rule {
  const { times, skip } = document
  return {
    name: ruleName(document, index),
    when: compileConditions(document.when ?? {}),
    ...(times !== undefined && { times }),
    ...(skip !== undefined && { skip }),
    outcome: compileOutcome(document.outcome),
  }
}

/** Told in headers, counts and the journal, so that no card number may be in it. */
export function ruleName({ name }: Pick<RuleDocument, 'name'>, index: number): string {
  return name === undefined ? `rule-${index + 1}` : maskCardNumbers(name)
}

/** A rule put in front of all others; it holds for one request unless it says how many. */
export function oneShotRule(document: RuleDocument, number: number): ScenarioRule {
  const rule = compileRule({ times: 1, ...document }, number - 1)
  return { id: `rules/${rule.name}`, rule }
}

export function compileConditions(when: WhenDocument): Conditions {
  const { operation, merchant, method, amount, kvp } = when
  const texts = textFieldNames.flatMap((name) => {
    const globs = when[name]
    return globs === undefined ? [] : [[name, compileTexts(name, globs)] as const]
  })
  const kvps = Object.entries(kvp ?? {}).map(([key, globs]) => [key, keptGlobs(globs)] as const)
  return {
    ...(operation !== undefined && { operation: asList(operation) }),
    ...(merchant !== undefined && { merchant: asList(merchant) }),
    ...(method !== undefined && { method }),
    ...(amount !== undefined && { amount: compileAmount(amount) }),
    ...Object.fromEntries(texts),
    ...(kvp !== undefined && { kvp: Object.fromEntries(kvps) }),
  }
}

/** Numbers stay as they are until they are sealed: a check of the rules still needs them. */
function compileTexts(name: TextFieldName, globs: OneOrMore<string>): readonly string[] {
  return isNumberField(name) ? asList(globs) : keptGlobs(globs)
}

/** A card number in free text is kept masked, and matches by the digits that are left. */
function keptGlobs(globs: OneOrMore<string>): readonly string[] {
  return asList(globs).map(withoutCardNumber)
}

function compileAmount(amount: NonNullable<WhenDocument['amount']>): AmountCondition {
  if (typeof amount === 'object' && !Array.isArray(amount)) return { kind: 'range', ...amount }
  return { kind: 'globs', globs: asList<string | number>(amount).map(String) }
}

export function compileOutcome(outcome: OutcomeDocument): RuleOutcome {
  const { status, response_code, response_message, gateway_status_code, kvps } = outcome
  const { resolves, expires, drift, delay, fault } = outcome
  // Nothing is processed, so that nothing else has an effect; the check says so.
  if (fault?.at === 'before') return { fault: compileFault(fault) }
  return {
    ...(status !== undefined && { status }),
    ...(response_code !== undefined && { responseCode: response_code }),
    ...(response_message !== undefined && { responseMessage: maskCardNumbers(response_message) }),
    ...(gateway_status_code !== undefined && { gatewayStatusCode: gateway_status_code }),
    ...(kvps !== undefined && { kvps: maskedMembers(kvps) }),
    ...(resolves !== undefined && { resolves: asList(resolves).map(compileResolve) }),
    ...(expires !== undefined && { expires }),
    ...(drift !== undefined && { drift }),
    ...(delay !== undefined && { delayMs: milliseconds(delay) }),
    ...(fault !== undefined && { fault: compileFault(fault) }),
  }
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
