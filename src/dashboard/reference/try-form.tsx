import type { Child } from 'hono/jsx'
import { sendable } from '../../base/text/copied-request.ts'
import { spanText } from '../../base/text/counted.ts'
import { pause } from '../../base/timers.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import type { InputOf } from '../../control/control-calls.ts'
import type { FormFields, Visit } from '../../control/pages/visit.ts'
import type { Operation } from '../../scenario/rule.ts'
import { callControl, callIfFound } from '../control-call.ts'
import { Field, Form, type FormResult, type PageForm, refusedBy } from '../layout/form.tsx'
import { Json } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { ruleText } from '../words/rule.tsx'
import { parsedJson } from '../words/values.ts'
import { bodyExamples, type Documented, documentedIn } from './documented.ts'

/** A real request: what is sent can be changed; the notice and the answer of the last try are below. */
export async function tryForm(
  visit: Visit,
  documented: Documented,
  tried: RequestResponse | undefined,
  notice: Child,
) {
  const { operationId, summary, parameters } = documented.operation
  const existing = await loadExisting(visit)
  const sent = tried?.request.body
  const body = sent ? sendable(sent) : firstBody(visit, documented, existing)
  const text = JSON.stringify(body, undefined, 2)
  return (
    <section class={`panel stack try${tried ? ' answered' : ''}`} aria-label={`Try: ${summary}`}>
      <div class="stack">
        <h2 id="try-title">Send a request</h2>
        {notice}
        <Form
          {...{ visit, form: tryOperation, values: { operation: operationId }, class: 'stacked' }}
          id={`try-${operationId}`}
          isTrying
        >
          <div class="fields">
            {parameters.map(({ name, description, required: isAsked, in: part, example }) => {
              const required = isAsked && part !== 'header'
              const found = required ? (idFor(existing, operationId, name) ?? example) : undefined
              return (
                <Field
                  name={`${part}.${name}`}
                  id={`try-${name}`}
                  label={name}
                  value={String(found ?? '')}
                  placeholder={part === 'header' ? 'a new one' : undefined}
                  required={required}
                  title={description}
                />
              )
            })}
          </div>
          {body !== undefined && (
            <Field
              {...{ name: 'body', id: 'try-body', label: 'Body', isText: true, value: text }}
              rows={text.split('\n').length + 1}
            />
          )}
          <button type="submit" class="strong">
            Try it
          </button>
          <p class="soft" role="status" data-state />
        </Form>
      </div>
      {tried !== undefined && <TriedResponse visit={visit} tried={tried} />}
    </section>
  )
}

/** The answer to a request that was tried, then what the sandbox knows of it. */
function TriedResponse({ visit, tried }: { visit: Visit; tried: RequestResponse }) {
  const { id, response, audit, outcome, rule, duration } = tried
  return (
    <section class="stack" aria-labelledby="try-answer" role="status">
      <h3 id="try-answer">
        Response: {response.status === null ? 'none' : `HTTP ${response.status}`}
        <span class="soft"> in {spanText(duration)}</span>
      </h3>
      {response.body === null ? (
        <p class="soft">The client got no body.</p>
      ) : (
        <Json value={response.body} label="What came back" />
      )}
      <p class="small-print">
        {audit !== null && (
          <span>
            Transaction <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a> {outcome}
          </span>
        )}
        {rule !== null && <span>Rule {ruleText(rule)}</span>}
        <a href={pageAddress(visit, `/requests/${id}`)}>The request</a>
      </p>
    </section>
  )
}

type Existing = Awaited<ReturnType<typeof loadExisting>>

/** What is there, so that a first try finds something: transactions by kind, a customer, its tokens. */
async function loadExisting(visit: Visit) {
  const { transactions } = await callControl(visit, 'transactions', { limit: 100 })
  const audits: Record<string, number> = {}
  for (const { operation, status, audit, refunded, completed } of transactions) {
    if (status === 'approved' && refunded + completed === 0) audits[operation] ??= audit
  }
  const { customers } = await callControl(visit, 'customers', { limit: 1 })
  const customer = customers[0] && (await callIfFound(visit, 'customer', customers[0].id))
  return { audits, customer, tokens: customer?.tokens ?? [] }
}

