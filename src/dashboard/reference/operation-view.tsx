import type { Child } from 'hono/jsx'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { CardsAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { curlLine, type Shell, shells } from '../../insight/shell-line.ts'
import { CopyBlock, InlineCode } from '../parts/text.tsx'
import { sameAddress } from '../words/address.ts'
import { bodyExamples, type Documented, fieldsOf, needsCredentials } from './documented.ts'
import { MagicTable, magicFor } from './magic-values.tsx'
import { ErrorTable, FieldTable, GoodAnswers } from './tables.tsx'
import { type Suggestions, TryForm } from './try-form.tsx'

/** What all operations of the page share. */
export interface ReferenceData {
  readonly visit: Visit
  readonly document: OpenApiDocument
  readonly cards: CardsAnswer['cards']
  readonly suggestions: Suggestions
  /** The one that curl examples are quoted for. */
  readonly shell: Shell
  readonly tried: RequestAnswer | undefined
  /** What is to be said about the last try. */
  readonly notice: Child
}

interface OperationProps {
  readonly data: ReferenceData
  readonly documented: Documented
  readonly isOpen: boolean
}

/** One operation: what it does, takes and answers, and a form that calls it. */
export function OperationView({ data, documented, isOpen }: OperationProps) {
  const { method, path, operation } = documented
  const { operationId, summary } = operation
  return (
    <details class="panel operation" id={`operation-${operationId}`} open={isOpen}>
      <summary>
        <span class="method mono">{method}</span> <span class="mono long-word">{path}</span>{' '}
        <span class="soft">{summary}</span>
      </summary>
      {/* An address with this id opens what is around it. */}
      <div class="stack" id={operationId}>
        <OperationBody data={data} documented={documented} />
      </div>
    </details>
  )
}

function OperationBody({ data, documented }: Omit<OperationProps, 'isOpen'>) {
  const { visit, document, cards, suggestions, tried, notice } = data
  const { operation } = documented
  const isTried = visit.query.operation === operation.operationId
  const magic = magicFor(cards, documented)
  return (
    <>
      <p>
        <InlineCode text={operation.description} />
      </p>
      {operation.operationId !== 'index' && (
        <p class="small-print soft">
          In rules and in the journal: <code>{operation.operationId}</code>
        </p>
      )}
      <TryForm
        visit={visit}
        documented={documented}
        suggestions={suggestions}
        tried={isTried ? tried : undefined}
        notice={isTried && notice}
      />
      <h3>Request</h3>
      <Parameters documented={documented} />
      <RequestBody document={document} documented={documented} />
      <Examples data={data} documented={documented} />
      <h3>Answer</h3>
      <GoodAnswers document={document} documented={documented} />
      {magic.length > 0 && (
        <>
          <h3>Magic values</h3>
          <MagicTable visit={visit} operation={operation} values={magic} />
        </>
      )}
      <h3>Errors</h3>
      <ErrorTable document={document} documented={documented} />
    </>
  )
}

function Parameters({ documented: { operation } }: { documented: Documented }) {
  const fields = operation.parameters.map(({ name, description, required, schema, in: place }) => ({
    name: `${name} (${place})`,
    isRequired: required,
    schema: { ...schema, description },
  }))
  return <FieldTable label="Parameter" of={operation.summary} fields={fields} />
}

function RequestBody(props: { document: OpenApiDocument; documented: Documented }) {
  const { requestBody, summary } = props.documented.operation
  if (requestBody === undefined) return null
  const { schema } = requestBody.content['application/json']
  return <FieldTable label="Body" of={summary} fields={fieldsOf(props.document, schema)} />
}

function Examples({ data, documented }: Omit<OperationProps, 'isOpen'>) {
  const { document, shell, visit } = data
  const { operationId } = documented.operation
  const bodies = bodyExamples(documented)
  const shown = bodies.length === 0 ? [['', undefined] as const] : bodies
  return (
    <>
      {shown.map(([name, body]) => {
        const call = exampleCall(document, documented, body)
        const id = `${operationId}-${name}`
        const suffix = shown.length > 1 ? `: ${name}` : ''
        return (
          <div class="examples">
            <div class="stack">
              <h4>
                curl{suffix} <ShellSwitch visit={visit} shell={shell} to={operationId} />
              </h4>
              <CopyBlock id={`curl-${id}`} text={curlExample(call, shell)} />
            </div>
            <div class="stack">
              <h4>TypeScript{suffix}</h4>
              <CopyBlock id={`typescript-${id}`} text={typescriptExample(call)} />
            </div>
          </div>
        )
      })}
    </>
  )
}

const shellNames: Readonly<Record<Shell, string>> = {
  sh: 'sh',
  powershell: 'PowerShell',
  cmd: 'cmd',
}

/** The other shells, each a click away. */
function ShellSwitch({ visit, shell, to }: { visit: Visit; shell: Shell; to: string }) {
  return (
    <span class="shells">
      {shells.map((name) =>
        name === shell ? (
          <b>{shellNames[name]}</b>
        ) : (
          <a href={`${sameAddress(visit, { shell: name, operation: to })}#${to}`}>
            {shellNames[name]}
          </a>
        ),
      )}
    </span>
  )
}

function exampleCall(
  document: OpenApiDocument,
  documented: Documented,
  body: unknown,
): ExampleCall {
  const { method, path, operation } = documented
  const required = operation.parameters.filter((one) => one.required)
  const filled = required
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
  const inQuery = required.filter((one) => one.in === 'query')
  const query = new URLSearchParams(
    Object.fromEntries(inQuery.map(({ name, example }) => [name, String(example)])),
  )
  const search = query.size === 0 ? '' : `?${query}`
  const url = `${document.servers[0]?.url ?? ''}${filled}${search}`
  return { method, url, body, needsCredentials: needsCredentials(document) }
}

/** A call, ready to be written down in some language. */
interface ExampleCall {
  readonly method: Documented['method']
  readonly url: string
  readonly body: unknown
  readonly needsCredentials: boolean
}

/** The call as a command line, with a new correlation id each time that it is run. */
function curlExample(call: ExampleCall, shell: Shell): string {
  const { method, url, body, needsCredentials } = call
  const headers = [
    ...(needsCredentials ? ['Authorization: Bearer YOUR-TOKEN'] : []),
    ...(method === 'GET' ? [] : [CORRELATION]),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ]
  const text = body === undefined ? undefined : JSON.stringify(body)
  const line = curlLine({ method, url, headers, body: text }, shell)
  return line.replace(correlationWord, `"X-Correlation-Id: order-${randoms[shell]}"`)
}

/** Quoted by its shell, and then replaced: a shell fills in only what is not quoted whole. */
const CORRELATION = 'X-Correlation-Id: order-1'
const correlationWord = new RegExp(`['"]${CORRELATION}['"]`)

const randoms: Readonly<Record<Shell, string>> = {
  sh: '$RANDOM-$RANDOM',
  powershell: '$(Get-Random)',
  cmd: '%RANDOM%-%RANDOM%',
}

/** The same in TypeScript, with nothing but fetch. */
function typescriptExample({ method, url, body, needsCredentials }: ExampleCall): string {
  const headers = [
    ...(needsCredentials ? ["    Authorization: 'Bearer YOUR-TOKEN',"] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
    ...(method === 'GET' ? [] : ["    'X-Correlation-Id': crypto.randomUUID(),"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)}),`]),
  ]
  const given =
    options.length === 0 ? ')' : ['', ', {', ...options, '})'].join('\n').replace('\n, {', ', {')
  return `const response = await fetch('${url}'${given}\nconst answer = ${
    method === 'DELETE' ? 'response.status' : 'await response.json()'
  }`
}

/** JSON as people write it in a program: names without quotes where they may be. */
function literal(body: unknown): string {
  return JSON.stringify(body, undefined, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ')
}
