import { STATUS_CODES } from 'node:http'
import { redactAddress } from '../../../base/redaction/redacted.ts'
import type { ProblemCode } from '../../../domain/problem.ts'
import { parseInstant } from '../../../domain/time/instant.ts'
import { errorBody, type FaultDocument } from '../../../scenario/faults/table.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import { send, setHeaders } from '../pipeline/delivery/deliver.ts'
import { errorItem } from '../problem-response.ts'
import type { Act } from './act.ts'

/** Responds with another status. */
export const http: Act = ({ fault, answer: { headers }, ruleHeaders, call }) => {
  const { http: status = 500, retry_after: retryAfter } = fault
  const [type, text] = errorText(fault, call)
  const all: Record<string, string> = {
    ...usualHeaders(headers),
    'Content-Type': type,
    ...(status === 401 && {
      'WWW-Authenticate': 'Basic realm="sandgate", Bearer realm="sandgate"',
    }),
    ...(retryAfter !== undefined && { 'Retry-After': retryText(retryAfter) }),
  }
  setHeaders(all, ruleHeaders)
  return send({ status, headers: all, body: redactAddress(text) }, call)
}

/** The default code for a status. */
const usualCodes: Readonly<Record<number, ProblemCode>> = {
  400: 'malformed_json',
  401: 'unauthenticated',
  403: 'forbidden_merchant',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'duplicate_correlation_id',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'invalid_format',
  429: 'too_many_requests',
}

/** Keeps only the headers of every answer; others would reveal that the request was processed. */
function usualHeaders(headers: Answer['headers']): Record<string, string> {
  const names = ['X-Correlation-Id', 'X-Sandbox-Rule']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
}

function retryText(retryAfter: number | string): string {
  if (typeof retryAfter === 'number') return String(retryAfter)
  return new Date(parseInstant(retryAfter) ?? 0).toUTCString()
}

/** With the gateway's code for this status, unless the rule names one. */
function errorText(fault: FaultDocument, { world }: Call): readonly [type: string, text: string] {
  const { http: status = 500 } = fault
  const body = errorBody(fault)
  if (body === 'html') return ['text/html', proxyPage(status)]
  if (body !== 'json') return ['text/plain; charset=utf-8', body]
  const { error_codes } = world.environment.assumptions
  const { error_code: code = error_codes[usualCodes[status] ?? 'internal_error'] } = fault
  const message = `A scenario asked for HTTP status ${status}`
  const text = JSON.stringify({ errors: [errorItem(code, message)] })
  return ['application/json; charset=utf-8', text]
}

/** The error page of a proxy in front of the gateway. */
function proxyPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`
  return [
    `<html>\r\n<head><title>${title}</title></head>`,
    `<body>\r\n<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  ].join('\r\n')
}
