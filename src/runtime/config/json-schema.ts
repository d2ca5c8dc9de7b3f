import * as z from 'zod'
import { configSchema } from './config-schema.ts'

/** The schema of config files for editors, which know this draft best. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, {
    target: 'draft-7',
    unrepresentable: 'any',
    // Secrets are checked by hand, so that no message quotes them; an editor need only know a text.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'string'
    },
  })
  return { $schema, title: 'Sandgate config', ...schema }
}
