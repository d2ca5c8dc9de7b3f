import type * as z from 'zod'
import { noteOf, type Secret } from './note.ts'

/** How a value of a request may be stored, according to its schema; `path` is its place in the body. */
export type Mark = { readonly path: string } & (
  | { readonly of: 'text' }
  | { readonly of: 'secret'; readonly secret: Secret }
  /** Keys and values that the client chose. */
  | { readonly of: 'texts' }
  | { readonly of: 'object'; readonly members: ReadonlyMap<string, Mark> }
)

/** The marks of a whole request. A member without a mark is unknown, and never shown. */
export interface Marks {
  readonly body: Mark
  readonly query: ReadonlySet<string>
}

/** Derives the marks from the contract, which alone says which members exist. */
export function marksOf(contract: z.core.$ZodType): Marks {
  const parts = shapeOf(contract)
  const query = parts.query && shapeOf(parts.query)
  return {
    body: parts.body === undefined ? nothing : markOf(parts.body, ''),
    query: new Set(Object.keys(query ?? {})),
  }
}

const nothing: Mark = { of: 'object', path: '', members: new Map() }

function markOf(schema: z.core.$ZodType, path: string): Mark {
  const { secret } = noteOf(schema)
  if (secret !== undefined) return { of: 'secret', path, secret }
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
      return markOf(def.innerType, path)
    case 'pipe':
      return markOf(def.in, path)
    case 'record':
      return { of: 'texts', path }
    case 'object': {
      const members = new Map<string, Mark>()
      for (const [name, member] of Object.entries(shapeOf(schema))) {
        members.set(name, markOf(member, path === '' ? name : `${path}.${name}`))
      }
      return { of: 'object', path, members }
    }
    default:
      return { of: 'text', path }
  }
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : {}
}
