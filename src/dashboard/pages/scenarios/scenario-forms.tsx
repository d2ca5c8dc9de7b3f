import { numberText } from '../../../domain/money.ts'
import { redactStrangers } from '../../../domain/redaction/redacted.ts'
import type { TypedFile, Visit } from '../../../http/pages/visit.ts'
import type { RuleDocument, ScenarioDocument } from '../../../scenario/scenario-document.ts'
import { asked } from '../../asked.ts'
import { Form } from '../../layout/form.tsx'
import type { Frame } from '../../layout/frame.ts'
import {
  type ActionResult,
  type Detail,
  done,
  type FormAction,
  refusedBy,
  type TypedDraft,
} from '../../notices.ts'
import { pageAddress } from '../../words/address.ts'
import { counted } from '../../words/numbers.ts'

const example = `name: my-scenario
description: The next big purchase is declined.
extends: [default]
rules:
  - name: short of money
    when: { operation: purchase, amount: { min: 50000 } }
    times: 1
    outcome: { status: declined, response_code: "51" }
`

/** A scenario as text or as a file; what is wrong with it stands at its line. */
export function PastePanel({ frame: { visit, notice } }: { frame: Frame }) {
  if (visit.isReadOnly) return null
  const draft = notice?.draft
  return (
    <section class="panel" aria-labelledby="paste-title">
      <h2 id="paste-title">Load a scenario file</h2>
      {draft !== undefined && <Faults draft={draft} />}
      <Form
        visit={visit}
        action="paste"
        class="stacked drop"
        id="paste"
        hasFile
        back={pageAddress(visit, '/scenarios')}
      >
        <div class="field full">
          <label for="scenario-text">Scenario (YAML or JSON)</label>
          <textarea id="scenario-text" name="text" spellcheck={false}>
            {`\n${draft?.source ?? example}`}
          </textarea>
        </div>
        <div class="field">
          <label for="scenario-file">Or a file</label>
          <input id="scenario-file" name="file" type="file" accept=".yaml,.yml,.json" />
        </div>
        <button type="submit" class="strong">
          Load
        </button>
      </Form>
    </section>
  )
}

function Faults({ draft: { source, complaints } }: { draft: TypedDraft }) {
  const lines = source.split(/\r?\n/)
  const last = Math.max(lines.length, ...complaints.map(({ line }) => line))
  return (
    <ol class="source mono" aria-label="Faults at their lines">
      {Array.from({ length: last }, (_, i) => {
        const found = complaints.filter(({ line }) => line === i + 1)
        return (
          <li class={found.length > 0 ? 'faulty' : undefined} id={`line-${i + 1}`}>
            {lines[i]}
            {found.map(({ message }) => (
              <p class="complaint" role="alert">
                line {i + 1}: {message}
              </p>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

const ruleExample = `when: { operation: purchase }
outcome: { status: declined, response_code: "05" }
`

/** One rule in front of all others, for one request unless it says how many. */
export function RulePanel({ frame: { visit } }: { frame: Frame }) {
  if (visit.isReadOnly) return null
  return (
    <section class="panel" aria-labelledby="rule-title" id="rule">
      <h2 id="rule-title">One-shot rule</h2>
      <p class="soft">For the next request that matches, before all scenarios.</p>
      <Form
        visit={visit}
        action="rule"
        class="stacked"
        id="rule-form"
        back={pageAddress(visit, '/scenarios')}
      >
        <div class="field full">
          <label for="rule-text">Rule (YAML or JSON)</label>
          <textarea id="rule-text" name="text" class="short" spellcheck={false} required>
            {`\n${visit.query.rule ?? ruleExample}`}
          </textarea>
        </div>
        <button type="submit">Add rule</button>
      </Form>
    </section>
  )
}

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
