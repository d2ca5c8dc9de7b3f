import * as z from 'zod'

/** The schemas whose values are cents; other outputs show them in units of their currency. */
const known = z.registry<{ readonly unit: 'cents' }>()

/** Marks a field as cents. */
export function inCents<Schema extends z.ZodType>(schema: Schema): Schema {
  known.add(schema, { unit: 'cents' })
  return schema
}

export function isInCents(schema: z.core.$ZodType): boolean {
  return known.has(schema)
}
