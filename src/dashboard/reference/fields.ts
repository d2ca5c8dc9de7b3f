import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { JsonSchema } from '../../http/openapi/json-schema.ts'
import { resolved } from './documented.ts'

/** One field of a body, as a row of a table. */
export interface Field {
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
): readonly Field[] {
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
