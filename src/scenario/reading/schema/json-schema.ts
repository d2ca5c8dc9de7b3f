import * as z from 'zod'
import { scenarioSchema } from './schema.ts'

/** The schema of scenario files for editors, which know this draft best. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, { target: 'draft-7' })
  return { $schema, title: 'Sandgate scenario', ...schema }
}
