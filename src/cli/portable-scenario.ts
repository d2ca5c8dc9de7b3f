import { readScenarioFile, withExtendedFiles } from '../runtime/scenario-file.ts'
import { loadScenario } from '../runtime/scenario-source.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario/document.ts'
import { scenarioFinder } from '../scenario/library.ts'

export interface PortableScenario {
  readonly document: ScenarioDocument
  readonly warnings: readonly string[]
}

/** A scenario file as a sandbox can take it, which sees none of the files beside it. */
export async function portableScenario(file: string): Promise<PortableScenario> {
  const { warnings } = await loadScenario(file)
  const root = await readScenarioFile(file)
  const files = (await withExtendedFiles(root)).map(({ document }) => document)
  if (files.length === 1) return { document: root.document, warnings }
  const parts = partsOf(root.document, await scenarioFinder(files))
  const isFile = ({ name }: ScenarioDocument) => files.some((part) => part.name === name)
  return { document: joined(root.document, parts, isFile), warnings }
}

/** The scenario and all that it extends, in the order in which their rules are asked. */
function partsOf(
  root: ScenarioDocument,
  find: (name: string) => ScenarioDocument | undefined,
): readonly ScenarioDocument[] {
  const parts = new Map<string, ScenarioDocument>()
  const add = (part: ScenarioDocument): void => {
    if (parts.has(part.name)) return
    parts.set(part.name, part)
    for (const base of (part.extends ?? []).flatMap((name) => find(name) ?? [])) add(base)
  }
  add(root)
  return [...parts.values()]
}

/** Shipped scenarios at the end stay named, so that their rules keep their names. */
function joined(
  root: ScenarioDocument,
  parts: readonly ScenarioDocument[],
  isFile: (part: ScenarioDocument) => boolean,
): ScenarioDocument {
  const end = parts.findLastIndex(isFile) + 1
  const { extends: _bases, ...rest } = root
  return {
    ...rest,
    extends: parts.slice(end).map(({ name }) => name),
    rules: parts.slice(0, end).flatMap((part) => (part === root ? ownRules(part) : named(part))),
  }
}

function ownRules({ rules = [] }: ScenarioDocument): readonly RuleDocument[] {
  return rules
}

/** Rules of another scenario carry its name, since two may have rules of one name. */
function named({ name, rules = [] }: ScenarioDocument): readonly RuleDocument[] {
  return rules.map((rule, i) => ({ ...rule, name: `${name}: ${rule.name ?? `rule ${i + 1}`}` }))
}
