import { curlLine, type Shell } from '../../insight/shell-line.ts'
import type { Documented } from './documented.ts'

/** A call, ready to be written down in some language. */
export interface ExampleCall {
  readonly method: Documented['method']
  readonly url: string
  readonly body: unknown
  readonly needsCredentials: boolean
}

/** The call as a command line, with a new correlation id each time that it is run. */
export function curlExample(call: ExampleCall, shell: Shell): string {
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
export function typescriptExample({ method, url, body, needsCredentials }: ExampleCall): string {
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
