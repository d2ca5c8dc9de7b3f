import type { JsonSchema } from './json-schema.ts'

/** What a request may look like, put together from the examples of its fields. */
function exampleOf(schema: JsonSchema, choice?: string): unknown {
  const { examples, oneOf, properties } = schema
  if (Array.isArray(examples)) return examples[0]
  if (Array.isArray(oneOf)) return exampleOf(alternative(oneOf, choice), choice)
  if (typeof properties !== 'object' || properties === null) return schema.default
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, choice)]))
}

/** One example for each alternative that the schema offers, by the member that tells them apart. */
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
