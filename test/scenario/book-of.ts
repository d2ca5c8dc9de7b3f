import { type Match, matchRules } from '../../src/scenario/matching/match.ts'
import {
  type RuleBook,
  scenarioBook,
  withTemporaryRules,
} from '../../src/scenario/matching/rule-book.ts'
import { temporaryRule } from '../../src/scenario/reading/compile.ts'
import { composeScenario } from '../../src/scenario/reading/compose.ts'
import type { Facts, RuleCount, Scenario, ScenarioRule } from '../../src/scenario/rule.ts'
import type { RuleDocument } from '../../src/scenario/scenario-document.ts'

/** The book that a world would make of these. */
export function ruleBook(
  scenarios: readonly Scenario[],
  temporaryRules: readonly ScenarioRule[],
): RuleBook {
  return withTemporaryRules(scenarioBook(scenarios), temporaryRules)
}

/** The book of one scenario that extends nothing. */
export function bookOf(
  rules: readonly RuleDocument[],
  temporaryRules: readonly RuleDocument[] = [],
) {
  const scenario = composeScenario({ name: 'own', rules }, () => undefined)
  return ruleBook(
    [scenario],
    temporaryRules.map((document, i) => temporaryRule(document, i + 1)),
  )
}

export const purchase: Facts = {
  operation: 'purchase',
  merchant: 1,
  method: 'card',
  amount: '5000',
  currency: 'AUD',
  pan: '4111111111111111',
  card_type: 'visa',
  cvv: '123',
  reference: 'ORDER-7',
  kvp: { SHOP: 'north', TILL: '4' },
}

export const debit: Facts = {
  operation: 'purchase',
  merchant: 1,
  method: 'direct_debit',
  amount: '5000',
  currency: 'AUD',
  bsb: '062-001',
  account_number: '12345678',
  reference: 'RENT-7',
}

/** Not secret: tests read the counts. */
export const fingerprint = (secret: string) => secret

/** Asks a book again and again, keeping the counts as a world would. */
export class Asker {
  readonly counts = new Map<string, RuleCount>()
  readonly #book: RuleBook
  readonly #seed: number

  constructor(book: RuleBook, seed = 1) {
    this.#book = book
    this.#seed = seed
  }

  ask(facts: Facts, open?: number): Match {
    const match = matchRules(this.#book, facts, {
      countOf: (key) => this.counts.get(key),
      seed: this.#seed,
      fingerprint,
      ...(open !== undefined && { open }),
    })
    for (const { key, count } of match.counts) this.counts.set(key, count)
    return match
  }

  /** The id of the first rule that shapes each of a number of equal requests. */
  series(facts: Facts, length: number): readonly (string | undefined)[] {
    return Array.from({ length }, () => this.ask(facts).rules[0]?.id)
  }
}
