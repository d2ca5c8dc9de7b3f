import { COMPONENT, type JsonSchema } from './json-schema.ts'

/** The schemas that the document has once, by name; filled while the document is made. */
export type Components = Map<string, JsonSchema>

/** The schema with a reference in place of each part that has a name of its own. */
export function withReferences(schema: JsonSchema, components: Components): JsonSchema {
  const { [COMPONENT]: name, ...rest } = schema
  const parts = Object.entries(rest).map(([keyword, value]) => [
    keyword,
    referring(value, components),
  ])
  const whole: JsonSchema = Object.fromEntries(parts)
  if (typeof name !== 'string') return whole
  const { default: standard, ...component } = whole
  refuseSecond(name, component, components)
  components.set(name, component)
  const reference = { $ref: `#/components/schemas/${name}` }
  return standard === undefined ? reference : { ...reference, default: standard }
}

function referring(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(item, components))
  if (typeof value !== 'object' || value === null) return value
  return withReferences(value as JsonSchema, components)
}

function refuseSecond(name: string, schema: JsonSchema, components: Components): void {
  const known = components.get(name)
  if (known === undefined || JSON.stringify(known) === JSON.stringify(schema)) return
  throw new Error(`Two schemas of the contract are called ${name}`)
}
