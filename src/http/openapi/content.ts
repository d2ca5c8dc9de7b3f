import { type Components, withReferences } from './components.ts'
import type { JsonSchema } from './json-schema.ts'

/** A body in the document. */
export interface Content {
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
): Content {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }])
  return {
    'application/json': {
      schema: withReferences(schema, components),
      examples: Object.fromEntries(values),
    },
  }
}
