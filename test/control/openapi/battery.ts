import type { ApiRequest } from '../../support/api-request.ts'
import type { DocumentedOperation } from '../../support/document-check.ts'
import { newId } from '../../support/gateway-client.ts'

/** What is put in the place of a value of a body; undefined leaves it out. */
const bodyValues: readonly unknown[] = [
  undefined,
  null,
  '',
  'x'.repeat(300),
  'caf\u00e9',
  'ZZZ',
  'not:known',
  '0013',
  '12',
  '4111111111111112',
  '9123456789012345',
  0,
  -1,
  2_147_483_648,
  1.5,
  true,
  [],
  {},
]

const queryValues = ['', '0', '-1', 'abc', '2147483648', 'caf\u00e9', 'x'.repeat(300)]
const pathValues = ['0', 'abc', '2147483648', '2147483647']

/** Many requests that are each wrong in one place. */
export function battery(good: ApiRequest, documented: DocumentedOperation): readonly ApiRequest[] {
  const spoilt: ApiRequest[] = []
  const add = (changes: Partial<ApiRequest>) => {
    const headers = { ...good.headers, 'x-correlation-id': newId(), ...changes.headers }
    spoilt.push({ ...good, ...changes, headers })
  }
  for (const place of placesIn(good.body)) {
    for (const value of bodyValues) add({ body: withValue(good.body, place, value) })
  }
  for (const { name, in: where } of documented.operation.parameters) {
    if (where === 'path')
      for (const value of pathValues) add({ path: { ...good.path, [name]: value } })
    if (where !== 'query') continue
    for (const value of queryValues) add({ query: { ...good.query, [name]: value } })
    const { [name]: _, ...others } = good.query
    add({ query: others })
  }
  add({ repeats: true })
  add({ query: { ...good.query, padding: 'x'.repeat(4097) } })
  add({ headers: { 'x-correlation-id': undefined } })
  add({ headers: { 'x-correlation-id': 'has a space' } })
  add({ headers: { origin: 'https://shop.example' } })
  add({ headers: { host: 'evil.example' } })
  add({ headers: { authorization: undefined } })
  if (good.body !== undefined) addBodies(good, add)
  return spoilt
}

function addBodies(good: ApiRequest, add: (changes: Partial<ApiRequest>) => void): void {
  const kvps = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`K${index}`, 'v']))
  const json = { 'content-type': 'application/json' }
  add({ body: '{', headers: json })
  add({ body: JSON.stringify(good.body), headers: { 'content-type': 'text/plain' } })
  add({ body: JSON.stringify('x'.repeat(70_000)), headers: json })
  add({ body: withValue(good.body, ['kvps'], kvps) })
  add({ body: withValue(good.body, ['kvps'], { 'not a key': 'v' }) })
  add({ body: withValue(good.body, ['kvps'], { a: 'v', 'GATEWAY.a': 'w' }) })
}

type Place = readonly string[]

/** The path of every value in a body, the body itself included. */
function placesIn(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...at, name]))]
}

export function withValue(body: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value
  const members = { ...(body as Record<string, unknown>) }
  members[name] = withValue(members[name], rest, value)
  return members
}
