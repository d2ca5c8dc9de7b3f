import * as z from 'zod'
import { MAX_ID } from '../../domain/identifier.ts'
import { isPercent } from '../../domain/surcharge.ts'
import { allFindings } from '../../insight/findings/all-findings.ts'
import { referenceMeanings } from '../../insight/stories/story.ts'
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
import type { ConfigDocument } from './options.ts'

// zod's own message would quote the value, and a secret must not appear in a message.
function secret(name: string) {
  return z.custom<string>((value) => typeof value === 'string' && value !== '', {
    error: ({ input }) =>
      input === ''
        ? `expected a ${name}, found an empty string`
        : `expected the ${name} as a string; write it in quotes`,
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

/** An optional key, with what editors show about it. */
function key<Schema extends z.ZodType>(schema: Schema, words: string) {
  return z.exactOptional(schema.describe(words))
}

function formed(accepts: (text: string) => boolean, form: string) {
  return z.string().refine(accepts, { error: `expected ${form}` })
}

const file = z.string().min(1)

const server = z.strictObject({
  port: key(z.int().min(0).max(65_535), 'Default: 7263. 0: any free port.'),
  host: key(
    formed(isHost, hostForm),
    'Default: 127.0.0.1. Listening beyond this machine needs a control token.',
  ),
  hosts: key(
    z.array(formed(isHost, allowHostForm)),
    'Other host names to accept, such as sandbox.test.',
  ),
  public_url: key(
    formed(isPublicUrl, publicUrlForm).nullable(),
    'The base URL of all links, if a proxy is in front.',
  ),
  data: key(file, 'The folder that keeps everything across restarts. Default: .sandgate'),
  durability: key(
    z.enum(['sync', 'relaxed']),
    'sync (default) survives a power cut. relaxed is faster, and survives a killed process.',
  ),
  control_token: key(
    token('control token').nullable(),
    'The bearer token that the control API requires.',
  ),
  tls: key(
    z
      .strictObject({
        cert: key(file.nullable(), 'The certificate, followed by those that sign it.'),
        key: key(file.nullable(), 'The private key of the certificate.'),
      })
      .refine(({ cert, key }) => typeof cert === typeof key, {
        error: 'expected cert and key together',
      }),
    'PEM files for HTTPS. The option --tls generates its own.',
  ),
})

const user = z.strictObject({
  name: z
    .string()
    .min(1, { error: 'expected a name, found an empty string' })
    .regex(/^[^:]*$/, { error: 'expected a name without a colon, which Basic cannot carry' })
    .describe('The name for Basic authentication.'),
  password: key(secret('password'), 'The password for Basic authentication.'),
  token: key(token('token'), 'The token for Bearer authentication.'),
  merchant: merchantId.describe('The merchant that the user is assigned to.'),
  merchants: key(z.array(merchantId).min(1), 'All merchants that the user may use.'),
})

/** Percentages by name, each of them optional. */
function percentages(...names: readonly string[]) {
  const members: Record<string, z.ZodExactOptional<typeof percent>> = {}
  for (const name of names) members[name] = percent.exactOptional()
  return z.strictObject(members)
}

const surcharge = z.strictObject({
  default: key(percent, 'For all other payments.'),
  card_types: key(
    percentages('visa', 'mastercard', 'amex', 'diners', 'jcb', 'unionpay', 'discover'),
    'By card type.',
  ),
  methods: key(percentages('card', 'direct_debit'), 'By payment method.'),
})

const merchant = z.strictObject({
  id: merchantId.describe('The merchant id in requests.'),
  name: key(z.string().min(1), 'A name for people.'),
  vault: key(z.boolean(), 'Whether it may use customers and tokens. Default: true'),
  standalone_refunds: key(z.boolean(), 'Whether it may refund without an audit. Default: true'),
  surcharge: key(surcharge, 'Percentages that are added to payments, such as "1.5".'),
})

const worlds = z.strictObject({
  keep: key(z.boolean(), 'Whether named worlds are stored in the data folder, too. Default: false'),
  limit: key(z.int().min(1).max(100_000), 'How many worlds may exist at a time. Default: 1000'),
})

const report = z.strictObject({
  judge: key(z.boolean(), 'false: requests are not judged. Default: true'),
  no_time_out: key(
    formed((text) => elapsedMs(text) !== undefined, 'a duration of real time, such as 120s or 2m'),
    'A client that waits longer than this is reported as no-time-out. Default: 120s',
  ),
  stories_kept: key(
    z.int().min(0).max(100_000),
    'How many payments of finished tests the report keeps. Default: 1000',
  ),
  findings_kept: key(
    z.int().min(1).max(100_000),
    'How many findings the report keeps. Default: 1000',
  ),
  references: key(
    z.enum(referenceMeanings),
    'unique: a reference is one order, and a second payment of it is an error. Default: any',
  ),
  accept: key(
    z.array(
      z.strictObject({
        code: z.enum(allFindings.map(({ code }) => code)).describe('The code of the finding.'),
        test: key(z.string().min(1), 'The name of the test. Default: any test'),
        because: z.string().min(1).max(500).describe('Why it is accepted; the report shows it.'),
      }),
    ),
    'Known findings that the report lists as accepted. They do not fail.',
  ),
})

/** The schema of each part; checks/config-complaints.ts checks how the parts fit together. */
const configParts = {
  server: key(server, 'Where the sandbox listens, and where it stores its data.'),
  auth: key(
    z.enum(['open', 'required']),
    'open (default): no credentials needed. required: only the users below may call.',
  ),
  users: key(z.array(user), 'Who may call the API.'),
  merchants: key(
    z.array(merchant).min(1),
    'The only merchants that exist. Without this list, every merchant id is accepted.',
  ),
  scenarios: key(
    z.array(file),
    'Shipped names or files. The last one has the highest priority. Default: [default]',
  ),
  seed: key(
    z.int().min(0).max(MAX_ID),
    'The seed for generated values. Without it, each start uses another seed.',
  ),
  clock: key(
    formed((text) => startInstant(text) !== undefined, startInstantForm),
    'Freezes the clock at this time. Without it, the clock shows real time.',
  ),
  worlds: key(worlds, 'Named worlds.'),
  holidays: key(
    z.string({ error: 'expected the name of a file with { holidays: [2026-01-01, …] }' }).min(1),
    'A file with { holidays: [2026-01-01, …] } that replaces the built-in holidays.',
  ),
  journal: key(
    z.strictObject({
      limit: key(
        z.int().min(1).max(1_000_000),
        'How many requests each world keeps. Default: 5000',
      ),
    }),
    'The list of the last requests.',
  ),
  report: key(report, 'How clients are judged.'),
  assumptions: key(
    assumptionsSchema,
    "What the gateway's specification leaves open. See docs/reference/assumptions.md.",
  ),
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
  return { $schema, title: 'Sandgate config', ...schema }
}
