import { readScenarioFile, withExtendedFiles } from '../runtime/scenario-file.ts'
import { loadScenario } from '../runtime/scenario-source.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario/document.ts'
import { scenarioFinder } from '../scenario/library.ts'

export interface PortableScenario {
  readonly document: ScenarioDocument
  readonly warnings: readonly string[]
}

/** A scenario file as a sandbox elsewhere can take it, which sees none of the files beside it. */
export async function portableScenario(file: string): Promise<PortableScenario> {
  const { warnings } = await loadScenario(file)
  const root = await readScenarioFile(file)
  const files = await withExtendedFiles(root)
  const { document } = root
  if (files.length === 1) return { document, warnings }
  const find = await scenarioFinder(files.map((part) => part.document))
  const { extends: _bases, ...rest } = document
  return { document: { ...rest, rules: allRules(document, find) }, warnings }
}

/** In the order in which they are asked; those of another scenario carry its name. */
function allRules(
  root: ScenarioDocument,
  find: (name: string) => ScenarioDocument | undefined,
): readonly RuleDocument[] {
  const seen = new Set<string>()
  const rulesOf = (part: ScenarioDocument): readonly RuleDocument[] => {
    if (seen.has(part.name)) return []
    seen.add(part.name)
    const own = (part.rules ?? []).map((rule, i) => (part === root ? rule : named(part, rule, i)))
    const bases = (part.extends ?? []).flatMap((name) => find(name) ?? [])
    return [...own, ...bases.flatMap(rulesOf)]
  }
  return rulesOf(root)
}

function named({ name }: ScenarioDocument, rule: RuleDocument, index: number): RuleDocument {
  return { ...rule, name: `${name}: ${rule.name ?? `rule ${index + 1}`}` }
}
