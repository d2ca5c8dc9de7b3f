import { type Complaint, locatedMessage } from '../../base/documents/complaint.ts'
import { redactStrangers } from '../../base/redaction/redacted.ts'
import { builtInScenario } from '../../scenario/library.ts'
import { ruleName } from '../../scenario/reading/compile.ts'
import { draftScenario, readScenario } from '../../scenario/reading/read.ts'

/** YAML or JSON as typed: its value, or its errors with their places. */
export interface TypedFile {
  readonly value?: unknown
  readonly complaints: readonly { readonly line: number; readonly message: string }[]
}

/** A scenario as it was written, redacted. */
export interface ScenarioText {
  readonly text: string
  /** The lines at which rules begin, by the ids of the rules. */
  readonly lines: ReadonlyMap<string, number>
}

/** Reads a scenario that the user typed or uploaded, as YAML or JSON. */
export async function typedScenario(text: string): Promise<TypedFile> {
  const { document, errors, warnings } = await readScenario(text, 'scenario')
  return typedFile(document, [...errors, ...warnings])
}

/** Before a rule that is the only one of a scenario. */
const aboveRule = ['name: typed', 'rules:', '  -']

/** Reads one rule that the user typed, as YAML or JSON. */
export async function typedRule(text: string): Promise<TypedFile> {
  const lines = text.split(/\r?\n/).map((line) => `    ${line}`)
  const { document, errors } = await readScenario([...aboveRule, ...lines].join('\n'), 'rule')
  const own = errors.map((one) => {
    const line = Math.max(1, one.line - aboveRule.length)
    return { ...one, line, path: one.path.slice(2) }
  })
  return typedFile(document?.rules?.[0], own)
}

function typedFile(value: unknown, complaints: readonly Complaint[]): TypedFile {
  const shown = complaints.map((one) => ({ line: one.line, message: locatedMessage(one) }))
  return value === undefined ? { complaints: shown } : { value, complaints: shown }
}

/** From the text of its file, or as it ships; undefined if there is neither. */
export async function scenarioText(
  name: string,
  file: string | undefined,
): Promise<ScenarioText | undefined> {
  const given = file ?? (await builtInText(name))
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
async function builtInText(name: string): Promise<string | undefined> {
  const shipped = await builtInScenario(name)
  if (shipped === undefined) return undefined
  const { default: yaml } = await import('yaml')
  return yaml.stringify(shipped, { lineWidth: 0 })
}
