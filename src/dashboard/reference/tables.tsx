import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { type Column, Table } from '../parts/table.tsx'
import { InlineCode, Json } from '../parts/text.tsx'
import { type Documented, type DocumentedField, ruleWords, schemaFields } from './documented.ts'

interface FieldTableProps {
  readonly label: string
  /** The operation whose fields they are. */
  readonly of: string
  readonly fields: readonly DocumentedField[]
}

/** Fields with their rules, and the errors if they break them. */
export function FieldTable({ label, of, fields }: FieldTableProps) {
  if (fields.length === 0) return null
  return (
    <Table
      rows={fields}
      columns={[nameColumn(label), ...ruleColumns]}
      class="reference-fields"
      label={`${label} of: ${of}`}
    />
  )
}

function nameColumn(label: string): Column<DocumentedField> {
  const cell = ({ name, isRequired }: DocumentedField) => (
    <>
      <code class="long-word">{name}</code>
      {isRequired && <span class="tag">required</span>}
    </>
  )
  return [label, cell, 'own-line']
}

const ruleColumns: readonly Column<DocumentedField>[] = [
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
    ({ schema: { description } }) =>
      typeof description === 'string' && <InlineCode text={description} />,
    'own-line',
  ],
]

interface AnswersProps {
  readonly document: OpenApiDocument
  readonly documented: Documented
}

/** What an operation answers when all is well: the fields, and an example of each kind. */
export function GoodAnswers({ document, documented: { operation } }: AnswersProps) {
  const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return (
    <>
      {good.map(([status, { description, headers, content }]) => {
        const of = `${operation.summary}, ${status}`
        const body = content?.['application/json']
        return (
          <section class="stack" aria-label={`${status} of: ${operation.summary}`}>
            <h4 id={`${operation.operationId}-${status}`}>
              <span class="tag good">{status}</span> <InlineCode text={description} />
            </h4>
            <p class="soft">
              Headers: <span class="mono">{Object.keys(headers).join(', ')}</span>
            </p>
            {body && (
              <details class="fold">
                <summary>Fields of the answer</summary>
                <FieldTable label="Answer" of={of} fields={schemaFields(document, body.schema)} />
              </details>
            )}
            {Object.entries(body?.examples ?? {}).map(
              ([name, example]) =>
                'value' in example && (
                  <details class="fold">
                    <summary>Example: {name}</summary>
                    <Json value={example.value} label={`Example of: ${of}, ${name}`} />
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
        ['error_code', ({ code }) => code, 'mono long-word'],
        ['Meaning', (refusal) => <InlineCode text={refusal.meaning} />, 'own-line'],
      ]}
      label={`Errors of: ${operation.summary}`}
    />
  )
}
