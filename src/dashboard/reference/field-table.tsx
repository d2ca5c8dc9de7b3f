import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { JsonSchema } from '../../http/openapi/json-schema.ts'
import { InlineCode } from '../parts/inline-code.tsx'
import { type Field, fieldsOf } from './fields.ts'
import { ruleWords } from './rule-words.ts'

interface FieldTableProps {
  readonly label: string
  /** The operation whose fields they are. */
  readonly of: string
  readonly fields: readonly Field[]
}

/** Fields with their rules, and what they are refused with. */
export function FieldTable({ label, of, fields }: FieldTableProps) {
  if (fields.length === 0) return null
  return (
    <section class="scroll" tabindex={0} aria-label={`${label} of: ${of}`}>
      <table class="reference-fields">
        <thead>
          <tr>
            <th>{label}</th>
            <th>Rules</th>
            <th>Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <Row field={field} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ field: { name, isRequired, schema } }: { field: Field }) {
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

/** The fields of a body. */
export function BodyFields(props: {
  label: string
  of: string
  document: OpenApiDocument
  schema: JsonSchema
}) {
  const fields = fieldsOf(props.document, props.schema)
  return <FieldTable label={props.label} of={props.of} fields={fields} />
}
