import { isCorrelationId, pathNumber } from './form/fields.ts'
import { queryForm } from './form/query.ts'
import { type Call, transactionBodyForm, transactionCall } from './transaction/transactions.ts'
import type { Seen } from './transaction/views.ts'
import { vaultBodyForm } from './vault/forms.ts'
import { vaultCall } from './vault/vault.ts'
import { callerOf } from './wire/caller.ts'
import { type Expected, someText } from './wire/expected.ts'
import { type Objection, objection, refused, refusedWith } from './wire/refusal.ts'
import type { Request } from './wire/request.ts'
import { type Name, routeOf } from './wire/routes.ts'

const LARGEST = 64 * 1024

/** What a call under `/v1` should be answered with. The state moves with it. */
export function gatewayAnswer(seen: Seen, request: Request): Expected {
  const id = request.headers['x-correlation-id']
  const echoed = id !== undefined && isCorrelationId(id) ? id : undefined
  const expected = handled(seen, request)
  return { ...expected, headers: { ...expected.headers, 'x-correlation-id': echoed } }
}

function handled(seen: Seen, request: Request): Expected {
  const caller = callerOf(seen.house, request)
  if (caller === undefined) {
    return { ...refusedWith(401, 'unauthenticated'), headers: { 'www-authenticate': someText } }
  }
  if (request.headers.origin !== undefined) return refusedWith(403, 'browser_call_refused')
  const found = routeOf(request.path)
  if (found === undefined) return refusedWith(404, 'not_found')
  const name = found.methods[request.method]
  if (name === undefined) {
    const headers = { allow: naming(Object.keys(found.methods)) }
    return { ...refusedWith(405, 'method_not_allowed'), headers }
  }
  const unread = unreadable(request)
  if (unread !== undefined) return unread
  const body = typeof request.body === 'string' ? JSON.parse(request.body) : request.body
  const call: Call = { name, caller, request, body, parameters: found.parameters }
  const objections = formOf(call)
  if (objections.length > 0) return refused(422, objections)
  return isVault(name) ? vaultCall(seen, call) : transactionCall(seen, call)
}

function isVault(name: Name): boolean {
  return name.startsWith('customer') || name.startsWith('token')
}

function naming(methods: readonly string[]) {
  return (value: unknown) => {
    const said = String(value).split(/,\s*/)
    return methods.every((method) => said.includes(method)) ? undefined : `${methods} expected`
  }
}

/** Bodies that are never looked into: too large, of another type, or no JSON. */
function unreadable({ method, body, headers }: Request): Expected | undefined {
  if (method !== 'POST' && method !== 'PATCH') return undefined
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (Buffer.byteLength(text) > LARGEST) return refusedWith(413, 'body_too_large')
  const type = headers['content-type'] ?? 'application/json'
  const isJson = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity'
  if (!isJson || !isPlain) return refusedWith(415, 'unsupported_media_type')
  return isParsable(text) ? undefined : refusedWith(400, 'malformed_json')
}

function isParsable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function formOf(call: Call): Objection[] {
  const { name, request, parameters, body } = call
  const path = Object.entries(parameters).flatMap(([parameter, value]) =>
    pathNumber(value, ['path', parameter]),
  )
  const inBody = isVault(name) ? vaultBodyForm(name, body) : transactionBodyForm(name, body)
  return [...headerForm(request), ...path, ...queryForm(name, request.query), ...inBody]
}

function headerForm({ method, headers }: Request): Objection[] {
  const id = headers['x-correlation-id'] ?? ''
  const at = (code: string) => [objection(code, 'header', 'X-Correlation-Id')]
  if (id === '') return method === 'GET' ? [] : at('missing_correlation_id')
  return isCorrelationId(id) ? [] : at('invalid_correlation_id')
}
