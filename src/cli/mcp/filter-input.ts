import * as z from 'zod'
import type { FilterKind, Filters } from '../../control/lists/filter.ts'

/** The filters of a list as the input of a tool. */
export function filterInput(filters: Filters): z.ZodRawShape {
  const fields = Object.entries(filters).map(([name, { kind, help }]) => [
    name,
    fieldOf(kind).optional().describe(`Only those ${help}`),
  ])
  return Object.fromEntries(fields)
}

function fieldOf(kind: FilterKind): z.ZodType {
  switch (kind.is) {
    case 'word':
      return z.enum(kind.words)
    case 'number':
      return z.int().min(kind.min).max(kind.max)
    case 'yes or no':
      // As on the command line, where an option that is not given chooses nothing.
      return z.literal(true)
    case 'last four digits':
      return z.string().regex(/^[0-9]{4}$/)
    case 'text':
    case 'instant':
    case 'instant or id':
      return z.string()
  }
}
