import { counted } from '../../base/text/counted.ts'
import type { OpenApiDocument } from '../../control/openapi/document.ts'
import type { MagicValue } from '../../scenario/describe/magic-values.ts'
import { Table } from '../parts/table.tsx'
import { InlineCode, Json, LongCode } from '../parts/text.tsx'
import { groupedBy } from '../words/values.ts'
import { type Documented, type DocumentedField, ruleWords, schemaFields } from './documented.ts'

type FieldTableProps = { label: string; fields: readonly DocumentedField[] }

/** Fields with their rules, and the errors if they break them. */
export function FieldTable({ label, fields }: FieldTableProps) {
  if (fields.length === 0) return null
  return (
    <Table
      rows={fields}
      columns={[
        [
          label,
          ({ name, isRequired }) => (
            <>
              <a class="anchor" href={`#${fieldAnchor(label, name)}`}>
                <LongCode text={name} />
              </a>
              {isRequired && <span class="tag">required</span>}
            </>
          ),
          'own-line',
        ],
        [
          'Rules',
          ({ schema }) => (
            <>
              <span class="long-word">{ruleWords(schema)}</span>
              {Array.isArray(schema['x-error-codes']) && (
                <p class="soft mono codes">{schema['x-error-codes'].join(', ')}</p>
              )}
            </>
          ),
          'own-line',
        ],
        [
          'Meaning',
          ({ schema }) => <InlineCode text={String(schema.description ?? '')} />,
          'own-line',
        ],
      ]}
      class="reference-fields"
      row={({ name }) => ({ id: fieldAnchor(label, name) })}
      label={label}
    />
  )
}

/** `body-transaction-reference`: the address of a field on its page. */
function fieldAnchor(label: string, name: string): string {
  return `${label} ${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

type AnswersProps = { document: OpenApiDocument; documented: Documented }

/** What an operation answers when all is well: the fields, and an example of each kind. */
export function GoodAnswers({ document, documented: { operation } }: AnswersProps) {
  const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return (
    <>
      {good.map(([status, { description, headers, content }]) => {
        const body = content?.['application/json']
        return (
          <section class="stack" aria-label={`Status ${status}`}>
            <h3>
              <span class="tag good">{status}</span> <InlineCode text={description} />
            </h3>
            <p class="soft">
              Headers: <span class="mono">{Object.keys(headers).join(', ')}</span>
            </p>
            {body && (
              <details class="fold">
                <summary>Fields of the response</summary>
                <FieldTable
                  label={`Response ${status}`}
                  fields={schemaFields(document, body.schema)}
                />
              </details>
            )}
            {Object.entries(body?.examples ?? {}).map(
              ([name, example]) =>
                'value' in example && (
                  <details class="fold">
                    <summary>Example: {name}</summary>
                    <Json value={example.value} label={`Example of ${status}: ${name}`} />
                  </details>
                ),
            )}
          </section>
        )
      })}
    </>
  )
}

/** Every refusal of an operation: its status, its codes and what they mean. */
export function ErrorTable({ document, documented: { operation } }: AnswersProps) {
  const { examples } = document.components
  const refusals = Object.entries(operation.responses).flatMap(([status, response]) =>
    (response['x-error-codes'] ?? []).map((code) => {
      return { status, code, meaning: examples[code]?.summary ?? '' }
    }),
  )
  const meaning = operation.responses.default?.description ?? ''
  return (
    <Table
      rows={[...refusals, { status: 'other', code: 'any', meaning }]}
      columns={[
        ['Status', ({ status }) => status],
        ['error_code', ({ code }) => <LongCode text={code} />],
        ['Meaning', (refusal) => <InlineCode text={refusal.meaning} />, 'own-line'],
      ]}
      label="Errors"
    />
  )
}

/** The fields that carry a kind of magic value. */
const carriers: Readonly<Record<string, readonly string[]>> = {
  card: ['pan', 'CARD.PAN'],
  amount: ['total_amount'],
  cvv: ['cvv'],
  bsb: ['bsb', 'BANK.BSB'],
  reference: ['reference'],
}

interface MagicProps {
  readonly cards: readonly MagicValue[]
  readonly documented: Documented
  /** The fields of its body. */
  readonly fields: readonly DocumentedField[]
}

/** What to send to this operation to get which answer. */
export function MagicTable({ cards, documented: { operation, method }, fields }: MagicProps) {
  const isPayment = operation.tags.includes('Transactions') && method === 'POST'
  const carries = (kind: string) =>
    fields.some(({ name }) => carriers[kind]?.some((one) => `.${name}`.endsWith(`.${one}`)))
  const values = cards.filter(({ kind, operations, example }) => {
    if (example === '') return false
    if (operations.length > 0) return operations.some((name) => name === operation.operationId)
    return isPayment && carries(kind)
  })
  if (values.length === 0) return null
  return (
    <>
      <h2>Magic values</h2>
      <Table
        rows={values}
        columns={[
          ['Result', ({ effect }) => effect, 'own-line'],
          ['Send', (value) => <MagicButton value={value} />, 'own-line'],
        ]}
        label="Magic values"
      />
    </>
  )
}

const MOST_ROWS = 300

/** Every value that asks for an outcome, by its effect; a click copies it. */
export function MagicPicker({ cards }: { cards: readonly MagicValue[] }) {
  const usable = cards.filter(({ example }) => example !== '')
  const byEffect = groupedBy(usable.slice(0, MOST_ROWS), ({ effect }) => effect)
  return (
    <details class="panel" id="magic">
      <summary>Magic values</summary>
      <p class="soft">
        Send one of these values to trigger the result next to it. Click a value to copy it.
      </p>
      <Table
        rows={byEffect}
        columns={[
          ['What happens', ([effect]) => effect, 'long own-line'],
          [
            'Values',
            ([, values]) => (
              <ul class="picker">
                {values.map((value) => (
                  <li>
                    <MagicButton value={value} />
                  </li>
                ))}
              </ul>
            ),
            'own-line',
          ],
        ]}
      />
      {usable.length > MOST_ROWS && (
        <p class="soft">
          {counted(usable.length - MOST_ROWS, 'more value')}: <code>npx sandgate magic</code> lists
          them all.
        </p>
      )}
    </details>
  )
}

/** Copies a value that asks for an outcome. */
function MagicButton({ value: { kind, example, only } }: { value: MagicValue }) {
  const isAnywhere = only === '' || only === 'transactions'
  return (
    <button type="button" class="small mono" data-copy-text={example} title={`Copy ${example}`}>
      <span class="soft">{isAnywhere ? kind : `${kind}; ${only}`}</span> {example}
    </button>
  )
}
