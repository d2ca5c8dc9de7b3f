import { redactText } from '../../base/redaction/redacted.ts'
import { isOf, linearOrder } from '../matching/rule-order.ts'
import type { Scenario, ScenarioRule } from '../rule.ts'
import type { ScenarioDocument } from '../scenario-document.ts'
import { compileRule } from './compile.ts'

export type FindScenario = (name: string) => ScenarioDocument | undefined

/** Scenarios that are composed already, such as the active ones. */
export type FindLoaded = (name: string) => Scenario | undefined

/**
 * A scenario with the rules of all that it extends behind its own. The rules are copies, so later
 * changes to the others do not affect it. The names in `extends` must be checked before.
 */
export function composeScenario(
  document: ScenarioDocument,
  find: FindScenario,
  loaded: FindLoaded = () => undefined,
): Scenario {
  const parts = new Map<string, ScenarioPart>()
  const gather = (part: ScenarioPart): void => {
    if (parts.has(part.name)) return
    parts.set(part.name, part)
    for (const base of part.bases) {
      const document = find(base)
      if (document !== undefined) gather(documentPart(document))
      else
        for (const one of loadedParts(base, loaded))
          if (!parts.has(one.name)) parts.set(one.name, one)
    }
  }
  gather(documentPart(document))
  const name = redactText(document.name)
  const order = linearOrder([name], (one) => parts.get(one)?.bases.map(redactText) ?? [])
  return {
    name,
    description: redactText(document.description ?? ''),
    rules: order.flatMap((one) => parts.get(one)?.rules ?? []),
    lineage: order.map((one) => ({ name: one, extends: parts.get(one)?.bases ?? [] })),
  }
}

/** A scenario without its bases: its own rules, and the names that it extends. */
interface ScenarioPart {
  readonly name: string
  readonly bases: readonly string[]
  readonly rules: readonly ScenarioRule[]
}

function documentPart(document: ScenarioDocument): ScenarioPart {
  const name = redactText(document.name)
  const rules = (document.rules ?? []).map(compileRule)
  return {
    name,
    bases: [...new Set(document.extends)],
    rules: rules.map((rule) => ({
      id: `${name}/${rule.name}`,
      rule: document.counts === 'run' ? { ...rule, counts: 'run' } : rule,
    })),
  }
}

/** A loaded scenario brings everything that it was composed of. */
function loadedParts(name: string, loaded: FindLoaded): readonly ScenarioPart[] {
  const base = loaded(name)
  if (base === undefined) throw new Error(`That there is a scenario '${name}' was not checked`)
  const lineage = base.lineage ?? [{ name: base.name, extends: [] }]
  return lineage.map((one) => ({
    name: one.name,
    bases: one.extends,
    rules: base.rules.filter(isOf(one.name)),
  }))
}

/** The scenarios by their stored names. */
export function amongLoaded(scenarios: readonly Scenario[]): FindLoaded {
  return (name) => scenarios.find((scenario) => scenario.name === redactText(name))
}
