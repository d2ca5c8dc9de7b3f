import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import { type LoadedNames, readScenarioFiles } from './scenario-file.ts'

export interface PortableScenario {
  readonly document: ScenarioDocument
  readonly warnings: readonly string[]
}

/** A scenario file in a form that a running sandbox can load without seeing the files beside it. */
export async function portableScenario(
  file: string,
  loadedNames: LoadedNames,
): Promise<PortableScenario> {
  const files = await readScenarioFiles(file, loadedNames)
  const [{ document: root }, ...others] = files
  const beside = new Map(others.map(({ document }) => [document.name, document]))
  return {
    document: withBases(root, beside),
    warnings: files.flatMap((part) => part.warnings),
  }
}

/** In `extends`, the control API accepts a document instead of a name. */
function withBases(
  document: ScenarioDocument,
  beside: ReadonlyMap<string, ScenarioDocument>,
): ScenarioDocument {
  if (document.extends === undefined || beside.size === 0) return document
  const bases: readonly unknown[] = document.extends.map((name) => {
    const base = beside.get(name)
    return base === undefined ? name : withBases(base, beside)
  })
  return { ...document, extends: bases as readonly string[] }
}
