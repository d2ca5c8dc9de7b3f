import type * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { type ProblemCode, problemCodes, problemFacts } from '../../domain/problem.ts'
import { queryContracts, rootContract } from '../../gateway/wire/contract/transaction-query.ts'
import {
  paymentContracts,
  targetContracts,
} from '../../gateway/wire/contract/transaction-request.ts'
import { customerContracts } from '../../gateway/wire/contract/vault/customer-contract.ts'
import { tokenContracts } from '../../gateway/wire/contract/vault/token-contract.ts'
import { placeholders } from '../../gateway/wire/paths.ts'
import { statusOf } from '../../gateway/wire/problem-response.ts'
import {
  type CodeNames,
  type Components,
  ERROR_CODES,
  everySchema,
  inlined,
  type JsonSchema,
  jsonSchemaOf,
  withCodeNames,
} from './json-schema.ts'
import { type DocumentedName, groupOf, operationFacts } from './operation-facts.ts'
import {
  goodAnswers,
  type JsonContent,
  jsonContent,
  type OperationResponse,
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
  readonly names: CodeNames
  readonly components: Components
  /** The error codes that the operations use; filled while the document is built. */
  readonly codes: Set<ProblemCode>
}

export function operationObject(
  operation: DocumentedOperation,
  {
    contract,
    answers,
  }: { readonly contract: Contract; readonly answers: readonly OperationResponse[] },
  { access, errors, names, components, codes }: DocumentParts,
): OperationObject {
  const [summary, description] = operationFacts[operation.name]
  const checked = requestSchemas(contract)
  const refusals = refusalsOf(operation, checked, access)
  const request = withCodeNames(checked, names)
  const { body } = request
  for (const code of [...refusals.values()].flat()) codes.add(code)
  return {
    operationId: operation.name,
    tags: [groupOf(operation.name)],
    summary,
    description,
    parameters: parametersOf(request),
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent(body, components, examplesOf(inlined(body))),
      },
    }),
    responses: {
      ...goodAnswers(answers, components),
      ...refusedAnswers(refusals, errors, names),
      ...scenarioAnswer(errors, names),
    },
  }
}

function parametersOf({ header, path, query }: RequestSchemas): readonly Parameter[] {
  const parametersIn = (part: Parameter['in'], { properties = {}, required = [] }: ObjectSchema) =>
    Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
      name,
      in: part,
      description: String(description),
      required: required.includes(name),
      schema,
      ...(Array.isArray(examples) && { example: examples[0] }),
    }))
  return [
    ...parametersIn('path', path),
    ...parametersIn('query', query),
    ...parametersIn('header', header),
  ]
}

/** The schemas of an operation's header, path, query and body. */
interface RequestSchemas {
  readonly header: ObjectSchema
  readonly path: ObjectSchema
  readonly query: ObjectSchema
  /** Undefined if it takes no body. */
  readonly body: JsonSchema | undefined
}

export interface ObjectSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

type Contract = z.ZodObject<{
  readonly header: z.ZodType
  readonly path: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType
}>

/** The contracts that requests are actually checked against. */
export function contractsOf(assumptions: Assumptions): Readonly<Record<DocumentedName, Contract>> {
  return {
    index: rootContract,
    ...paymentContracts(assumptions),
    ...targetContracts(assumptions),
    ...queryContracts,
    ...customerContracts,
    ...tokenContracts(assumptions),
  }
}

function requestSchemas({ shape }: Contract): RequestSchemas {
  const { header, path, query, body } = shape
  const hasBody = body._zod.def.type !== 'undefined'
  return {
    header: jsonSchemaOf(header),
    path: jsonSchemaOf(path),
    query: jsonSchemaOf(query),
    body: hasBody ? jsonSchemaOf(body) : undefined,
  }
}

/** An example request, built from the examples of its fields. */
function exampleOf(schema: JsonSchema, choice?: string): unknown {
  const { examples, oneOf, properties } = schema
  if (Array.isArray(examples)) return examples[0]
  if (Array.isArray(oneOf)) return exampleOf(alternative(oneOf, choice), choice)
  if (properties === undefined) return schema.default
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, choice)]))
}

/** One example for each alternative of the schema, keyed by the member that distinguishes it. */
function examplesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const choices = choicesIn(schema)
  if (choices.length === 0) return { example: exampleOf(schema) }
  return Object.fromEntries(choices.map((choice) => [choice, exampleOf(schema, choice)]))
}

function alternative(all: readonly JsonSchema[], choice: string | undefined): JsonSchema {
  return all.find((one) => memberOf(one) === choice) ?? all[0] ?? {}
}

function choicesIn({ oneOf, properties }: JsonSchema): readonly string[] {
  if (Array.isArray(oneOf)) return oneOf.map((one: JsonSchema) => memberOf(one))
  return Object.values((properties ?? {}) as Record<string, JsonSchema>).flatMap(choicesIn)
}

function memberOf({ properties }: JsonSchema): string {
  return Object.keys(properties as object)[0] ?? ''
}

/** What the document needs to know about an operation. */
interface DocumentedOperation {
  readonly name: DocumentedName
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
}

/** The settings that decide which refusals are possible. */
interface Access {
  readonly auth: 'open' | 'required'
  readonly browserCalls: 'refuse' | 'allow'
}

/** Every refusal of an operation, by HTTP status. */
function refusalsOf(
  operation: DocumentedOperation,
  schemas: RequestSchemas,
  access: Access,
): ReadonlyMap<number, readonly ProblemCode[]> {
  const ofFields = codesOfFields(schemas)
  const codes = problemCodes.filter(
    (code) => isPossible(code, access) && (ofFields.has(code) || reaches(code, operation)),
  )
  const statuses = [...new Set(codes.map(statusOf))].sort((one, other) => one - other)
  return new Map(
    statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]),
  )
}

function isPossible(code: ProblemCode, { auth, browserCalls }: Access): boolean {
  if (code === 'unauthenticated') return auth === 'required'
  if (code === 'browser_call_refused') return browserCalls === 'refuse'
  return true
}

/** The error codes that the fields list. */
function codesOfFields({ header, path, query, body }: RequestSchemas): ReadonlySet<string> {
  const all = [header, path, query, body].flatMap(everySchema)
  const codes = all.flatMap(({ [ERROR_CODES]: errors = [] }) => errors as readonly string[])
  const demanding = [query, body].flatMap(everySchema)
  const hasRequired = demanding.some(({ required }) => Array.isArray(required))
  return new Set(hasRequired ? [...codes, 'missing_field'] : codes)
}

function reaches(code: ProblemCode, { name, method, hasBody, path }: DocumentedOperation): boolean {
  const [, reach] = problemFacts[code]
  const group = groupOf(name)
  switch (reach) {
    case 'all':
      return true
    case 'with a body':
      return hasBody
    case 'creating':
      return group === 'Transactions' && method === 'POST'
    case 'vault':
      return group === 'Customers' || group === 'Tokens'
    case 'with a path parameter':
      return placeholders(path).length > 0
    case 'naming a merchant':
      return name !== 'lookup' && name !== 'index'
    case 'fields':
    case 'no operation':
      return false
    default:
      return reach.some((one) => one === name)
  }
}
