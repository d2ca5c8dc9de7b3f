import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { complaintText, type Fault } from '../../base/documents/complaint.ts'
import { builtInAmong, builtInNames } from '../../scenario/library.ts'
import { circularBases, type KnownScenarios, unknownBases } from '../../scenario/reading/outline.ts'
import { draftScenario, type ScenarioDraft } from '../../scenario/reading/read.ts'
import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import { readNamed, unreadable } from '../named-file.ts'
import { StartError } from '../start-error.ts'

export const scenarioEndings = ['.yaml', '.yml', '.json'] as const

export interface ScenarioFile {
  readonly file: string
  readonly text: string
  readonly document: ScenarioDocument
  readonly warnings: readonly string[]
  /** The position of a path in the file. */
  readonly locate: ScenarioDraft['locate']
}

/** A file, and those beside it that it extends. */
type ScenarioFiles = readonly [ScenarioFile, ...ScenarioFile[]]

/** Names of loaded scenarios that a file may extend, besides shipped ones and files beside it. */
export type LoadedNames = () => readonly string[] | Promise<readonly string[]>

/**
 * Reads a scenario file and all files beside it that it extends, directly or not; otherwise reports
 * everything wrong with any of them.
 */
export async function readScenarioFiles(
  file: string,
  loadedNames: LoadedNames,
): Promise<ScenarioFiles> {
  const root = await draftFile(file)
  const drafts = await withSiblings(root)
  const known = await knownScenarios(drafts, loadedNames)
  const files = [...new Set(drafts.values())]
  const circular = circularBases(files.map(({ outline }) => outline))
  const read = files.map((draft) => {
    const { outline } = draft
    const faults = [
      ...unknownBases(outline, known),
      ...misnamed(draft, drafts),
      ...circular(outline),
    ]
    const { file, text, locate } = draft
    return { file, text, locate, ...draft.judged(faults) }
  })
  const errors = read.flatMap((part) => part.errors.map(complaintText))
  const [first, ...others] = read.flatMap(({ document, warnings, ...part }) =>
    document ? [{ ...part, document, warnings: warnings.map(complaintText) }] : [],
  )
  if (errors.length > 0 || first === undefined) throw new StartError(errors.join('\n'), true)
  return [first, ...others]
}

interface FileDraft extends ScenarioDraft {
  readonly file: string
  readonly text: string
}

/** Drafts by the name used in `extends`. */
type Drafts = ReadonlyMap<string, FileDraft>

async function draftFile(file: string): Promise<FileDraft> {
  const text = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('scenario file', file, cause)
  })
  return { file, text, ...(await draftScenario(text, file)) }
}

async function withSiblings(root: FileDraft): Promise<Drafts> {
  const drafts = new Map([[root.outline.name ?? '', root]])
  for (const { outline } of drafts.values()) {
    for (const { name } of outline.bases) {
      const path = builtInNames.includes(name) ? undefined : siblingOf(root.file, name)
      if (path !== undefined && !drafts.has(name)) drafts.set(name, await draftFile(path))
    }
  }
  return drafts
}

function siblingOf(file: string, name: string): string | undefined {
  const paths = scenarioEndings.map((ending) => join(dirname(file), name + ending))
  return paths.find((path) => existsSync(path))
}

async function knownScenarios(drafts: Drafts, loadedNames: LoadedNames): Promise<KnownScenarios> {
  const names = [...drafts.values()].flatMap(({ outline }) => outline.bases.map(({ name }) => name))
  const shipped = await builtInAmong(names, (name) => drafts.has(name))
  const isHere = (name: string) => drafts.has(name) || shipped.has(name)
  // Fetch the loaded names only if one is missing here.
  const loaded = names.every(isHere) ? [] : await loadedNames()
  return {
    isKnown: (name) => isHere(name) || loaded.includes(name),
    names: [...builtInNames, ...loaded],
    elsewhere: (name) => `, nor a file ${name}.yaml beside this one`,
  }
}

/** A file is found by its file name, so the name inside must be the same. */
function misnamed({ outline }: FileDraft, drafts: Drafts): readonly Fault[] {
  return outline.bases.flatMap(({ name, index }) => {
    const draft = drafts.get(name)
    const inside = draft?.outline.name
    if (draft === undefined || inside === undefined || inside === name) return []
    const message = `${draft.file} is extended as '${name}', but its name is '${inside}'`
    return [{ path: ['extends', index], message }]
  })
}

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
  return { document: wholeDocument(files), warnings: files.flatMap((part) => part.warnings) }
}

/** The document of the first file, with those that it extends in place of their names. */
export function wholeDocument([root, ...others]: ScenarioFiles): ScenarioDocument {
  const beside = new Map(others.map(({ document }) => [document.name, document]))
  return withBases(root.document, beside)
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
