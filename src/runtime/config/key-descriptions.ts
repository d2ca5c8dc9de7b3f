import { defaultAssumptions, listAssumptions } from '../../domain/assumptions/assumptions.ts'

/** What editors say about a key of the config file; entries of lists have their list's path. */
const keys: Readonly<Record<string, string>> = {
  server: 'Where the sandbox listens, and where it stores its data.',
  'server.port': 'Default: 4010. 0: any free port.',
  'server.host': 'Default: 127.0.0.1. Listening beyond this machine needs a control token.',
  'server.hosts': 'Further names that the sandbox is called by, such as sandbox.test.',
  'server.public_url': 'The start of all links, if a proxy stands in front.',
  'server.data': 'The folder that keeps everything over a restart. Default: .sandgate',
  'server.durability':
    'sync (default) survives a power cut. relaxed is faster, and survives a killed process.',
  'server.control_token': 'The bearer token that the control API requires.',
  'server.tls': 'PEM files for HTTPS. The option --tls generates its own.',
  'server.tls.cert': 'The certificate, followed by those that sign it.',
  'server.tls.key': 'The private key of the certificate.',
  auth: 'open (default): no credentials needed. required: only the users below may call.',
  users: 'Who may call the API.',
  'users.name': 'The name for Basic authentication.',
  'users.password': 'The password for Basic authentication.',
  'users.token': 'The token for Bearer authentication.',
  'users.merchant': 'The merchant that the user is assigned to.',
  'users.merchants': 'All merchants that the user may use.',
  merchants: 'The only merchants that exist. Without this list, every number is one.',
  'merchants.id': 'The number that requests name.',
  'merchants.name': 'A name for people.',
  'merchants.vault': 'Whether it may use customers and tokens. Default: true',
  'merchants.standalone_refunds': 'Whether it may refund without an audit. Default: true',
  'merchants.surcharge': 'Percentages that are added to payments, such as "1.5".',
  'merchants.surcharge.default': 'For payments that no other line names.',
  'merchants.surcharge.card_types': 'By card type.',
  'merchants.surcharge.methods': 'By payment method.',
  scenarios: 'Shipped names or files. The last one has the highest priority. Default: [default]',
  seed: 'Where generated values come from. Without it, each start has another.',
  clock: 'Freezes the clock there at the start. Without it, the clock shows real time.',
  worlds: 'Named worlds.',
  'worlds.keep': 'Whether named worlds are stored in the data folder, too. Default: false',
  'worlds.limit': 'How many worlds may exist at a time. Default: 1000',
  holidays: 'A file with { holidays: [2026-01-01, …] } that replaces the built-in holidays.',
  journal: 'The list of the last requests.',
  'journal.limit': 'How many requests each world keeps. Default: 5000',
  report: 'How clients are judged.',
  'report.judge': 'false: requests are not judged. Default: true',
  'report.no_time_out': 'A client that waits longer has no time-out. Default: 120s',
  'report.stories_kept': 'How many payments of ended chapters the report keeps. Default: 1000',
  'report.findings_kept': 'How many findings the report keeps. Default: 1000',
  assumptions: "What the gateway's specification leaves open. See docs/assumptions.md.",
  'assumptions.paths': 'The path of each operation, after /v1.',
  'assumptions.status': 'The HTTP status of each kind of success.',
  'assumptions.direct_debit': 'When direct debits are lodged, clear and are returned.',
  'assumptions.direct_debit_members': 'The names of the members of a direct debit.',
  'assumptions.bank_account_members': 'The names of the members of a stored bank account.',
  'assumptions.rels': 'The names of links in answers.',
  'assumptions.words': 'The spelling of words that have two.',
  'assumptions.kvps': 'The limits of key-value pairs, and the names of those that answers have.',
  'assumptions.virtual_pan': 'The form of virtual PANs.',
  'assumptions.error_codes': 'The error_code of each refusal.',
  'assumptions.gateway_status_codes': 'The gateway_status_code of each failure.',
}

/** A part of a JSON schema, as far as it has keys. */
export interface KeyedSchema {
  description?: string
  readonly properties?: Readonly<Record<string, KeyedSchema>>
  readonly items?: KeyedSchema
  readonly anyOf?: readonly KeyedSchema[]
}

/** Adds a description to every key of the config's JSON schema that has one. */
export function describeKeys(schema: KeyedSchema): void {
  const assumed = listAssumptions(defaultAssumptions).map(
    ({ key, reason }) => [`assumptions.${key}`, reason] as const,
  )
  describeIn(schema, '', { ...keys, ...Object.fromEntries(assumed) })
}

function describeIn(
  schema: KeyedSchema,
  path: string,
  words: Readonly<Record<string, string>>,
): void {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const place = path === '' ? name : `${path}.${name}`
    const description = words[place]
    if (description !== undefined) member.description = description
    describeIn(member, place, words)
  }
  for (const part of [schema.items ?? [], schema.anyOf ?? []].flat()) describeIn(part, path, words)
}
