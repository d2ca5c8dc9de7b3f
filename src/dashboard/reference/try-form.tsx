import type { Child } from 'hono/jsx'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { Parameter } from '../../http/openapi/operation-object.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { sendable } from '../../insight/copying/test-values.ts'
import { Form } from '../layout/form.tsx'
import { bodyExamples, type Documented } from './documented.ts'
import { type Suggestions, suggestionFor } from './suggestions.ts'
import { TriedAnswer } from './tried-answer.tsx'

interface TryProps {
  readonly visit: Visit
  readonly documented: Documented
  readonly suggestions: Suggestions
  /** What was tried last, where that was this operation. */
  readonly tried: RequestAnswer | undefined
  /** What is to be said about the last try, where that was this operation. */
  readonly notice: Child
}

/** A real request: what is sent can be changed, and the answer stands below. */
export function TryForm({ visit, documented, suggestions, tried, notice }: TryProps) {
  const { operationId, summary, parameters } = documented.operation
  const body = tried?.request.body ? sendable(tried.request.body) : exampleBody(visit, documented)
  return (
    <section
      class={tried === undefined ? 'panel stack try' : 'panel stack try answered'}
      aria-label={`Try: ${summary}`}
    >
      <div class="stack">
        <h4 id={`try-${operationId}-title`}>Send a request</h4>
        {notice}
        <Form
          visit={visit}
          action="try"
          class="stacked"
          id={`try-${operationId}`}
          values={{ operation: operationId }}
          isTrying
        >
          <div class="fields">
            {parameters.map((parameter) => (
              <ParameterField
                id={`try-${operationId}-${parameter.name}`}
                parameter={parameter}
                value={firstValue(parameter, operationId, suggestions)}
              />
            ))}
          </div>
          {body !== undefined && (
            <div class="field full">
              <label for={`try-${operationId}-body`}>Body</label>
              <textarea
                id={`try-${operationId}-body`}
                name="body"
                rows={linesOf(body)}
                spellcheck={false}
              >
                {`\n${JSON.stringify(body, undefined, 2)}`}
              </textarea>
            </div>
          )}
          <button type="submit" class="strong">
            Try it
          </button>
          <p class="soft" role="status" data-state />
        </Form>
      </div>
      {tried !== undefined && <TriedAnswer visit={visit} tried={tried} />}
    </section>
  )
}

function ParameterField(props: { id: string; parameter: Parameter; value: string }) {
  const { name, description, required, in: place } = props.parameter
  const isOwn = place === 'header'
  return (
    <div class="field">
      <label for={props.id}>{name}</label>
      <input
        id={props.id}
        name={`${place}.${name}`}
        value={props.value}
        placeholder={isOwn ? 'a new one' : undefined}
        required={required && !isOwn}
        title={description}
        autocomplete="off"
      />
    </div>
  )
}

/** High enough for all of it. */
function linesOf(body: unknown): number {
  return JSON.stringify(body, undefined, 2).split('\n').length + 1
}

/** Optional ones stay empty. */
function firstValue(parameter: Parameter, operationId: string, suggestions: Suggestions): string {
  const { name, in: place, required, example } = parameter
  if (place === 'header' || !required) return ''
  const found = place === 'path' ? suggestionFor(suggestions, operationId, name) : undefined
  return String(found ?? example ?? '')
}

/** The first example, for the merchant that the dashboard acts for. */
function exampleBody(visit: Visit, documented: Documented): unknown {
  const [first] = bodyExamples(documented)
  const body = first?.[1]
  if (typeof body !== 'object' || body === null || !('merchant' in body)) return body
  return { ...body, merchant: { id: visit.merchant } }
}
