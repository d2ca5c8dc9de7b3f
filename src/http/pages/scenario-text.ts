import { redactStrangers } from '../../domain/redaction/redacted.ts'
import { shippedScenario } from '../../scenario/library.ts'
import { ruleName } from '../../scenario/reading/compile.ts'
import { draftScenario } from '../../scenario/reading/read.ts'

/** A scenario as it was written, redacted. */
export interface ScenarioText {
  readonly text: string
  /** The lines at which rules begin, by the ids of the rules. */
  readonly lines: ReadonlyMap<string, number>
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
