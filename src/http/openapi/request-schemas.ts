import type * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { queryContracts, rootContracts } from '../contract/transaction-query.ts'
import { transactionContracts } from '../contract/transaction-request.ts'
import { customerContracts } from '../contract/vault/customer-request.ts'
import { tokenContracts } from '../contract/vault/token-request.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import type { DocumentedName } from './operation-facts.ts'

/** What an operation accepts, by place. */
export interface RequestSchemas {
  readonly header: ObjectSchema
  readonly path: ObjectSchema
  readonly query: ObjectSchema
  /** Undefined: it takes none. */
  readonly body: JsonSchema | undefined
}

export interface ObjectSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** What a request is checked against. */
export type Contract = z.ZodObject<{
  readonly header: z.ZodType
  readonly path: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType
}>

/** The very contracts that requests are checked against. */
export function contractsOf(assumptions: Assumptions): Readonly<Record<DocumentedName, Contract>> {
  return {
    ...rootContracts,
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
