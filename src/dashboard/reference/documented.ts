import type { OpenApiDocument } from '../../control/openapi/document.ts'
import type { JsonSchema } from '../../control/openapi/json-schema.ts'
import type { OperationObject } from '../../control/openapi/operation-object.ts'
import { restricted } from '../../domain/restricted-text.ts'
import type { ApiMethod } from '../../gateway/wire/operation.ts'

/** An operation of the document, and where it is. */
export interface Documented {
  readonly method: ApiMethod
  /** Beneath `/v1`, with `{placeholders}`. */
  readonly path: string
  readonly operation: OperationObject
}

export function documentedIn({ paths }: OpenApiDocument): readonly Documented[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      return { method: name.toUpperCase() as ApiMethod, path, operation }
    }),
  )
}

/** The groups of the document with their operations, both in its order. */
export function groupsOf(document: OpenApiDocument) {
  const all = documentedIn(document)
  return document.tags.map(({ name }) => {
    return { name, operations: all.filter(({ operation }) => operation.tags.includes(name)) }
  })
}

/** What a reference leads to; any other schema is itself. */
function resolved({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = String(schema.$ref ?? '').replace('#/components/schemas/', '')
  return Object.hasOwn(components.schemas, name) ? (components.schemas[name] ?? schema) : schema
}

/** The examples of a request's body by name; none if it has no body. */
export function bodyExamples({ operation }: Documented): readonly (readonly [string, unknown])[] {
  const examples = operation.requestBody?.content['application/json'].examples ?? {}
  return Object.entries(examples).flatMap(([name, one]) =>
    'value' in one ? [[name, one.value] as const] : [],
  )
}

/** One field of a body, as a row of a table. */
export interface DocumentedField {
  /** `transaction.reference` */
  readonly name: string
  readonly isRequired: boolean
  readonly schema: JsonSchema
}

/** Every field of a schema, outermost first; of alternatives, all. */
export function schemaFields(
  document: OpenApiDocument,
  schema: JsonSchema,
  before = '',
): readonly DocumentedField[] {
  const { properties, required = [], oneOf, anyOf, type, items } = resolved(document, schema)
  if (type === 'array') return schemaFields(document, (items ?? {}) as JsonSchema, `${before}[].`)
  const alternatives = alternativesIn(oneOf) ?? alternativesIn(anyOf)
  if (alternatives !== undefined) {
    return alternatives.flatMap((one) =>
      schemaFields(document, one, before).map((field) => ({ ...field, isRequired: false })),
    )
  }
  return Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(
    ([name, member]) => {
      const own = resolved(document, member)
      const isRequired = (required as readonly string[]).includes(name)
      const field = { name: before + name, isRequired, schema: own }
      return [field, ...schemaFields(document, own, `${before}${name}.`)]
    },
  )
}

/** Alternatives that are objects; those of a text are described in words. */
function alternativesIn(given: unknown): readonly JsonSchema[] | undefined {
  if (!Array.isArray(given)) return undefined
  return given.some((one: JsonSchema) => one.type === 'object') ? given : undefined
}

/** What a schema demands, in words: `string, 1 to 60 characters`. */
export function ruleWords(schema: JsonSchema): string {
  const { minLength, maxLength, maxProperties, maxItems, minimum, maximum } = schema
  const { pattern, default: usual } = schema
  const words = [
    kindWords(schema),
    maxProperties !== undefined && `at most ${maxProperties} fields`,
    maxItems !== undefined && `at most ${maxItems}`,
    maxLength !== undefined &&
      `${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    pattern === restricted.source
      ? 'letters, digits, spaces and ASCII punctuation but quotes and backslash'
      : pattern !== undefined && `matches ${pattern}`,
    usual !== undefined && `${JSON.stringify(usual)} unless given`,
  ]
  return words.filter((word) => word !== false).join(', ')
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'string, date and time with offset',
  date: 'string, date',
  uri: 'string, address',
}

function kindWords({ type, enum: values, anyOf, oneOf, format }: JsonSchema): string {
  if (Array.isArray(values)) return `one of ${valuesText(values)}`
  if (Array.isArray(anyOf) && Array.isArray(anyOf[0]?.enum)) {
    const known: readonly unknown[] = anyOf[0].enum
    return `string: ${known.length > 12 ? 'see errors' : valuesText(known)}, or a later one`
  }
  if (Array.isArray(oneOf) || Array.isArray(anyOf)) return 'object, one of the following'
  return formats[String(format)] ?? (type === 'array' ? 'list' : String(type ?? 'any'))
}

function valuesText(values: readonly unknown[]): string {
  return values.map((value) => (value === '' ? '(empty)' : String(value))).join(', ')
}
