import { capitalised, counted } from '../../../base/text/counted.ts'
import type { ExplainResponse } from '../../../control/contract/calls/scenarios.ts'
import type { ExplainBody } from '../../../control/contract/explain-request.ts'
import type { Visit } from '../../../control/pages/visit.ts'
import { allConditions, type NamedCondition } from '../../../scenario/conditions/table.ts'
import { ControlRefusal, callControl } from '../../control-call.ts'
import { Field } from '../../layout/form.tsx'
import { choicesOf, givenValues } from '../../lists/filter.tsx'
import { Panel } from '../../parts/table.tsx'
import { pageAddress } from '../../words/address.ts'

/** The fields that most people need; the others are folded. */
const usual: Readonly<Record<string, readonly [label: string, placeholder: string]>> = {
  operation: ['Operation', ''],
  amount: ['Amount in cents', '5000'],
  pan: ['Card number', '4000000000000051'],
  bsb: ['BSB', ''],
  reference: ['Reference', ''],
}

const abbreviations = new Set(['cvv', 'kvp'])

interface ExplainField {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly words?: readonly string[]
  readonly read: (text: string) => unknown
}

/** As the command reads them: every condition on something that a request has. */
const fields: readonly ExplainField[] = allConditions.flatMap((condition) => {
  const { name, option, form } = condition
  if (option === undefined) return []
  const [label, placeholder] = usual[name] ?? [labelOf(name), option[0]]
  const hasWords = form.kind === 'words' || form.kind === 'word'
  return [
    { name, label, placeholder, ...(hasWords && { words: form.words }), read: readerOf(form) },
  ]
})

/** `Card type`, `CVV` */
function labelOf(name: string): string {
  return abbreviations.has(name) ? name.toUpperCase() : capitalised(name.replaceAll('_', ' '))
}

const ownFields: readonly ExplainField[] = [
  { name: 'at', label: 'Sandbox time', placeholder: '2026-03-10T01:00:00Z', read: asTyped },
  { name: 'request', label: 'Or the id of a request', placeholder: '12', read: Number },
]

function readerOf({ kind }: NamedCondition['form']): ExplainField['read'] {
  if (kind === 'ids') return Number
  return kind === 'texts by key' ? keyAndValue : asTyped
}

function asTyped(text: string): unknown {
  return text
}

/** `colour=red, size=L` */
function keyAndValue(text: string): unknown {
  const pairs = text.split(',').map((pair) => {
    const [key = '', ...value] = pair.split('=')
    return [key.trim(), value.join('=').trim()]
  })
  return Object.fromEntries(pairs)
}

/** The rules that such a request would meet, or why they cannot be found. */
export async function explainedQuery(visit: Visit): Promise<ExplainResponse | string | undefined> {
  if (visit.given.explain === undefined) return undefined
  const all = [...fields, ...ownFields]
  const given = givenValues(
    visit,
    all.map(({ name }) => name),
  )
  const body = Object.fromEntries(
    all.flatMap(({ name, read }) => {
      const text = given[name]
      return text === undefined ? [] : [[name, read(text)]]
    }),
  )
  return await callControl(visit, 'explain', body as ExplainBody).catch((error: unknown) => {
    if (error instanceof ControlRefusal) return error.message
    throw error
  })
}

type ExplainProps = { visit: Visit; explained: Awaited<ReturnType<typeof explainedQuery>> }

export function ExplainPanel({ visit, explained }: ExplainProps) {
  const { query } = visit
  const action = `${pageAddress(visit, '/scenarios')}#explain`
  return (
    <Panel id="explain" title="Explain">
      <Explained explained={explained} />
      <p class="soft">Which rule would apply to this request?</p>
      <form method="get" action={action} class="fields" id="explain-form">
        <input type="hidden" name="explain" value="1" />
        {fields.filter(isUsual).map((field) => explainField(field, query))}
        <details class="fold" open={others.some(({ name }) => query[name])}>
          <summary>More fields</summary>
          <div class="fields">{others.map((field) => explainField(field, query))}</div>
        </details>
        <button type="submit">Explain</button>
      </form>
    </Panel>
  )
}

function isUsual({ name }: ExplainField): boolean {
  return Object.hasOwn(usual, name)
}

const others = [...fields.filter((field) => !isUsual(field)), ...ownFields]

function explainField({ name, label, placeholder, words }: ExplainField, query: Visit['query']) {
  const props = { name, label, id: `explain-${name}` }
  if (words !== undefined)
    return <Field {...props} choices={choicesOf(words)} value={query[name]} />
  return <Field {...props} placeholder={placeholder} value={query[name] ?? ''} />
}

/** Why no rule applies. */
function refusalText(refused: ExplainResponse['refused']): string {
  if (refused === undefined) return 'No rule applies: the gateway responds as usual.'
  const reasons = refused.errors.map(({ error_message: message }) => message)
  return `The gateway refuses the request with HTTP ${refused.status}: ${reasons.join('; ')}`
}

const SHOWN = 5

function Explained({ explained }: Pick<ExplainProps, 'explained'>) {
  if (explained === undefined) return null
  if (typeof explained === 'string') return <p class="bad">{explained}</p>
  const { rule, rules, tried, refused, note } = explained
  const next = rules[0]?.next
  return (
    <>
      <p>
        {rule === null ? (
          refusalText(refused)
        ) : (
          <>
            <b>{rule.id}</b>: {rule.effect}
          </>
        )}
      </p>
      {next !== undefined && <p>This time: {next}</p>}
      {note !== undefined && <p class="soft">{note}.</p>}
      {tried.length > 0 && (
        <details class="fold">
          <summary>{counted(tried.length, 'rule')} before it did not match</summary>
          <ul>
            {tried.slice(-SHOWN).map(({ id, reason }) => (
              <li>
                {id}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
