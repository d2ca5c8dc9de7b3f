import { type Complaint, pathText } from '../../document/complaint.ts'
import { redactStrangers, redactText } from '../../domain/redaction/redacted.ts'
import { shippedScenario } from '../../scenario/library.ts'
import { ruleName } from '../../scenario/reading/compile.ts'
import { draftScenario, parseScenarioValue, readScenario } from '../../scenario/reading/read.ts'
import type { ScenarioText, TypedFile } from './visit.ts'

/** In characters: parsing this much YAML blocks other requests for some 100 ms. */
const LONGEST_YAML = 100_000

/** Reads a scenario that the user typed or uploaded, as YAML or JSON. */
export async function typedScenario(text: string): Promise<TypedFile> {
  if (text.length > LONGEST_YAML) {
    const value = jsonOf(text)
    return value === undefined ? unreadable : await checkedScenario(value)
  }
  const { document, errors, warnings } = await readScenario(text, 'scenario')
  const complaints = [...errors, ...warnings].map(redactedComplaint)
  return document === undefined ? { complaints } : { value: document, complaints }
}

/** Reads any other value that the user typed as YAML or JSON. */
export async function typedValue(text: string): Promise<TypedFile> {
  if (text.length > LONGEST_YAML) return unreadable
  const { readYaml } = await import('../../document/yaml-document.ts')
  const { text: read, complaints } = await readYaml(text, 'rule')
  const said = complaints.map(redactedComplaint)
  return read === undefined ? { complaints: said } : { value: read.value, complaints: said }
}

const unreadable: TypedFile = {
  complaints: [
    {
      line: 1,
      message: `YAML of more than ${LONGEST_YAML} characters is not read here: paste JSON, or use npx sandgate scenario load`,
    },
  ],
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, so it may be YAML.
    return undefined
  }
}

/** Checks a JSON value; its errors have no line numbers, which only the YAML parser knows. */
async function checkedScenario(given: unknown): Promise<TypedFile> {
  const { document, errors, warnings } = await parseScenarioValue(given)
  const complaints = [...errors, ...warnings].map((fault) =>
    redactedComplaint({ ...fault, line: 1 }),
  )
  return document === undefined ? { complaints } : { value: document, complaints }
}

/** Redacts the message, which may quote the input. */
function redactedComplaint({
  line,
  path,
  message,
}: Pick<Complaint, 'line' | 'path' | 'message'>): TypedFile['complaints'][number] {
  const what = path.length === 0 ? message : `${pathText(path)}: ${message}`
  return { line, message: redactText(what) }
}

/** From the text of its file, or as it ships; undefined if there is neither. */
export async function scenarioText(
  name: string,
  file: string | undefined,
): Promise<ScenarioText | undefined> {
  const given = file ?? (await shippedText(name))
  if (given === undefined) return undefined
  const text = redactStrangers(given).trimEnd()
  const { judged, locate } = await draftScenario(text, name)
  const rules = judged([]).document?.rules ?? []
  const lines = rules.map((rule, i): [string, number] => [
    `${name}/${ruleName(rule, i)}`,
    locate({ path: ['rules', i], message: '' }).line,
  ])
  return { text, lines: new Map(lines) }
}

/** A shipped scenario has no file in the bundle, so this is what a file would say. */
async function shippedText(name: string): Promise<string | undefined> {
  const shipped = await shippedScenario(name)
  if (shipped === undefined) return undefined
  const { default: yaml } = await import('yaml')
  return yaml.stringify(shipped, { lineWidth: 0 })
}
