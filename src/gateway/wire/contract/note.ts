import * as z from 'zod'
import type { ProblemCode } from '../../../domain/problem.ts'
import type { Asked } from '../../../record/exchange.ts'

/** What API readers need to know about a value, and its schema cannot express. */
export interface Note {
  readonly description?: string
  readonly example?: unknown
  /** The name of its shared component in the OpenAPI document. */
  readonly component?: string
  /** The error codes for a value that breaks its rules. */
  readonly errors?: readonly ProblemCode[]
  /** Further rules as JSON Schema, for checks that the schema makes by a function. */
  readonly rules?: Readonly<Record<string, unknown>>
  /** The whole JSON Schema, if the zod schema only describes how to parse a text. */
  readonly whole?: Readonly<Record<string, unknown>>
  /** Exactly one of these members must be present. */
  readonly exactlyOne?: readonly string[]
  /** The kind of secret, if the value must not be stored; other values are plain text. */
  readonly secret?: Secret
  /** What the value says about the request: the record of a call takes it from here. */
  readonly asks?: AskedField
  /** A later version of the gateway may add values. */
  readonly grows?: true
}

/** Secrets of a request; each kind is masked in its own way. */
export type Secret = 'pan' | 'cvv' | 'expiry' | 'account' | 'bsb'

/** The values of a request that its record names, wherever its operation has them. */
export type AskedField = Exclude<keyof Asked, 'method' | 'correlation_key'> | 'merchant' | 'kvps'

const notes = z.registry<Note>()

/** Adds a description or a note to the schema; members of an earlier note stay unless this one overrides them. */
export function noted<Schema extends z.ZodType>(schema: Schema, note: Note | string): Schema {
  const added = typeof note === 'string' ? { description: note } : note
  notes.add(schema, { ...notes.get(schema), ...added })
  // As `.meta({ id })` does, but in place: the note is about this schema, not a copy.
  if (added.component) z.globalRegistry.add(schema, { id: added.component })
  return schema
}

export function noteOf(schema: z.core.$ZodType): Note {
  return notes.get(schema) ?? {}
}

/** A link in an answer. */
const hyperlink = noted(z.object({ href: z.url() }), {
  description: 'An address to follow as it is.',
  component: 'Link',
})

/** An object of links, keyed by the relations that the assumptions name. */
export function linksUnder(required: readonly string[], optional: readonly string[] = []) {
  const members: Record<string, z.ZodType<Hyperlink | undefined>> = {}
  for (const name of required) members[name] = hyperlink
  for (const name of optional) members[name] = hyperlink.optional()
  return z.object(members) as unknown as z.ZodType<Readonly<Record<string, Hyperlink>>>
}

type Hyperlink = z.output<typeof hyperlink>
