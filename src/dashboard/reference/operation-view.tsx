import type { Child } from 'hono/jsx'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { CardsAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { curlLine, type Shell, shells } from '../../insight/shell-line.ts'
import { CopyBlock, InlineCode } from '../parts/text.tsx'
import { sameAddress } from '../words/address.ts'
import { bodyExamples, type Documented, schemaFields } from './documented.ts'
import { MagicTable, magicFor } from './magic-values.tsx'
import { ErrorTable, FieldTable, GoodAnswers } from './tables.tsx'
import { type Suggestions, TryForm } from './try-form.tsx'

/** What all operations of the page share. */
export interface ReferenceData {
  readonly visit: Visit
  readonly document: OpenApiDocument
  readonly cards: CardsAnswer['cards']
  readonly suggestions: Suggestions
  /** The shell that curl examples are quoted for. */
  readonly shell: Shell
  readonly tried: RequestAnswer | undefined
  /** The result of the last try. */
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
  const body = operation.requestBody?.content['application/json']
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
      <FieldTable
        label="Parameter"
        of={operation.summary}
        fields={operation.parameters.map(({ name, description, required, schema, in: place }) => ({
          name: `${name} (${place})`,
          isRequired: required,
          schema: { ...schema, description },
        }))}
      />
      {body && (
        <FieldTable
          label="Body"
          of={operation.summary}
          fields={schemaFields(document, body.schema)}
        />
      )}
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

const shellWords: Readonly<Record<Shell, { readonly name: string; readonly random: string }>> = {
  sh: { name: 'sh', random: '$RANDOM-$RANDOM' },
  powershell: { name: 'PowerShell', random: '$(Get-Random)' },
  cmd: { name: 'cmd', random: '%RANDOM%-%RANDOM%' },
}

/** The other shells, each a click away. */
function ShellSwitch({ visit, shell, to }: { visit: Visit; shell: Shell; to: string }) {
  return (
    <span class="shells">
      {shells.map((one) => {
        const { name } = shellWords[one]
        const address = `${sameAddress(visit, { shell: one, operation: to })}#${to}`
        return one === shell ? <b>{name}</b> : <a href={address}>{name}</a>
      })}
    </span>
  )
}

/** A call, ready to be written down in some language. */
interface ExampleCall {
  readonly method: Documented['method']
  readonly url: string
  readonly body: unknown
  readonly needsCredentials: boolean
}

function exampleCall(
  { servers, security }: OpenApiDocument,
  { method, path, operation }: Documented,
  body: unknown,
): ExampleCall {
  const required = operation.parameters.filter((one) => one.required)
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example } of required) {
    if (place === 'path') filled = filled.replace(`{${name}}`, String(example))
    if (place === 'query') query.set(name, String(example))
  }
  const url = `${servers[0]?.url ?? ''}${filled}${query.size === 0 ? '' : `?${query}`}`
  const needsCredentials = security.every((one) => Object.keys(one).length > 0)
  return { method, url, body, needsCredentials }
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
  return line.replace(correlationWord, `"X-Correlation-Id: order-${shellWords[shell].random}"`)
}

/** Quoted for its shell, then replaced: a shell expands only what is not wholly quoted. */
const CORRELATION = 'X-Correlation-Id: order-1'
const correlationWord = new RegExp(`['"]${CORRELATION}['"]`)

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
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  const answer = method === 'DELETE' ? 'response.status' : 'await response.json()'
  return `const response = await fetch('${url}'${given})\nconst answer = ${answer}`
}

/** JSON as people write it in a program: names without quotes where they may be. */
function literal(body: unknown): string {
  return JSON.stringify(body, undefined, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ')
}
