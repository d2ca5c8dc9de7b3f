import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { didYouMean } from '../domain/nearest-word.ts'
import { complaintText } from '../scenario/complaint.ts'
import type { ScenarioDocument } from '../scenario/document.ts'
import { shippedNames } from '../scenario/library.ts'
import { readScenario } from '../scenario/read.ts'
import { unreadable } from './read-failure.ts'
import { StartError } from './start-error.ts'

export const scenarioEndings = ['.yaml', '.yml', '.json'] as const

export interface ScenarioFile {
  readonly file: string
  readonly text: string
  readonly document: ScenarioDocument
  readonly warnings: readonly string[]
}

/** A scenario file by itself, or all that is wrong with it. */
export async function readScenarioFile(file: string): Promise<ScenarioFile> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unreadable('scenario file', file, cause)
  })
  const { document, errors, warnings } = await readScenario(text, file)
  if (document === undefined) throw new StartError(errors.map(complaintText).join('\n'), true)
  return { file, text, document, warnings: warnings.map(complaintText) }
}

/** The file with all files beside it that it extends, directly or not. */
export async function withExtendedFiles(root: ScenarioFile): Promise<readonly ScenarioFile[]> {
  const files = [root]
  for (const part of files) {
    for (const [i, name] of (part.document.extends ?? []).entries()) {
      if (shippedNames.includes(name) || files.some(({ document }) => document.name === name)) {
        continue
      }
      files.push((await siblingOf(part, name)) ?? (await refuseUnknown(part, name, i)))
    }
  }
  return files
}

async function siblingOf({ file }: ScenarioFile, name: string): Promise<ScenarioFile | undefined> {
  const paths = scenarioEndings.map((ending) => join(dirname(file), name + ending))
  const path = paths.find((candidate) => existsSync(candidate))
  if (path === undefined) return undefined
  const found = await readScenarioFile(path)
  if (found.document.name === name) return found
  const message = `${path} is extended as '${name}', but its name is '${found.document.name}'`
  throw new StartError(message, true)
}

async function refuseUnknown(
  { file, text }: ScenarioFile,
  name: string,
  i: number,
): Promise<never> {
  const proposal = didYouMean(name, shippedNames) || `, nor a file ${name}.yaml beside this one`
  const message = `there is no scenario '${name}'${proposal}`
  const fault = { path: ['extends', i], message }
  const { readYaml } = await import('../scenario/yaml-document.ts')
  const place = (await readYaml(text, file)).text?.locate(fault)
  throw new StartError(place === undefined ? `${file}: ${message}` : complaintText(place), true)
}
