import { redactStrangers } from '../../../base/redaction/redacted.ts'
import { counted, numberText } from '../../../base/text/counted.ts'
import type { TypedFile } from '../../../control/pages/typed-file.ts'
import type { Visit } from '../../../control/pages/visit.ts'
import type { RuleDocument, ScenarioDocument } from '../../../scenario/scenario-document.ts'
import { ControlRefusal, callControl } from '../../control-call.ts'
import { done, Field, Form, type FormResult, type PageForm } from '../../layout/form.tsx'
import type { Frame, PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import type { NoticeDetail, RefusedScenario } from '../../notices.ts'
import { Panel } from '../../parts/table.tsx'
import { pageAddress } from '../../words/address.ts'

const example = `name: my-scenario
description: The next big purchase is declined.
extends: [default]
rules:
  - name: short of money
    when: { operation: purchase, amount: { min: 50000 } }
    times: 1
    outcome: { status: declined, response_code: "51" }
`

const endings = '.yaml,.yml,.json'

/** A scenario as text or as a file; what is wrong with it is shown at its line. */
export function PastePanel({ frame: { visit, notice } }: { frame: Frame }) {
  if (visit.isReadOnly) return null
  const draft = notice?.draft?.of === 'file' ? notice.draft : undefined
  return (
    <details class="panel" id="load-file" open={draft !== undefined}>
      <summary>Load a scenario file</summary>
      {draft && <Source {...draft} label="Errors by line" anchor="line-" />}
      <Form visit={visit} form={pasteScenario} class="stacked" id="paste" hasFile back="/scenarios">
        <Field
          {...{ name: 'text', id: 'scenario-text', label: 'Scenario (YAML or JSON)', isText: true }}
          value={draft?.source ?? example}
        />
        <Field name="file" id="scenario-file" label="Or a file" type="file" accept={endings} />
        <button type="submit" class="strong">
          Load
        </button>
      </Form>
    </details>
  )
}

interface SourceProps {
  readonly source: string
  /** Of the list; before the number of a line in its address. */
  readonly label: string
  readonly anchor: string
  readonly complaints?: RefusedScenario['complaints']
}

/** A scenario as it was written, each line with a number, an address and what is wrong there. */
function Source({ source, label, anchor, complaints = [] }: SourceProps) {
  const lines = source.split(/\r?\n/)
  const last = Math.max(lines.length, ...complaints.map(({ line }) => line))
  return (
    <ol class="source mono" aria-label={label} tabindex={0}>
      {Array.from({ length: last }, (_, i) => {
        const found = complaints.filter(({ line }) => line === i + 1)
        return (
          <li class={found.length > 0 ? 'faulty' : undefined} id={`${anchor}${i + 1}`}>
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

export const scenarioTextRoute: PageRoute = {
  path: '/scenarios/{name}',
  async show(frame, { name = '' }) {
    const found = await frame.visit.scenarioText(name)
    if (found === undefined) {
      const error_message = `The source of the scenario '${name}' is not available: it is neither built in nor a file that this sandbox was started with`
      throw new ControlRefusal(404, [{ error_code: 'not_found', error_message, location: [] }])
    }
    return renderPage(
      { frame, title: name, section: 'Scenarios', isLive: false },
      <>
        <h1>{name}</h1>
        <Source source={found.text} label={`Text of ${name}`} anchor="L" />
      </>,
    )
  },
}

const ruleExample = `when: { operation: purchase }
outcome: { status: declined, response_code: "05" }
`

/** A rule with the highest priority, for one request unless it says how many. */
export function RulePanel({ frame: { visit, notice } }: { frame: Frame }) {
  if (visit.isReadOnly) return null
  const draft = notice?.draft?.of === 'rule' ? notice.draft : undefined
  return (
    <Panel id="rule" title="Temporary rule">
      <p class="soft">
        Applies to the next request that matches, and takes precedence over all scenarios.
      </p>
      {draft && <Source {...draft} label="Errors by line" anchor="line-" />}
      <Form visit={visit} form={addRule} class="stacked" id="rule-form" back="/scenarios">
        <Field
          {...{ name: 'text', id: 'rule-text', label: 'Rule (YAML or JSON)', isText: true }}
          {...{ rows: 4, required: true, value: draft?.source ?? visit.query.rule ?? ruleExample }}
        />
        <button type="submit">Add rule</button>
      </Form>
    </Panel>
  )
}

/** From the library. */
export const loadBuiltIn: PageForm = {
  name: 'load',
  async handle(visit, { name = '' }) {
    await callControl(visit, 'loadScenario', { name })
    return loaded(name)
  },
}

export const unloadScenario: PageForm = {
  name: 'unload',
  async handle(visit, { name = '' }) {
    await callControl(visit, 'unloadScenario', name)
    return done(`${name} is unloaded.`)
  },
}

/** A scenario as text; a file wins over what was typed. */
export const pasteScenario: PageForm = {
  name: 'paste',
  async handle(visit, { text = '', file = '' }) {
    const source = file === '' ? text : file
    const read = await visit.readScenario(source)
    if (read.value === undefined) return faulty(visit, 'file', source, read)
    // The control API checks the value, whatever the type says.
    const document = read.value as ScenarioDocument
    await callControl(visit, 'loadScenario', document)
    return loaded(document.name, read)
  },
}

function loaded(name: string, read: TypedFile = { complaints: [] }): FormResult {
  return done(`${name} is loaded and has the highest priority.`, complaintLines(read))
}

/** One rule for the next request that matches it. */
export const addRule: PageForm = {
  name: 'rule',
  async handle(visit, { text = '' }) {
    const read = await visit.readRule(text)
    if (read.value === undefined) return faulty(visit, 'rule', text, read)
    const rule = await callControl(visit, 'addRule', read.value as RuleDocument)
    const warnings = rule.warnings.slice(0, MOST_LINES).map(({ message }) => ({ text: message }))
    return done(`${rule.name} applies to the next matching request: ${rule.effect}.`, warnings)
  },
}

/** Back to the text, each complaint at its line. */
function faulty(
  visit: Visit,
  of: RefusedScenario['of'],
  source: string,
  { complaints }: TypedFile,
): FormResult {
  const text = `Nothing was loaded: this ${of} has ${counted(complaints.length, 'error')}.`
  // The first error is in view, marked at its line.
  const [first] = complaints
  const back = of === 'rule' ? 'rule' : 'load-file'
  const to = `${pageAddress(visit, '/scenarios')}#${first ? `line-${first.line}` : back}`
  const draft = { of, source: redactStrangers(source), complaints: complaints.slice(0, MOST_LINES) }
  return { notice: { kind: 'refused', text, draft }, to }
}

const MOST_LINES = 50

function complaintLines({ complaints }: TypedFile): readonly NoticeDetail[] {
  const lines = complaints.slice(0, MOST_LINES)
  const more = complaints.length - lines.length
  return [
    ...lines.map(({ line, message }) => ({ text: `line ${line}: ${message}` })),
    ...(more > 0 ? [{ text: `and ${numberText(more)} more` }] : []),
  ]
}
