import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { ResponseObject } from '../../http/openapi/responses.ts'
import { InlineCode } from '../parts/inline-code.tsx'
import { Json } from '../parts/json.tsx'
import type { Documented } from './documented.ts'
import { BodyFields } from './field-table.tsx'

interface AnswersProps {
  readonly document: OpenApiDocument
  readonly documented: Documented
}

/** What an operation answers when all is well: the fields, and an example of each kind. */
export function GoodAnswers({ document, documented: { operation } }: AnswersProps) {
  const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return (
    <>
      {good.map(([status, response]) => (
        <Good
          id={`${operation.operationId}-${status}`}
          of={operation.summary}
          document={document}
          status={status}
          response={response}
        />
      ))}
    </>
  )
}

interface GoodProps {
  readonly id: string
  readonly of: string
  readonly document: OpenApiDocument
  readonly status: string
  readonly response: ResponseObject
}

function Good({ id, of, document, status, response }: GoodProps) {
  const { description, headers, content } = response
  const body = content?.['application/json']
  return (
    <section class="stack" aria-label={`${status} of: ${of}`}>
      <h4 id={id}>
        <span class="tag good">{status}</span> <InlineCode text={description} />
      </h4>
      <p class="soft">
        Headers: <span class="mono">{Object.keys(headers).join(', ')}</span>
      </p>
      {body !== undefined && (
        <>
          <details class="fold">
            <summary>Fields of the answer</summary>
            <BodyFields
              label="Answer"
              of={`${of}, ${status}`}
              document={document}
              schema={body.schema}
            />
          </details>
          {Object.entries(body.examples).map(
            ([name, example]) =>
              'value' in example && (
                <details class="fold">
                  <summary>Example: {name}</summary>
                  <Json value={example.value} label={`Example of: ${of}, ${status}, ${name}`} />
                </details>
              ),
          )}
        </>
      )}
    </section>
  )
}

/** Every refusal of an operation: its status, its codes and what they mean. */
export function ErrorTable({ document, documented: { operation } }: AnswersProps) {
  const { examples } = document.components
  const rows = Object.entries(operation.responses).flatMap(([status, response]) =>
    (response['x-error-codes'] ?? []).map((code) => ({ status, code })),
  )
  return (
    <section class="scroll" tabindex={0} aria-label={`Errors of: ${operation.summary}`}>
      <table>
        <thead>
          <tr>
            <th>Status</th>
            <th>error_code</th>
            <th>Meaning</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  )
}
