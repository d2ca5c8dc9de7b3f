import type * as z from 'zod'
import { noteOf, type Secret } from './note.ts'

/** What may be kept of a value of a request, as its schema says. */
export type Mark =
  | { readonly of: 'text' }
  | { readonly of: 'secret'; readonly secret: Secret }
  /** Keys and values of the client's own. */
  | { readonly of: 'texts' }
  | { readonly of: 'object'; readonly members: ReadonlyMap<string, Mark> }

/** The same of a whole request. A member without a mark is not known, and never shown. */
export interface Marks {
  readonly body: Mark
  readonly query: ReadonlySet<string>
}

/** The marks of a request, from its contract: nothing else says which members there are. */
export function marksOf(contract: z.core.$ZodType): Marks {
  const parts = shapeOf(contract)
  const query = parts.query && shapeOf(parts.query)
  return {
    body: parts.body === undefined ? nothing : markOf(parts.body),
    query: new Set(Object.keys(query ?? {})),
  }
}

const nothing: Mark = { of: 'object', members: new Map() }
const text: Mark = { of: 'text' }

function markOf(schema: z.core.$ZodType): Mark {
  const { secret } = noteOf(schema)
  if (secret !== undefined) return { of: 'secret', secret }
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
      return markOf(def.innerType)
    case 'pipe':
      return markOf(def.in)
    case 'record':
      return { of: 'texts' }
    case 'object':
      return { of: 'object', members: new Map(Object.entries(shapeOf(schema)).map(marked)) }
    default:
      return text
  }
}

function marked([name, schema]: readonly [string, z.core.$ZodType]): [string, Mark] {
  return [name, markOf(schema)]
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : {}
}
