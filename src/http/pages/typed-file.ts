import type { Complaint } from '../../document/complaint.ts'
import { pathText } from '../../document/complaint.ts'
import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import { readScenario } from '../../scenario/reading/read.ts'
import type { TypedFile } from './visit.ts'

/** A scenario that someone typed or chose, as YAML or JSON. */
export async function typedScenario(text: string): Promise<TypedFile> {
  const { document, errors, warnings } = await readScenario(text, 'scenario')
  const complaints = [...errors, ...warnings].map(told)
  return document === undefined ? { complaints } : { value: document, complaints }
}

/** Anything else that was typed as YAML or JSON. */
export async function typedValue(text: string): Promise<TypedFile> {
  const { readYaml } = await import('../../document/yaml-document.ts')
  const { text: read, complaints } = await readYaml(text, 'rule')
  const said = complaints.map(told)
  return read === undefined ? { complaints: said } : { value: read.value, complaints: said }
}

/** Complaints may quote what they are about. */
function told({ line, path, message }: Complaint): TypedFile['complaints'][number] {
  const what = path.length === 0 ? message : `${pathText(path)}: ${message}`
  return { line, message: maskWritten(what) }
}
