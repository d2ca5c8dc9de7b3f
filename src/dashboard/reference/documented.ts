import { restricted } from '../../domain/restricted-text.ts'
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
function resolved({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema {
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

/** One field of a body, as a row of a table. */
export interface DocumentedField {
  /** `transaction.reference` */
  readonly name: string
  readonly isRequired: boolean
  readonly schema: JsonSchema
}

/** Every field of a schema, outermost first; of alternatives, all. */
export function fieldsOf(
  document: OpenApiDocument,
  schema: JsonSchema,
  before = '',
): readonly DocumentedField[] {
  const { properties, required = [], oneOf, anyOf, type, items } = resolved(document, schema)
  if (type === 'array') return fieldsOf(document, (items ?? {}) as JsonSchema, `${before}[].`)
  const alternatives = alternativesIn(oneOf) ?? alternativesIn(anyOf)
  if (alternatives !== undefined) {
    return alternatives.flatMap((one) =>
      fieldsOf(document, one, before).map((field) => ({ ...field, isRequired: false })),
    )
  }
  return Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(
    ([name, member]) => {
      const own = resolved(document, member)
      const isRequired = (required as readonly string[]).includes(name)
      const field = { name: before + name, isRequired, schema: own }
      return [field, ...fieldsOf(document, own, `${before}${name}.`)]
    },
  )
}

/** Alternatives that are objects; those of a text are told in words. */
function alternativesIn(given: unknown): readonly JsonSchema[] | undefined {
  if (!Array.isArray(given)) return undefined
  return given.some((one: JsonSchema) => one.type === 'object') ? given : undefined
}

/** What a schema demands, in words: `string, 1 to 60 characters`. */
export function ruleWords(schema: JsonSchema): string {
  return [kindWords(schema), lengthWords(schema), rangeWords(schema), formWords(schema)]
    .filter((words) => words !== '')
    .join(', ')
}

function kindWords({ type, enum: values, anyOf, oneOf, format }: JsonSchema): string {
  if (Array.isArray(values)) return `one of ${values.map(shown).join(', ')}`
  if (Array.isArray(anyOf) && Array.isArray(anyOf[0]?.enum)) {
    return `string: ${anyOf[0].enum.length > 12 ? 'see errors' : anyOf[0].enum.map(shown).join(', ')}, or a later one`
  }
  if (Array.isArray(oneOf) || Array.isArray(anyOf)) return 'object, one of the following'
  if (format === 'date-time') return 'string, date and time with offset'
  if (format === 'date') return 'string, date'
  if (format === 'uri') return 'string, address'
  return type === 'array' ? 'list' : String(type ?? 'any')
}

function shown(value: unknown): string {
  return value === '' ? '(empty)' : String(value)
}

function lengthWords({ minLength, maxLength, maxProperties, maxItems }: JsonSchema): string {
  if (maxProperties !== undefined) return `at most ${maxProperties} members`
  if (maxItems !== undefined) return `at most ${maxItems}`
  if (maxLength === undefined) return ''
  return minLength === undefined
    ? `at most ${maxLength} characters`
    : `${minLength} to ${maxLength} characters`
}

function rangeWords({ minimum, maximum }: JsonSchema): string {
  return minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`
}

function formWords({ pattern, default: usual }: JsonSchema): string {
  const form =
    pattern === restricted.source
      ? 'letters, digits, spaces and ASCII punctuation but quotes and backslash'
      : pattern === undefined
        ? ''
        : `matches ${pattern}`
  const standard = usual === undefined ? '' : `${JSON.stringify(usual)} unless given`
  return [form, standard].filter((words) => words !== '').join(', ')
}
