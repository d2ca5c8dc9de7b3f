import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import type { Scenario, ScenarioRule } from '../rule.ts'
import type { ScenarioDocument } from '../scenario-document.ts'
import { compileRule } from './compile.ts'

export type FindScenario = (name: string) => ScenarioDocument | undefined

/** Scenarios that are composed already, such as those in force. */
export type FindLoaded = (name: string) => Scenario | undefined

/**
 * A scenario with the rules of all that it extends behind its own. They are copies: what becomes of
 * the others later does not change it. What `extends` names has been checked.
 */
export function composeScenario(
  document: ScenarioDocument,
  find: FindScenario,
  loaded: FindLoaded = () => undefined,
): Scenario {
  const byId = new Map<string, ScenarioRule>()
  const add = (rules: readonly ScenarioRule[], bases: readonly string[] = []): void => {
    for (const rule of rules) {
      if (!byId.has(rule.id)) byId.set(rule.id, rule)
    }
    for (const name of bases) {
      const base = find(name)
      if (base === undefined) add(loadedRules(name, loaded))
      else add(ownRules(base), base.extends)
    }
  }
  add(ownRules(document), document.extends)
  return {
    name: maskCardNumbers(document.name),
    description: maskCardNumbers(document.description ?? ''),
    rules: [...byId.values()],
  }
}

/** By their names as they are kept. */
export function amongLoaded(scenarios: readonly Scenario[]): FindLoaded {
  return (name) => scenarios.find((scenario) => scenario.name === maskCardNumbers(name))
}

function loadedRules(name: string, loaded: FindLoaded): readonly ScenarioRule[] {
  const base = loaded(name)
  if (base === undefined) throw new Error(`That there is a scenario '${name}' was not checked`)
  return base.rules
}

function ownRules({ name, rules = [] }: ScenarioDocument): readonly ScenarioRule[] {
  return rules.map((document, i) => {
    const rule = compileRule(document, i)
    return { id: `${maskCardNumbers(name)}/${rule.name}`, rule }
  })
}
