import { correlationRules } from '../contract/correlation-field.ts'

/** A response header, as the document's components have it. */
interface Header {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example?: unknown
}

/** Every header of an answer, by the name of its component. */
export const responseHeaders = {
  'X-Correlation-Id': {
    description: 'The id of the request, if it had a good one.',
    schema: { type: 'string', ...correlationRules },
    example: 'b6f1c2de-7a35-4f0c-9d3a-52f0c7f9e811',
  },
  'X-Sandbox-Rule': {
    description:
      'Only in a sandbox: the scenario rules that shaped the answer, as `<scenario>/<rule>`, separated by commas.',
    schema: { type: 'string' },
    example: 'default/bank answers by cents',
  },
  'X-Sandbox-Replayed': {
    description:
      'Only where repeated requests are replayed: this is the stored answer to the first one.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Location: {
    description: 'The address of what was created.',
    schema: { type: 'string', format: 'uri' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: Basic or Bearer.',
    schema: { type: 'string' },
    example: 'Basic realm="sandgate", Bearer realm="sandgate"',
  },
  Allow: {
    description: 'The methods that the path has.',
    schema: { type: 'string' },
    example: 'GET, POST',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt, where a scenario says so.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
} as const satisfies Readonly<Record<string, Header>>

export type HeaderName = keyof typeof responseHeaders

/** References to some headers; every answer may have those of the first two. */
export function headersOf(...names: readonly HeaderName[]): Readonly<Record<string, object>> {
  const all: readonly HeaderName[] = ['X-Correlation-Id', 'X-Sandbox-Rule', ...names]
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
