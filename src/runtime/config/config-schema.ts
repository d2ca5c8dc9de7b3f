import * as z from 'zod'
import { assumptionsSchema } from './assumptions-schema.ts'
import { configKeys, defaultText } from './config-keys.ts'
import { key } from './config-parts.ts'
import { schemaOf } from './kinds.ts'
import type { ConfigDocument } from './options.ts'

/** The schema of each key; checks/config-complaints.ts checks how they fit together. */
function shapeOf(group?: string): Record<string, z.ZodType> {
  const keys = configKeys(group).map(({ name, path, words, setting }) => {
    if (setting === undefined) return [name, key(z.strictObject(shapeOf(path)), words)]
    const usual = defaultText(setting)
    const description = usual === undefined ? words : `${words} Default: ${usual}`
    return [name, key(schemaOf(setting.kind), description)]
  })
  return Object.fromEntries(keys)
}

/** The config's type and its schema come from the same table. */
export const configSchema = z.strictObject({
  ...shapeOf(),
  assumptions: key(
    assumptionsSchema,
    "What the gateway's specification leaves open. See docs/reference/assumptions.md.",
  ),
}) as z.ZodType as z.ZodType<ConfigDocument>

/** The JSON schema of config files for editors, in the draft that editors support best. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, {
    target: 'draft-7',
    unrepresentable: 'any',
    // Secrets have a custom check so that no message quotes them; an editor only needs to know the
    // type.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'string'
    },
  })
  return { $schema, title: 'Sandgate config', ...schema }
}
