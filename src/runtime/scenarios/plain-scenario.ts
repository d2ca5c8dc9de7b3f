import { complaintText, type Fault } from '../../document/complaint.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { shippedNames } from '../../scenario/library.ts'
import { outlineOf } from '../../scenario/reading/outline.ts'
import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import { readNamed } from '../named-file.ts'

export interface PlainScenario {
  readonly document: ScenarioDocument
  /** What is said about a place in it, with its line. */
  readonly complain: (fault: Fault) => string
}

/**
 * What a scenario file says, for a sandbox that checks it anyway. Undefined where the file needs a
 * closer look: it cannot be read, is not good YAML, or extends something beside it.
 */
export async function plainScenario(file: string): Promise<PlainScenario | undefined> {
  const { readYaml } = await import('../../document/yaml-document.ts')
  const text = await readNamed(file).catch(() => undefined)
  if (text === undefined) return undefined
  const read = await readYaml(text, file)
  if (read.text === undefined || read.complaints.length > 0) return undefined
  const { value, locate } = read.text
  const isShipped = outlineOf(value).bases.every(({ name }) => shippedNames.includes(name))
  if (!isPlainObject(value) || !isShipped) return undefined
  // Nobody has checked it yet: the sandbox does.
  const document = value as unknown as ScenarioDocument
  return { document, complain: (fault) => complaintText(locate(fault)) }
}
