import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { ResponseObject } from '../../http/openapi/responses.ts'
import { Table } from '../parts/table.tsx'
import { InlineCode, Json } from '../parts/text.tsx'
import { type Documented, type DocumentedField, fieldsOf, ruleWords } from './documented.ts'

interface FieldTableProps {
  readonly label: string
  /** The operation whose fields they are. */
  readonly of: string
  readonly fields: readonly DocumentedField[]
}

/** Fields with their rules, and what they are refused with. */
export function FieldTable({ label, of, fields }: FieldTableProps) {
  if (fields.length === 0) return null
  return (
    <Table
      heads={[label, 'Rules', 'Meaning']}
      class="reference-fields"
      label={`${label} of: ${of}`}
    >
      {fields.map((field) => (
        <Row field={field} />
      ))}
    </Table>
  )
}

function Row({ field: { name, isRequired, schema } }: { field: DocumentedField }) {
  const { description, 'x-error-codes': errors } = schema
  return (
    <tr>
      <td class="own-line">
        <code class="long-word">{name}</code>
        {isRequired && <span class="tag">required</span>}
      </td>
      <td class="own-line">
        <span class="long-word">{ruleWords(schema)}</span>
        {Array.isArray(errors) && <p class="soft mono codes">{errors.join(', ')}</p>}
      </td>
      <td class="own-line">
        {typeof description === 'string' && <InlineCode text={description} />}
      </td>
    </tr>
  )
}

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
            {body && <AnswerBody of={of} fields={fieldsOf(document, body.schema)} body={body} />}
          </section>
        )
      })}
    </>
  )
}

interface AnswerBodyProps extends Pick<FieldTableProps, 'of' | 'fields'> {
  readonly body: Pick<NonNullable<ResponseObject['content']>['application/json'], 'examples'>
}

function AnswerBody({ of, fields, body }: AnswerBodyProps) {
  return (
    <>
      <details class="fold">
        <summary>Fields of the answer</summary>
        <FieldTable label="Answer" of={of} fields={fields} />
      </details>
      {Object.entries(body.examples).map(
        ([name, example]) =>
          'value' in example && (
            <details class="fold">
              <summary>Example: {name}</summary>
              <Json value={example.value} label={`Example of: ${of}, ${name}`} />
            </details>
          ),
      )}
    </>
  )
}

/** Every refusal of an operation: its status, its codes and what they mean. */
export function ErrorTable({ document, documented: { operation } }: AnswersProps) {
  const { examples } = document.components
  const rows = Object.entries(operation.responses).flatMap(([status, response]) =>
    (response['x-error-codes'] ?? []).map((code) => ({ status, code })),
  )
  return (
    <Table heads={['Status', 'error_code', 'Meaning']} label={`Errors of: ${operation.summary}`}>
      {rows.map(({ status, code }) => (
        <tr>
          <td>{status}</td>
          <td class="mono long-word">{code}</td>
          <td class="own-line">{examples[code]?.summary}</td>
        </tr>
      ))}
      <tr>
        <td>other</td>
        <td class="mono">any</td>
        <td>
          <InlineCode text={operation.responses.default?.description ?? ''} />
        </td>
      </tr>
    </Table>
  )
}
