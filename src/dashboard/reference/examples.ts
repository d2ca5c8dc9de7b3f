import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { curlLine } from '../../insight/shell-line.ts'
import { bodyExamples, type Documented } from './documented.ts'

/** A call, ready to be written down in some language. */
interface ExampleCall {
  readonly method: Documented['method']
  readonly url: string
  readonly body: unknown
  readonly needsCredentials: boolean
}

/** An operation as it is called, once for each kind of body. */
export function callExamples({ servers, security }: OpenApiDocument, documented: Documented) {
  const { method, path, operation } = documented
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example, required } of operation.parameters) {
    if (place === 'path') filled = filled.replace(`{${name}}`, String(example))
    if (place === 'query' && required) query.set(name, String(example))
  }
  const url = `${servers[0]?.url ?? ''}${filled}${query.size === 0 ? '' : `?${query}`}`
  const needsCredentials = security.every((one) => Object.keys(one).length > 0)
  const bodies = bodyExamples(documented)
  return (bodies.length === 0 ? [['', undefined] as const] : bodies).map(([name, body]) => {
    const call = { method, url, body, needsCredentials }
    const title = bodies.length > 1 ? `: ${name}` : ''
    return { title, curl: curlExample(call), typescript: typescriptExample(call) }
  })
}

/** The call as a command line, with a new correlation id each time that it is run. */
function curlExample({ method, url, body, needsCredentials }: ExampleCall): string {
  const headers = [
    ...(needsCredentials ? ['Authorization: Bearer YOUR-TOKEN'] : []),
    ...(method === 'GET' ? [] : ['X-Correlation-Id: order-1']),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ]
  const json = body === undefined ? undefined : JSON.stringify(body)
  const line = curlLine({ method, url, headers, body: json }, 'sh')
  // A shell expands only what is not wholly quoted.
  return line.replace("'X-Correlation-Id: order-1'", '"X-Correlation-Id: order-$RANDOM-$RANDOM"')
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
