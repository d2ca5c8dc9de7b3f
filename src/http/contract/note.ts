import * as z from 'zod'
import type { ProblemCode } from '../../domain/problem.ts'

/** What a reader of the API must know of a value and its schema cannot say. */
export interface Note {
  readonly description?: string
  readonly example?: unknown
  /** The name by which the OpenAPI document has it once for all. */
  readonly component?: string
  /** What a value that breaks its rules is refused with. */
  readonly errors?: readonly ProblemCode[]
  /** Further rules, as JSON Schema, for what the schema checks by a function. */
  readonly rules?: Readonly<Record<string, unknown>>
  /** The JSON Schema itself, where the schema is about how a text is read. */
  readonly whole?: Readonly<Record<string, unknown>>
  /** Of these members exactly one is there. */
  readonly exactlyOne?: readonly string[]
  /** What it is that nobody may keep; any other value is text. */
  readonly secret?: Secret
  /** Further values may come with a later version of the gateway. */
  readonly grows?: true
}

/** Secrets of a request, each with a way of its own to be shown. */
export type Secret = 'pan' | 'cvv' | 'expiry' | 'account' | 'bsb'

const notes = z.registry<Note>()

/** The schema itself, with a note; what an earlier note said stays unless this one says it too. */
export function noted<Schema extends z.ZodType>(schema: Schema, note: Note): Schema {
  notes.add(schema, { ...notes.get(schema), ...note })
  return schema
}

export function noteOf(schema: z.core.$ZodType): Note {
  return notes.get(schema) ?? {}
}

/** An address in an answer. */
const hyperlink = noted(z.object({ href: z.url() }), {
  description: 'An address to follow as it is.',
  component: 'Link',
})

/** An object of links under the relations that the assumptions name. */
export function linksUnder(required: readonly string[], optional: readonly string[] = []) {
  const members: Record<string, z.ZodType<Hyperlink | undefined>> = {}
  for (const name of required) members[name] = hyperlink
  for (const name of optional) members[name] = hyperlink.optional()
  return z.object(members) as unknown as z.ZodType<Readonly<Record<string, Hyperlink>>>
}

type Hyperlink = z.output<typeof hyperlink>
