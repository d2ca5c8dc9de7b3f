import type { OutgoingHttpHeaders } from 'node:http'
import type { DocumentCheck } from './document-check.ts'
import { call, newId, type Sent, type TestResponse } from './gateway-client.ts'

/** A request for an operation of the document, before it is sent. */
export interface ApiRequest {
  readonly operation: string
  readonly path: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, string>>
  /** Has a parameter twice that no operation has. */
  readonly repeats?: true
  readonly headers: OutgoingHttpHeaders
  readonly body: unknown
}

/** A good request, as far as the document's examples make one. */
export function exampleRequest(check: DocumentCheck, operation: string): ApiRequest {
  const found = check.operations.get(operation)
  if (found === undefined) throw new Error(`There is no operation ${operation}`)
  const { parameters, requestBody } = found.operation
  const examples = requestBody?.content['application/json'].examples ?? {}
  const [example] = Object.values(examples)
  const required = parameters.filter((one) => one.required)
  const inPath = required.filter((one) => one.in === 'path')
  const inQuery = required.filter((one) => one.in === 'query')
  return {
    operation,
    path: Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)])),
    query: Object.fromEntries(inQuery.map(({ name, example }) => [name, String(example)])),
    headers: { 'x-correlation-id': newId() },
    body: example && 'value' in example ? structuredClone(example.value) : undefined,
  }
}

/** Sends a request, and holds its answer against the document. */
export async function sendAndHold(
  check: DocumentCheck,
  api: string,
  request: ApiRequest,
): Promise<TestResponse> {
  const found = check.operations.get(request.operation)
  if (found === undefined) throw new Error(`There is no operation ${request.operation}`)
  const path = Object.entries(request.path).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    found.path,
  )
  const query = new URLSearchParams(request.query)
  if (request.repeats) query.append('again', '1')
  if (request.repeats) query.append('again', '2')
  const sent: Sent = {
    method: found.method.toUpperCase(),
    headers: request.headers,
    body: request.body,
  }
  const answer = await call(`${api}${path}${query.size === 0 ? '' : `?${query}`}`, sent)
  check.hold(request.operation, answer)
  const id = request.headers['x-correlation-id']
  const isGood = typeof id === 'string' && /^[A-Za-z0-9+\-_:.,]{1,128}$/.test(id)
  if (isGood && answer.headers['x-correlation-id'] !== id) {
    throw new Error(`${request.operation} did not give the correlation id back`)
  }
  return answer
}
