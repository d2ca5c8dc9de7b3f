import { redactText } from '../../domain/redaction/redacted.ts'
import { isOf, linearOrder } from '../matching/rule-order.ts'
import type { Rule, Scenario, ScenarioRule } from '../rule.ts'
import type { ScenarioDocument } from '../scenario-document.ts'
import { compileRule } from './compile.ts'

export type FindScenario = (name: string) => ScenarioDocument | undefined

/** Scenarios that are composed already, such as those in force. */
export type FindLoaded = (name: string) => Scenario | undefined

interface ComposeOptions {
  readonly loaded?: FindLoaded
  /** The rules of documents that were compiled when they were checked. */
  readonly compiled?: ReadonlyMap<ScenarioDocument, readonly Rule[]>
}

/**
 * A scenario with the rules of all that it extends behind its own. They are copies: what becomes of
 * the others later does not change it. What `extends` names has been checked.
 */
export function composeScenario(
  document: ScenarioDocument,
  find: FindScenario,
  { loaded = () => undefined, compiled = new Map() }: ComposeOptions = {},
): Scenario {
  const parts = new Map<string, ScenarioPart>()
  const partOf = (one: ScenarioDocument) =>
    documentPart(one, compiled.get(one) ?? (one.rules ?? []).map(compileRule))
  const gather = (part: ScenarioPart): void => {
    if (parts.has(part.name)) return
    parts.set(part.name, part)
    for (const base of part.bases) {
      const document = find(base)
      if (document !== undefined) gather(partOf(document))
      else
        for (const one of loadedParts(base, loaded))
          if (!parts.has(one.name)) parts.set(one.name, one)
    }
  }
  gather(partOf(document))
  const name = redactText(document.name)
  const order = linearOrder([name], (one) => parts.get(one)?.bases.map(redactText) ?? [])
  return {
    name,
    description: redactText(document.description ?? ''),
    rules: order.flatMap((one) => parts.get(one)?.rules ?? []),
    lineage: order.map((one) => ({ name: one, extends: parts.get(one)?.bases ?? [] })),
  }
}

/** A scenario by itself: its own rules, and the names of those behind it. */
interface ScenarioPart {
  readonly name: string
  readonly bases: readonly string[]
  readonly rules: readonly ScenarioRule[]
}

function documentPart(document: ScenarioDocument, rules: readonly Rule[]): ScenarioPart {
  const name = redactText(document.name)
  return {
    name,
    bases: [...new Set(document.extends)],
    rules: rules.map((rule) => ({ id: `${name}/${rule.name}`, rule })),
  }
}

/** One that is loaded brings all that it was composed of. */
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

/** By their names as they are kept. */
export function amongLoaded(scenarios: readonly Scenario[]): FindLoaded {
  return (name) => scenarios.find((scenario) => scenario.name === redactText(name))
}
