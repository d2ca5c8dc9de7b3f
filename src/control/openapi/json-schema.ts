import * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import { type Note, noteOf } from '../../gateway/wire/contract/note.ts'

export interface JsonSchema {
  [keyword: string]: unknown
}

/** The gateway's names of the error codes. */
export type CodeNames = Assumptions['error_codes']

/** The error codes for a value that breaks the rules. */
export const ERROR_CODES = 'x-error-codes'

/** Converts a contract's schema and its notes to JSON Schema; answers may have further members. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => annotate(jsonSchema as JsonSchema, noteOf(zodSchema)),
  })
  return made
}

function annotate(json: JsonSchema, note: Note): void {
  if (note.whole !== undefined) replace(json, note.whole)
  // The format says enough; zod's own pattern for it is very long.
  if (json.format !== undefined) delete json.pattern
  dropTrivia(json)
  listProperties(json)
  Object.assign(json, note.rules)
  if (note.grows) grow(json)
  if (note.exactlyOne !== undefined) splitByMember(json, note.exactlyOne)
  if (note.description !== undefined) json.description = note.description
  if (note.example !== undefined) json.examples = [note.example]
  if (note.errors !== undefined) json[ERROR_CODES] = note.errors
}

/** Keys are always strings, and generators treat a member with a default as required. */
function dropTrivia(json: JsonSchema): void {
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames
  if (JSON.stringify(json.default) === '{}') delete json.default
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/** Linters and generators want each required field among the properties of the same schema. */
function listProperties(json: JsonSchema): void {
  const {
    properties = {},
    propertyNames,
    additionalProperties,
    required,
    oneOf,
  } = json as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly propertyNames?: { readonly enum?: readonly string[] }
    readonly additionalProperties?: JsonSchema
    readonly required?: readonly string[]
    readonly oneOf?: readonly { readonly required?: readonly string[] }[]
  }
  if (propertyNames?.enum !== undefined && additionalProperties !== undefined) {
    const named = propertyNames.enum.map((name) => [
      name,
      { ...additionalProperties, description: `The count of \`${name}\`.` },
    ])
    delete json.propertyNames
    delete json.additionalProperties
    Object.assign(json, { type: 'object', properties: Object.fromEntries(named), required })
  }
  json.oneOf = oneOf?.map((one) => {
    if (Object.keys(one).join() !== 'required' || one.required === undefined) return one
    return {
      ...one,
      properties: Object.fromEntries(one.required.map((name) => [name, properties[name]])),
    }
  })
  if (json.oneOf === undefined) delete json.oneOf
}

function replace(json: JsonSchema, by: JsonSchema): void {
  for (const keyword of Object.keys(json)) delete json[keyword]
  Object.assign(json, by)
}

/** Allows the known values and any other text. */
function grow(json: JsonSchema): void {
  const { type, enum: values } = json
  replace(json, { anyOf: [{ type, enum: values }, { type: 'string' }] })
}

/** One alternative per member, which has that member and none of the others. */
function splitByMember(json: JsonSchema, names: readonly string[]): void {
  const { properties } = json as { readonly properties: Readonly<Record<string, JsonSchema>> }
  const alternatives = names.map((name) => ({
    type: 'object',
    properties: { [name]: properties[name] },
    required: [name],
  }))
  replace(json, alternatives.length === 1 ? { ...alternatives[0] } : { oneOf: alternatives })
}

/** A schema and all schemas inside it. */
export function everySchema(json: unknown): readonly JsonSchema[] {
  if (typeof json !== 'object' || json === null) return []
  const inner = Object.values(json).flatMap(everySchema)
  return [json as JsonSchema, ...inner]
}

/** The same schemas with the names that the gateway gives to the error codes. */
export function withCodeNames<Schemas>(schemas: Schemas, names: CodeNames): Schemas {
  return JSON.parse(JSON.stringify(schemas), (keyword, value) =>
    keyword === ERROR_CODES ? namesOf(value, names) : value,
  )
}

/** The assumptions may give several codes one name. */
export function namesOf(codes: readonly ProblemCode[], names: CodeNames): readonly string[] {
  return [...new Set(codes.map((code) => names[code]))]
}

/** Shared schemas by name; filled while the document is built. */
export type Components = Map<string, JsonSchema>

/** Makes components of the schema and its parts that have an id, and leaves references to them. */
export function withReferences(schema: JsonSchema, components: Components): JsonSchema {
  const { $defs = {}, ...whole } = schema
  for (const [name, part] of Object.entries($defs as Record<string, JsonSchema>))
    add(name, part, components)
  return pointing(whole)
}

function add(name: string, { id: _, ...own }: JsonSchema, components: Components): JsonSchema {
  const [known, schema] = [components.get(name), pointing(own)]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two schemas are called ${name}`)
  components.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

function pointing(json: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** The same with its parts in place of the references to them. */
export function inlined(schema: JsonSchema): JsonSchema {
  const { $defs = {}, ...whole } = schema as { $defs?: Record<string, JsonSchema> }
  return JSON.parse(JSON.stringify(whole), (_keyword, value) => {
    const [, name = ''] = /^#\/\$defs\/(.+)$/.exec(value?.$ref) ?? []
    return name in $defs ? inlined({ ...$defs[name], $defs }) : value
  })
}
