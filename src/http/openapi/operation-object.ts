import type { ProblemCode } from '../../domain/problem.ts'
import type { Components, JsonSchema } from './json-schema.ts'
import { groupOf, operationFacts } from './operation-facts.ts'
import { type Access, type DocumentedOperation, refusalsOf } from './refusals.ts'
import {
  type Contract,
  examplesOf,
  type ObjectSchema,
  type RequestSchemas,
  requestSchemas,
} from './request-schemas.ts'
import type { OperationAnswer } from './responses.ts'
import {
  goodAnswers,
  type JsonContent,
  jsonContent,
  type Responses,
  refusedAnswers,
  scenarioAnswer,
} from './responses.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'header' | 'path' | 'query'
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: JsonContent }
  readonly responses: Responses
}

/** What all operations of a document share. */
export interface DocumentParts {
  readonly access: Access
  /** The body of every refusal. */
  readonly errors: JsonSchema
  readonly components: Components
  /** The error codes that the operations use; filled while the document is built. */
  readonly codes: Set<ProblemCode>
}

export function operationObject(
  operation: DocumentedOperation,
  {
    contract,
    answers,
  }: { readonly contract: Contract; readonly answers: readonly OperationAnswer[] },
  { access, errors, components, codes }: DocumentParts,
): OperationObject {
  const [summary, description] = operationFacts[operation.name]
  const request = requestSchemas(contract)
  const { body } = request
  const refusals = refusalsOf(operation, request, access)
  for (const code of [...refusals.values()].flat()) codes.add(code)
  return {
    operationId: operation.name,
    tags: [groupOf(operation.name)],
    summary,
    description,
    parameters: parametersOf(request),
    ...(body && {
      requestBody: { required: true, content: jsonContent(body, components, examplesOf(body)) },
    }),
    responses: {
      ...goodAnswers(answers, components),
      ...refusedAnswers(refusals, errors),
      ...scenarioAnswer(errors),
    },
  }
}

function parametersOf({ header, path, query }: RequestSchemas): readonly Parameter[] {
  const inPlace = (place: Parameter['in'], { properties = {}, required = [] }: ObjectSchema) =>
    Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
      name,
      in: place,
      description: String(description),
      required: required.includes(name),
      schema,
      ...(Array.isArray(examples) && { example: examples[0] }),
    }))
  return [...inPlace('path', path), ...inPlace('query', query), ...inPlace('header', header)]
}
