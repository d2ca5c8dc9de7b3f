import type { ProblemCode } from '../../domain/problem.ts'
import { errorItem } from '../problem-response.ts'
import type { OperationAnswer } from './answers.ts'
import type { Components } from './components.ts'
import { type Content, jsonContent } from './content.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { problemFacts } from './problem-facts.ts'

export interface ResponseObject {
  readonly description: string
  readonly headers: Readonly<Record<string, object>>
  readonly content?: Content
  /** Every error code that comes with this status. */
  readonly 'x-error-codes'?: readonly ProblemCode[]
}

export type Responses = Readonly<Record<string, ResponseObject>>

export function goodAnswers(
  answers: readonly OperationAnswer[],
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
): Responses {
  const responses: Record<string, ResponseObject> = {}
  for (const [status, codes] of refusals) {
    const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${problemFacts[code].means}`).join('\n\n'),
      headers: headersOf(...(headersOfStatus[status] ?? [])),
      content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
      'x-error-codes': codes,
    }
  }
  return responses
}

/** A scenario may ask for any status. */
export function scenarioAnswer(schema: JsonSchema): Responses {
  const value = { errors: [errorItem('internal_error', 'A scenario asked for HTTP status 503')] }
  return {
    default: {
      description:
        'Any other status that a scenario of the sandbox asks for, such as 429 or 503. After a 5XX the outcome is unknown: look the transaction up.',
      headers: headersOf('Retry-After'),
      content: { 'application/json': { schema, examples: { 'by a scenario': { value } } } },
    },
  }
}
