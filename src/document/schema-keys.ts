import type * as z from 'zod'
import type { Path } from './complaint.ts'

/** The keys that a schema accepts at a path. */
export function knownKeys(schema: z.core.$ZodType, path: Path): readonly string[] {
  const places = path.reduce<readonly z.core.$ZodType[]>(
    (schemas, step) => schemas.flatMap((one) => membersOf(one, step)),
    [schema],
  )
  return places.flatMap((place) => shapes(place).flatMap((shape) => Object.keys(shape)))
}

function membersOf(schema: z.core.$ZodType, step: string | number): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const member = def.shape[step]
      return member === undefined ? [] : [member]
    }
    case 'array':
      return [def.element]
    case 'record':
      return [def.valueType]
    default:
      return layersOf(schema).flatMap((layer) => membersOf(layer, step))
  }
}

function shapes(schema: z.core.$ZodType): readonly z.core.$ZodShape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? [def.shape] : layersOf(schema).flatMap(shapes)
}

/** Unwraps unions and wrappers such as `optional`. */
function layersOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'union':
      return def.options
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return [def.innerType]
    case 'pipe':
      return [def.in]
    case 'lazy':
      return [def.getter()]
    default:
      return []
  }
}
