import { didYouMean } from '../domain/nearest-word.ts'
import { problem } from '../domain/problem.ts'
import { compileRule } from './compile.ts'
import type { ScenarioDocument } from './document.ts'
import type { Scenario, ScenarioRule } from './rule.ts'

export type FindScenario = (name: string) => ScenarioDocument | undefined

/**
 * A scenario with the rules of all that it extends behind its own. `known` are the names to
 * propose for one that is not found.
 */
export function composeScenario(
  document: ScenarioDocument,
  find: FindScenario,
  known: readonly string[] = [],
): Scenario {
  const byId = new Map<string, ScenarioRule>()
  const add = (part: ScenarioDocument, above: readonly string[]): void => {
    for (const rule of ownRules(part)) {
      if (!byId.has(rule.id)) byId.set(rule.id, rule)
    }
    for (const [i, name] of (part.extends ?? []).entries()) {
      const line = [...above, part.name]
      if (line.includes(name)) {
        const circle = [...line, name].join(' -> ')
        throw problem('invalid_format', `Scenarios extend each other in a circle: ${circle}`, [
          'extends',
          i,
        ])
      }
      const base = find(name)
      if (base === undefined) {
        const message = `Scenario '${part.name}' extends '${name}', which does not exist`
        throw problem('not_found', message + didYouMean(name, known), ['extends', i])
      }
      add(base, line)
    }
  }
  add(document, [])
  return {
    name: document.name,
    description: document.description ?? '',
    rules: [...byId.values()],
  }
}

function ownRules({ name, rules = [] }: ScenarioDocument): readonly ScenarioRule[] {
  return rules.map((document, i) => {
    const rule = compileRule(document, i)
    return { id: `${name}/${rule.name}`, rule }
  })
}
