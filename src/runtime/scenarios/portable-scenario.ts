import { scenarioFinder } from '../../scenario/library.ts'
import type { RuleDocument, ScenarioDocument } from '../../scenario/scenario-document.ts'
import { StartError } from '../start-error.ts'
import { type LoadedNames, readScenarioFiles } from './scenario-file.ts'

export interface PortableScenario {
  readonly document: ScenarioDocument
  readonly warnings: readonly string[]
}

/** A scenario file as a running sandbox can take it, which sees none of the files beside it. */
export async function portableScenario(
  file: string,
  loadedNames: LoadedNames,
): Promise<PortableScenario> {
  const files = await readScenarioFiles(file, loadedNames)
  const documents = files.map(({ document }) => document)
  const warnings = files.flatMap((part) => part.warnings)
  const [{ document: root }, ...others] = files
  if (others.length === 0) return { document: root, warnings }
  const parts = partsOf(root, await scenarioFinder(documents))
  const end = parts.findLastIndex(({ document }) => document && documents.includes(document)) + 1
  return { document: joined(root, parts.slice(0, end), parts.slice(end), file), warnings }
}

interface Part {
  readonly name: string
  /** Nothing where only the sandbox knows it. */
  readonly document: ScenarioDocument | undefined
}

/** The scenario and all that it extends, in the order in which their rules are asked. */
function partsOf(
  root: ScenarioDocument,
  find: (name: string) => ScenarioDocument | undefined,
): readonly Part[] {
  const parts = new Map<string, Part>()
  const add = (name: string, document: ScenarioDocument | undefined): void => {
    if (parts.has(name)) return
    parts.set(name, { name, document })
    for (const base of document?.extends ?? []) add(base, find(base))
  }
  add(root.name, root)
  return [...parts.values()]
}

/** What is behind all files stays named, so that its rules keep their names. */
function joined(
  root: ScenarioDocument,
  parts: readonly Part[],
  behind: readonly Part[],
  file: string,
): ScenarioDocument {
  const { extends: _bases, ...rest } = root
  const rules = parts.flatMap(({ name, document }) => {
    if (document !== undefined) return document === root ? ownRules(document) : named(document)
    const message = `${file}: '${name}' is not a file, so a file cannot come after it in 'extends'`
    throw new StartError(`${message}; name it last`, true)
  })
  return { ...rest, extends: behind.map(({ name }) => name), rules }
}

function ownRules({ rules = [] }: ScenarioDocument): readonly RuleDocument[] {
  return rules
}

/** Rules of another scenario carry its name, since two may have rules of one name. */
function named({ name, rules = [] }: ScenarioDocument): readonly RuleDocument[] {
  return rules.map((rule, i) => ({ ...rule, name: `${name}: ${rule.name ?? `rule ${i + 1}`}` }))
}
