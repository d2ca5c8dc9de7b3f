import type * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { queryContracts, rootContract } from '../contract/transaction-query.ts'
import { transactionContracts } from '../contract/transaction-request.ts'
import { customerContracts } from '../contract/vault/customer-request.ts'
import { tokenContracts } from '../contract/vault/token-request.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import type { DocumentedName } from './operation-facts.ts'

/** The schemas of an operation's header, path, query and body. */
export interface RequestSchemas {
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

export type Contract = z.ZodObject<{
  readonly header: z.ZodType
  readonly path: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType
}>

/** The contracts that requests are actually checked against. */
export function contractsOf(assumptions: Assumptions): Readonly<Record<DocumentedName, Contract>> {
  return {
    index: rootContract,
    ...transactionContracts(assumptions),
    ...queryContracts,
    ...customerContracts,
    ...tokenContracts(assumptions),
  }
}

export function requestSchemas({ shape }: Contract): RequestSchemas {
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
export function examplesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
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
