import type * as z from 'zod'
import { type ProblemCode, problemFacts } from '../../domain/problem.ts'
import { correlationRules } from '../../gateway/wire/contract/correlation-field.ts'
import { errorItem } from '../../gateway/wire/problem-response.ts'
import {
  type CodeNames,
  type Components,
  type JsonSchema,
  jsonSchemaOf,
  namesOf,
  withReferences,
} from './json-schema.ts'

interface ResponseObject {
  readonly description: string
  readonly headers: Readonly<Record<string, object>>
  readonly content?: JsonContent
  /** Every error code with this status. */
  readonly 'x-error-codes'?: readonly string[]
}

/** One successful answer of an operation. */
export interface OperationResponse {
  readonly status: number
  readonly description: string
  /** Undefined for no body. */
  readonly schema: z.ZodType | undefined
  readonly examples: Readonly<Record<string, unknown>>
  readonly headers: readonly HeaderName[]
}

export type Responses = Readonly<Record<string, ResponseObject>>

export function goodAnswers(
  answers: readonly OperationResponse[],
  components: Components,
): Responses {
  const responses: Record<string, ResponseObject> = {}
  for (const { status, description, schema, examples, headers } of answers) {
    const other = responses[status]?.description
    responses[status] = {
      description: other === undefined ? description : `${other} Or: ${description}`,
      headers: headersOf(...headers),
      ...(schema && { content: jsonContent(jsonSchemaOf(schema), components, examples) }),
    }
  }
  return responses
}

const headersOfStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
}

export function refusedAnswers(
  refusals: ReadonlyMap<number, readonly ProblemCode[]>,
  schema: JsonSchema,
  names: CodeNames,
): Responses {
  const responses: Record<string, ResponseObject> = {}
  for (const [status, codes] of refusals) {
    const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
    responses[status] = {
      description: codes.map((code) => `\`${names[code]}\`: ${problemFacts[code][2]}`).join('\n\n'),
      headers: headersOf(...(headersOfStatus[status] ?? [])),
      content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
      'x-error-codes': namesOf(codes, names),
    }
  }
  return responses
}

/** A scenario may send any status. */
export function scenarioAnswer(schema: JsonSchema, { internal_error }: CodeNames): Responses {
  const value = { errors: [errorItem(internal_error, 'A scenario asked for HTTP status 503')] }
  return {
    default: {
      description:
        'Any other status that a scenario of the sandbox asks for, such as 429 or 503. After a 5xx the outcome is unknown: look the transaction up.',
      headers: headersOf('Retry-After'),
      content: { 'application/json': { schema, examples: { 'by a scenario': { value } } } },
    },
  }
}

export interface JsonContent {
  readonly 'application/json': {
    readonly schema: JsonSchema
    readonly examples: Readonly<Record<string, Example>>
  }
}

type Example = { readonly value: unknown } | { readonly $ref: string }

/** A JSON body with examples of it. */
export function jsonContent(
  schema: JsonSchema,
  components: Components,
  examples: Readonly<Record<string, unknown>>,
): JsonContent {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }])
  return {
    'application/json': {
      schema: withReferences(schema, components),
      examples: Object.fromEntries(values),
    },
  }
}

/** A response header, as listed in the components. */
interface Header {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example?: unknown
}

/** Every response header, by the name of its component. */
export const responseHeaders = {
  'X-Correlation-Id': {
    description: 'The correlation id of the request, if it was valid.',
    schema: { type: 'string', ...correlationRules },
    example: 'b6f1c2de-7a35-4f0c-9d3a-52f0c7f9e811',
  },
  'X-Sandbox-Rule': {
    description:
      'Only in a sandbox: the scenario rules that applied to the request, as `<scenario>/<rule>`, separated by commas.',
    schema: { type: 'string' },
    example: 'default/card-cents',
  },
  'X-Sandbox-World': {
    description: 'Only in a sandbox: the world of the request.',
    schema: { type: 'string' },
    example: 'default',
  },
  'X-Sandbox-Replayed': {
    description:
      'Only if this response repeats the stored response to an earlier request with the same id.',
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
    description: 'Seconds to wait before the next attempt, if a scenario asks for it.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
} as const satisfies Readonly<Record<string, Header>>

export type HeaderName = keyof typeof responseHeaders

/** References to headers; every response may have the first three. */
function headersOf(...names: readonly HeaderName[]): Readonly<Record<string, object>> {
  const usual: readonly HeaderName[] = ['X-Correlation-Id', 'X-Sandbox-Rule', 'X-Sandbox-World']
  const all = [...usual, ...names]
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
