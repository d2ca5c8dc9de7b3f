import type { RuleAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import { whenText } from '../../words/rule.ts'

/** So many rules are on the page together; a scenario may have ten thousand. */
const MOST = 200

/** Some of the rules of one list. */
export interface FoundRules {
  readonly shown: readonly RuleAnswer[]
  /** How many match besides. */
  readonly more: number
}

/** Those that have the text in their name, their conditions or their outcome, as many as fit on a page. */
export class RuleFinder {
  readonly #wanted: string
  #left = MOST

  constructor(wanted: string) {
    this.#wanted = wanted.trim().toLowerCase()
  }

  find(rules: readonly RuleAnswer[]): FoundRules {
    const found = this.#wanted === '' ? rules : rules.filter((rule) => this.#matches(rule))
    const shown = found.slice(0, this.#left)
    this.#left -= shown.length
    return { shown, more: found.length - shown.length }
  }

  #matches({ name, when, effect }: RuleAnswer): boolean {
    const texts = [name, effect, whenText(when)]
    return texts.some((text) => text.toLowerCase().includes(this.#wanted))
  }
}
