import { numberText } from '../../domain/money.ts'
import { redactStrangers } from '../../domain/redaction/redacted.ts'
import type { TypedFile, Visit } from '../../http/pages/visit.ts'
import type { RuleDocument, ScenarioDocument } from '../../scenario/scenario-document.ts'
import { asked } from '../asked.ts'
import { type ActionResult, type Detail, done, type FormAction, refusedBy } from '../notices.ts'
import { pageAddress } from '../words/address.ts'
import { counted } from '../words/numbers.ts'

// The control API checks what was typed, whatever the type says.
export const loadScenario: FormAction = async (visit, { name = '' }) => {
  await asked(visit, 'loadScenario', { name })
  return done(`${name} is loaded and has the highest priority.`)
}

export const unloadScenario: FormAction = async (visit, { name = '' }) => {
  await asked(visit, 'unloadScenario', name)
  return done(`${name} is unloaded.`)
}

/** A scenario as text; a file wins over what was typed. */
export const pasteScenario: FormAction = async (visit, { text = '', file = '' }) => {
  const source = file === '' ? text : file
  const read = await visit.readScenario(source)
  if (read.value === undefined) return faulty(visit, source, read)
  await asked(visit, 'loadScenario', read.value as ScenarioDocument)
  const { name } = read.value as { readonly name: string }
  return done(`${name} is loaded and has the highest priority.`, complaintLines(read))
}

/** One rule for the next request that meets it. */
export const addRule: FormAction = async (visit, { text = '' }) => {
  const read = await visit.readValue(text)
  if (read.value === undefined || read.complaints.length > 0) {
    return refusedBy('The rule cannot be read.', complaintLines(read))
  }
  const rule = await asked(visit, 'addRule', read.value as RuleDocument)
  const warnings = rule.warnings.slice(0, MOST_LINES).map(({ message }) => ({ text: message }))
  return done(`${rule.name} waits for its request: ${rule.effect}.`, warnings)
}

/** Back to the text, each complaint at its line. */
function faulty(visit: Visit, source: string, { complaints }: TypedFile): ActionResult {
  const text = `Nothing was loaded: ${counted(complaints.length, 'fault')} in this file.`
  const to = pageAddress(visit, '/scenarios')
  // A long file is better looked at in an editor.
  if (source.length > LONGEST_DRAFT) {
    return { notice: { kind: 'refused', text, details: complaintLines({ complaints }) }, to }
  }
  const draft = { source: redactStrangers(source), complaints: complaints.slice(0, MOST_LINES) }
  return { notice: { kind: 'refused', text, draft }, to }
}

const LONGEST_DRAFT = 64 * 1024
const MOST_LINES = 50

function complaintLines({ complaints }: TypedFile): readonly Detail[] {
  const lines = complaints.slice(0, MOST_LINES)
  const more = complaints.length - lines.length
  return [
    ...lines.map(({ line, message }) => ({ text: `line ${line}: ${message}` })),
    ...(more > 0 ? [{ text: `and ${numberText(more)} more` }] : []),
  ]
}