/** A value for a parameter that would find something. */
function idFor({ audits, customer, tokens }: Existing, operationId: string, name: string) {
  if (name === 'customer_id') return customer?.id
  if (name === 'token_id') return tokens[0]?.id
  if (name !== 'audit') return undefined
  if (operationId === 'completion') return audits.preauthorisation
  return audits.purchase ?? audits.completion
}

/** The first example, for the merchant that the dashboard acts for and the customer that there is. */
function firstBody(visit: Visit, documented: Documented, { customer, tokens }: Existing): unknown {
  const { operationId } = documented.operation
  // A reference belongs to one customer only.
  if (operationId === 'customer_update' && customer !== undefined) {
    return { reference: customer.reference, name: customer.name }
  }
  const body = bodyExamples(documented)[0]?.[1]
  if (typeof body !== 'object' || body === null) return body
  if ('merchant' in body) return { ...body, merchant: { id: visit.merchant } }
  if (!('preferred_name' in body) || tokens.length === 0) return body
  // A name belongs to one token of a customer only.
  const isUpdate = operationId === 'token_update'
  const free = `${body.preferred_name} ${Math.max(...tokens.map(({ id }) => id)) + 1}`
  return { ...body, preferred_name: isUpdate ? tokens[0]?.preferred_name : free }
}

/** In milliseconds: a rule may hold the answer back. */
const TIMEOUT = 5000

/** Sends a request of the reference as a client would, and shows it as it was recorded. */
export const tryOperation: PageForm = {
  name: 'try',
  async handle(visit, form) {
    const document = await callControl(visit, 'openapi')
    const found = documentedIn(document).find(
      ({ operation }) => operation.operationId === form.operation,
    )
    if (found === undefined) return refusedBy('There is no such operation.')
    const result = (trouble?: string, tried?: number): FormResult => {
      const to = `${pageAddress(visit, '/docs', { operation: form.operation, tried })}#try-title`
      return trouble === undefined ? { to } : { ...refusedBy(trouble), to }
    }
    const typed = form.body?.trim() ?? ''
    const body = parsedJson(typed)
    if (typed !== '' && body === undefined) {
      return result('The body is not well-formed JSON: nothing was sent.')
    }
    const id = form['header.X-Correlation-Id'] || `reference-${crypto.randomUUID()}`
    if (!/^[ -~]{1,200}$/.test(id)) return result('This X-Correlation-Id cannot be sent.')
    const headers = { 'X-Correlation-Id': id }
    const path = addressOf(found, form)
    const request = { method: found.method, path, headers, body }
    const { status, trouble } = await visit.send(request, TIMEOUT)
    const tried = await recordedId(visit, filterFor(found, id))
    return result(status === undefined ? `${trouble}.` : undefined, tried)
  },
}

function addressOf({ path, operation: { parameters } }: Documented, form: FormFields): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(form[`path.${name}`] || '0'),
  )
  const given = parameters.flatMap(({ name, in: part }) => {
    const value = part === 'query' ? form[`query.${name}`] : undefined
    return value ? [[name, value] as const] : []
  })
  const query = new URLSearchParams(Object.fromEntries(given)).toString()
  return query === '' ? filled : `${filled}?${query}`
}

/** By its id, or all of the operation if the id is not valid. */
function filterFor({ operation }: Documented, id: string): InputOf<'requests'> {
  const isValid = /^[A-Za-z0-9+\-_:.,]{1,128}$/.test(id)
  return isValid ? { correlation_id: id } : { operation: operation.operationId as Operation }
}

const TRIES = 20
const BETWEEN_TRIES = 25

/** The id of the newest such request. Without an answer, it is recorded a moment later. */
async function recordedId(visit: Visit, filter: InputOf<'requests'>): Promise<number | undefined> {
  for (let i = 0; i < TRIES; i++) {
    const { requests } = await callControl(visit, 'requests', { ...filter, limit: 1 })
    const [found] = requests
    if (found !== undefined) return found.id
    await pause(BETWEEN_TRIES)
  }
  return undefined
}
