import * as z from 'zod'
import { MAX_ID } from '../../domain/identifier.ts'
import { isPercent } from '../../domain/surcharge.ts'
import {
  allowHostForm,
  hostForm,
  isHost,
  isPublicUrl,
  isToken,
  publicUrlForm,
  tokenForm,
} from '../listening/server-address.ts'
import { assumptionsSchema } from './assumptions-schema.ts'
import { elapsedMs, startInstant, startInstantForm } from './config-values.ts'
import { describeKeys, type KeyedSchema } from './key-descriptions.ts'
import type { ConfigDocument } from './options.ts'

// zod's own message would quote the value, and a secret must not appear in a message.
function secret(name: string) {
  return z.custom<string>((value) => typeof value === 'string' && value !== '', {
    error: ({ input }) =>
      input === ''
        ? `expected a ${name}, found an empty text`
        : `expected the ${name} as a text; write it in quotes`,
  })
}

function token(name: string) {
  return secret(name).refine((text) => text === '' || isToken(text), {
    error: `expected ${tokenForm}`,
  })
}

const percent = z
  .string()
  .refine(isPercent, { error: 'expected 0 to 100 with up to four decimals, such as "1.5"' })

const merchantId = z.int().min(1).max(MAX_ID)

const server = z.strictObject({
  port: z.int().min(0).max(65_535).exactOptional(),
  host: z
    .string()
    .refine(isHost, { error: `expected ${hostForm}` })
    .exactOptional(),
  hosts: z.array(z.string().refine(isHost, { error: `expected ${allowHostForm}` })).exactOptional(),
  public_url: z
    .string()
    .refine(isPublicUrl, { error: `expected ${publicUrlForm}` })
    .nullable()
    .exactOptional(),
  data: z.string().min(1).exactOptional(),
  durability: z.enum(['sync', 'relaxed']).exactOptional(),
  control_token: token('control token').nullable().exactOptional(),
  tls: z
    .strictObject({
      cert: z.string().min(1).nullable().exactOptional(),
      key: z.string().min(1).nullable().exactOptional(),
    })
    .refine(({ cert, key }) => typeof cert === typeof key, {
      error: 'expected cert and key together',
    })
    .exactOptional(),
})

const user = z.strictObject({
  name: z
    .string()
    .min(1, { error: 'expected a name, found an empty text' })
    .regex(/^[^:]*$/, { error: 'expected a name without a colon, which Basic cannot carry' }),
  password: secret('password').exactOptional(),
  token: token('token').exactOptional(),
  merchant: merchantId,
  merchants: z.array(merchantId).min(1).exactOptional(),
})

const surcharge = z.strictObject({
  default: percent.exactOptional(),
  card_types: z
    .strictObject({
      visa: percent.exactOptional(),
      mastercard: percent.exactOptional(),
      amex: percent.exactOptional(),
      diners: percent.exactOptional(),
      jcb: percent.exactOptional(),
      unionpay: percent.exactOptional(),
      discover: percent.exactOptional(),
    })
    .exactOptional(),
  methods: z
    .strictObject({ card: percent.exactOptional(), direct_debit: percent.exactOptional() })
    .exactOptional(),
})

const merchant = z.strictObject({
  id: merchantId,
  name: z.string().min(1).exactOptional(),
  vault: z.boolean().exactOptional(),
  standalone_refunds: z.boolean().exactOptional(),
  surcharge: surcharge.exactOptional(),
})

/** The schema of each part; checks/config-complaints.ts checks how the parts fit together. */
export const configParts = {
  server: server.exactOptional(),
  auth: z.enum(['open', 'required']).exactOptional(),
  users: z.array(user).exactOptional(),
  merchants: z.array(merchant).min(1).exactOptional(),
  scenarios: z.array(z.string().min(1)).exactOptional(),
  seed: z.int().min(0).max(MAX_ID).exactOptional(),
  clock: z
    .string()
    .refine((text) => startInstant(text) !== undefined, { error: `expected ${startInstantForm}` })
    .exactOptional(),
  worlds: z
    .strictObject({
      keep: z.boolean().exactOptional(),
      limit: z.int().min(1).max(100_000).exactOptional(),
    })
    .exactOptional(),
  holidays: z
    .string({ error: 'expected the name of a file with { holidays: [2026-01-01, …] }' })
    .min(1)
    .exactOptional(),
  journal: z.strictObject({ limit: z.int().min(1).max(1_000_000).exactOptional() }).exactOptional(),
  report: z
    .strictObject({
      judge: z.boolean().exactOptional(),
      no_time_out: z
        .string()
        .refine((text) => elapsedMs(text) !== undefined, {
          error: 'expected a duration of real time, such as 120s or 2m',
        })
        .exactOptional(),
      stories_kept: z.int().min(0).max(100_000).exactOptional(),
      findings_kept: z.int().min(1).max(100_000).exactOptional(),
    })
    .exactOptional(),
  assumptions: assumptionsSchema.exactOptional(),
}

export const configSchema: z.ZodType<ConfigDocument> = z.strictObject(configParts)

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
  // The library's type allows schemas that are `true` or `false`; ours are objects.
  describeKeys(schema as KeyedSchema)
  return { $schema, title: 'Sandgate config', ...schema }
}
