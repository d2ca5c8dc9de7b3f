import { luhnCompleted } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import { compileGlob, type TextTest } from '../../../scenario/conditions/glob.ts'

/** The conditions of rules that are about numbers nobody may keep. */
const numberConditions = ['pan', 'cvv', 'account_number'] as const

export type NumberCondition = (typeof numberConditions)[number]

/** The one card number that a pattern leaves: itself, or what completes it. */
export function onlyPan(pattern: string): string | undefined {
  if (!/^[0-9?]{13,19}$/.test(pattern) || pattern.indexOf('?') !== pattern.lastIndexOf('?')) {
    return undefined
  }
  return luhnCompleted(pattern)
}

/** What the rules of a run ask of numbers, so that a substitute can be put to the same questions. */
export class NumberPatterns {
  readonly #patterns: Record<NumberCondition, Map<string, TextTest>> = {
    pan: new Map(),
    cvv: new Map(),
    account_number: new Map(),
  }

  /** Takes in every condition of a rule, a scenario, or several of them. */
  learn(document: unknown): void {
    if (Array.isArray(document)) for (const one of document) this.learn(one)
    if (!isPlainObject(document)) return
    for (const [key, value] of Object.entries(document)) {
      const condition = numberConditions.find((name) => name === key)
      if (condition === undefined) this.learn(value)
      else for (const pattern of [value].flat()) this.#add(condition, pattern)
    }
  }

  /** Whether rules treat two numbers alike, except rules that name the first one itself. */
  areAlike(condition: NumberCondition, one: string, other: string): boolean {
    for (const [pattern, test] of this.#patterns[condition]) {
      if (pattern !== one && test(one) !== test(other)) return false
    }
    return true
  }

  /** The same, where the rule that names a number stands as it is. */
  areSame(condition: NumberCondition, one: string, other: string): boolean {
    return [...this.#patterns[condition].values()].every((test) => test(one) === test(other))
  }

  #add(condition: NumberCondition, pattern: unknown): void {
    if (typeof pattern !== 'string' && typeof pattern !== 'number') return
    const text = String(pattern)
    // One that means a single number is written with that number's substitute.
    if (condition === 'pan' && onlyPan(text) !== undefined) return
    this.#patterns[condition].set(text, compileGlob(text))
  }
}
