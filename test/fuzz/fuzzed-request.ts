import type { OutgoingHttpHeaders } from 'node:http'
import type { JsonSchema } from '../../src/control/openapi/json-schema.ts'
import type { Parameter } from '../../src/control/openapi/operation-object.ts'
import { type ApiRequest, exampleRequest } from '../support/api-request.ts'
import type { DocumentCheck } from '../support/document-check.ts'
import type { Random } from './random.ts'
import { edgeValue, otherGoodValue, strangeValue, text } from './values.ts'

/** What a lane knows of the world that it works in. */
export interface Known {
  readonly audits: number[]
  readonly customers: ApiRequest['path'][]
  readonly tokens: ApiRequest['path'][]
  readonly virtualPans: string[]
  readonly correlationIds: string[]
  newId(): string
}

/** A request that is good unless by chance: alive numbers, other amounts, cards and texts. */
export function livelyRequest(check: DocumentCheck, known: Known, random: Random): ApiRequest {
  const operation = random.pick([...check.operations.keys()])
  const request = exampleRequest(check, operation)
  return {
    ...request,
    path: livelyPath(request.path, known, random),
    query: livelyQuery(request, known, random),
    headers: { 'x-correlation-id': known.newId() },
    body: livelyBody(check, operation, known, random),
  }
}

/** Mostly numbers of what there is, or was until lately. */
function livelyPath(path: ApiRequest['path'], known: Known, random: Random): ApiRequest['path'] {
  const tokens = 'token_id' in path ? known.tokens : known.customers
  const owner = tokens.length > 0 ? random.pick(tokens.slice(-4)) : { customer_id: 1, token_id: 1 }
  const audit = known.audits.length > 0 ? random.pick(known.audits.slice(-8)) : 1_000_001
  const all: ApiRequest['path'] = { audit, ...owner }
  return Object.fromEntries(Object.keys(path).map((name) => [name, all[name] ?? 1]))
}

function livelyQuery(request: ApiRequest, known: Known, random: Random) {
  if (request.operation !== 'search' || known.correlationIds.length === 0) return request.query
  return { ...request.query, correlation_id_lookup: random.pick(known.correlationIds.slice(-8)) }
}

function livelyBody(check: DocumentCheck, operation: string, known: Known, random: Random) {
  const { requestBody } = check.operations.get(operation)?.operation ?? {}
  const examples = Object.values(requestBody?.content['application/json'].examples ?? {})
  if (examples.length === 0) return undefined
  const example = random.pick(examples)
  const body = 'value' in example ? example.value : undefined
  return changedLeaves(body, (name, value) => {
    if (name === 'pan' && random.chance(0.2) && known.virtualPans.length > 0) {
      return random.pick(known.virtualPans)
    }
    return random.chance(0.5) ? otherGoodValue(name, value, random) : value
  })
}

function changedLeaves(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'object' ? changedLeaves(inner, change) : change(name, inner),
    ]),
  )
}

/** The request with something wrong in one to three places of its body. */
export function spoiltBody(check: DocumentCheck, request: ApiRequest, random: Random): ApiRequest {
  const schema = check.bodySchema(request.operation)
  if (schema === undefined) return request
  const spoil = spoiler(check, random)
  let body = request.body
  for (let times = 1 + random.below(3); times > 0; times -= 1) body = spoil(body, schema)
  return { ...request, body }
}

/** Puts something wrong in one place of a value, which its schema has an idea of. */
function spoiler(check: DocumentCheck, random: Random) {
  return function spoil(value: unknown, reference: JsonSchema): unknown {
    const schema = check.resolved(reference)
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      random.chance(0.08)
    ) {
      return random.chance(0.4) ? edgeValue(schema, random) : strangeValue(random)
    }
    const members = { ...value } as Record<string, unknown>
    const names = Object.keys(value)
    if (names.length === 0 || random.chance(0.08)) {
      return { ...members, [random.pick(strangeNames)]: strangeValue(random) }
    }
    const name = random.pick(names)
    if (random.chance(0.12)) delete members[name]
    else members[name] = spoil(members[name], memberSchema(schema, name))
    return members
  }
}

const strangeNames = ['extra', 'constructor', 'a.b', '', 'id', 'creditcard', 'toString']

function memberSchema(schema: JsonSchema, name: string): JsonSchema {
  const alternatives = Array.isArray(schema.oneOf) ? (schema.oneOf as JsonSchema[]) : [schema]
  for (const { properties } of alternatives) {
    const found = (properties as Record<string, JsonSchema> | undefined)?.[name]
    if (found !== undefined) return found
  }
  return {}
}

/** The request with something wrong in its path or its query. */
export function spoiltAddress(
  request: ApiRequest,
  parameters: readonly Parameter[],
  random: Random,
): ApiRequest {
  const places = parameters.filter((parameter) => parameter.in !== 'header')
  if (places.length === 0) return { ...request, query: { merchant_id: 'x' } }
  const parameter = random.pick(places)
  const value = sendable(
    random.chance(0.6) ? edgeValue(parameter.schema, random) : strangeValue(random),
  )
  if (parameter.in === 'query')
    return { ...request, query: { ...request.query, [parameter.name]: value } }
  // An empty part of a path, or one of dots, would be another path.
  const isPart = value !== '' && !/^\.{1,2}$/.test(value)
  return isPart ? { ...request, path: { ...request.path, [parameter.name]: value } } : request
}

function sendable(value: unknown): string {
  const said = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // Half an emoji cannot be part of an address.
  return Buffer.from(said.slice(0, 2000)).toString()
}

/** The request with something wrong in its headers. */
export function spoiltHeaders(request: ApiRequest, known: Known, random: Random): ApiRequest {
  const changes = random.pick<() => OutgoingHttpHeaders>([
    () => ({ 'x-correlation-id': undefined }),
    () => ({ 'x-correlation-id': '' }),
    () => ({ 'x-correlation-id': 'has a space' }),
    () => ({ 'x-correlation-id': 'x'.repeat(128 + random.below(2)) }),
    () => ({ 'x-correlation-id': text(1 + random.below(20), random).trim() || 'x' }),
    ...Array.from({ length: 4 }, () => () => ({
      'x-correlation-id': known.correlationIds.at(-1) ?? 'first',
    })),
    () => ({ origin: 'https://shop.example' }),
    () => ({ 'content-type': random.pick(['text/plain', '', 'application/jsonx', 'a/b;c']) }),
    () => ({ 'content-type': 'application/json; charset=utf-16' }),
    () => ({ authorization: random.pick(['Basic', 'Bearer x', 'Basic !!', 'Digest x=y']) }),
    () => ({ accept: 'text/html' }),
    () => ({ 'x-http-method-override': 'DELETE' }),
  ])()
  return { ...request, headers: { ...request.headers, ...changes } }
}

/** The bytes of a body, damaged. */
export function damagedBytes(request: ApiRequest, random: Random): ApiRequest {
  if (request.body === undefined) return request
  const bytes = Buffer.from(JSON.stringify(request.body))
  const at = random.below(bytes.length)
  const damaged = random.pick<() => Buffer>([
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    () => Buffer.concat([bytes, bytes.subarray(at)]),
    () =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from([random.below(256)]), bytes.subarray(at)]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.from(bytes.toString('utf16le')),
    () => Buffer.concat([bytes, Buffer.alloc(70_000, 0x20)]),
  ])()
  const headers = { 'content-type': 'application/json', ...request.headers }
  return { ...request, body: new Uint8Array(damaged), headers }
}
