import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { JsonSchema } from '../../http/openapi/json-schema.ts'
import type { OperationObject } from '../../http/openapi/operation-object.ts'

/** An operation of the document, and where it is. */
export interface Documented {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Beneath `/v1`, with `{placeholders}`. */
  readonly path: string
  readonly operation: OperationObject
}

export function documentedIn({ paths }: OpenApiDocument): readonly Documented[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Documented['method'],
      path,
      operation,
    })),
  )
}

/** The groups of the document with their operations, both in its order. */
export function groupsOf(document: OpenApiDocument) {
  const all = documentedIn(document)
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

/** What a reference leads to; any other schema is itself. */
export function resolved({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = String(schema.$ref ?? '').replace('#/components/schemas/', '')
  return Object.hasOwn(components.schemas, name) ? (components.schemas[name] ?? schema) : schema
}

/** The examples of a request's body by name; none where it has no body. */
export function bodyExamples({ operation }: Documented): readonly (readonly [string, unknown])[] {
  const examples = operation.requestBody?.content['application/json'].examples ?? {}
  return Object.entries(examples).flatMap(([name, one]) =>
    'value' in one ? [[name, one.value] as const] : [],
  )
}

/** Whether calls need credentials. */
export function needsCredentials({ security }: OpenApiDocument): boolean {
  return security.every((one) => Object.keys(one).length > 0)
}
