import type { Child } from 'hono/jsx'
import type {
  CustomerAnswer,
  CustomerDetailAnswer,
} from '../../http/contract/control/calls/customers.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { Parameter } from '../../http/openapi/operation-object.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { sendable } from '../../insight/copied-request.ts'
import { tryOperation } from '../actions/try-action.ts'
import { callControl, callIfFound } from '../control-call.ts'
import { Field, Form } from '../layout/form.tsx'
import { Json } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { ruleText } from '../words/rule.ts'
import { tookText } from '../words/time.ts'
import { bodyExamples, type Documented } from './documented.ts'
import { bodyWithMagic } from './magic-values.tsx'

interface TryProps {
  readonly visit: Visit
  readonly documented: Documented
  readonly suggestions: Suggestions
  /** The last try, if it was of this operation. */
  readonly tried: RequestAnswer | undefined
  /** Its result. */
  readonly notice: Child
}

/** A real request: what is sent can be changed, and the answer is below. */
export function TryForm({ visit, documented, suggestions, tried, notice }: TryProps) {
  const { operationId, summary, parameters } = documented.operation
  const body = tried?.request.body
    ? sendable(tried.request.body)
    : exampleBody(visit, documented, suggestions)
  const text = JSON.stringify(body, undefined, 2)
  return (
    <section
      class={tried === undefined ? 'panel stack try' : 'panel stack try answered'}
      aria-label={`Try: ${summary}`}
    >
      <div class="stack">
        <h3 id={`try-${operationId}-title`}>Send a request</h3>
        {notice}
        <Form
          visit={visit}
          form={tryOperation}
          class="stacked"
          id={`try-${operationId}`}
          values={{ operation: operationId }}
          isTrying
        >
          <div class="fields">
            {parameters.map((parameter) => {
              const { name, description, required, in: place } = parameter
              const isOwn = place === 'header'
              return (
                <Field
                  name={`${place}.${name}`}
                  id={`try-${operationId}-${name}`}
                  label={name}
                  value={firstValue(parameter, operationId, suggestions)}
                  placeholder={isOwn ? 'a new one' : undefined}
                  required={required && !isOwn}
                  title={description}
                />
              )
            })}
          </div>
          {body !== undefined && (
            <Field
              name="body"
              id={`try-${operationId}-body`}
              label="Body"
              isText
              rows={text.split('\n').length + 1}
              value={text}
            />
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

/** Optional ones stay empty. */
function firstValue(parameter: Parameter, operationId: string, suggestions: Suggestions): string {
  const { name, in: place, required, example } = parameter
  if (place === 'header' || !required) return ''
  const found = place === 'path' ? suggestionFor(suggestions, operationId, name) : undefined
  return String(found ?? example ?? '')
}

/** The first example, for the merchant that the dashboard acts for and the customer that there is. */
function exampleBody(visit: Visit, documented: Documented, suggestions: Suggestions): unknown {
  const { customer, tokens } = suggestions
  const { operationId } = documented.operation
  // A reference belongs to one customer only.
  if (operationId === 'customer_update' && customer !== undefined) {
    return { reference: customer.reference, name: customer.name }
  }
  const examples = bodyExamples(documented)
  const isAsked = visit.query.operation === operationId
  const magic = isAsked ? bodyWithMagic(visit.query.put, examples) : undefined
  const body = magic ?? examples[0]?.[1]
  if (typeof body !== 'object' || body === null) return body
  if ('merchant' in body) return { ...body, merchant: { id: visit.merchant } }
  if (!('preferred_name' in body)) return body
  const name = operationId === 'token_update' ? tokens[0]?.preferred_name : undefined
  return { ...body, preferred_name: name ?? freeName(String(body.preferred_name), tokens) }
}

/** A name belongs to one token of a customer only. */
function freeName(wanted: string, tokens: Suggestions['tokens']): string {
  const taken = new Set(tokens.map(({ preferred_name }) => preferred_name))
  const names = [wanted, ...tokens.map((_, i) => `${wanted} ${i + 2}`)]
  return names.find((name) => !taken.has(name)) ?? wanted
}

/** The answer to a request that was tried, then what the sandbox knows of it. */
function TriedAnswer({ visit, tried }: { visit: Visit; tried: RequestAnswer }) {
  const { id, answer, audit, outcome, rule, duration } = tried
  const title = `try-${visit.query.operation}-answer`
  return (
    <section class="stack" aria-labelledby={title} role="status">
      <h4 id={title}>
        Answer: {answer.status === null ? 'none' : `HTTP ${answer.status}`}
        <span class="soft"> in {tookText(duration)}</span>
      </h4>
      {answer.body !== null && <Json value={answer.body} label="What came back" />}
      {answer.body === null && <p class="soft">The client got no body.</p>}
      <p class="small-print">
        {audit !== null && (
          <span>
            Transaction <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a> {outcome}
          </span>
        )}
        {rule !== null && <span>Rule {ruleText(rule)}</span>}
        <a href={pageAddress(visit, `/requests/${id}`)}>In the journal</a>
      </p>
    </section>
  )
}

/** Ids that exist, for the paths of requests. */
export interface Suggestions {
  /** The newest approved transaction of each kind. */
  readonly audits: Readonly<Record<string, number>>
  readonly customer: CustomerAnswer | undefined
  /** Those of the customer. */
  readonly tokens: CustomerDetailAnswer['tokens']
}

export async function loadSuggestions(visit: Visit): Promise<Suggestions> {
  const { transactions } = await callControl(visit, 'transactions', { limit: 100 })
  const audits: Record<string, number> = {}
  for (const { operation, status, audit, refunded, completed } of transactions) {
    if (status === 'approved' && refunded + completed === 0) audits[operation] ??= audit
  }
  const { customers } = await callControl(visit, 'customers', { limit: 1 })
  const [customer] = customers
  const whole = customer && (await callIfFound(visit, 'customer', customer.id))
  return { audits, customer, tokens: whole?.tokens ?? [] }
}

/** A value for a path parameter of an operation that would find something. */
function suggestionFor(
  { audits, customer, tokens }: Suggestions,
  operationId: string,
  parameter: string,
): number | undefined {
  if (parameter === 'customer_id') return customer?.id
  if (parameter === 'token_id') return tokens[0]?.id
  if (operationId === 'completion') return audits.preauthorisation
  return audits.purchase ?? audits.completion
}
