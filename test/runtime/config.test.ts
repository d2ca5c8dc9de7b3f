import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/settings.ts'
import type { SandboxOptions } from '../../src/runtime/options.ts'
import { defaultSettings } from '../../src/runtime/settings.ts'
import { settingsFrom } from '../../src/runtime/settings-from.ts'
import { scratchFolder } from './scratch.ts'

const FILE = 'sandgate.config.yaml'

/** What is said of a config, each line without the folder in front. */
async function complaints(text: string, name = FILE): Promise<readonly string[]> {
  await using folder = await scratchFolder({ [name]: text })
  const error = await settingsFrom({}, 'serve', folder.path).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'StartError', isUsage: true })
  return (error as Error).message.split('\n').map((line) => line.replace(`${folder.path}/`, ''))
}

async function settingsOf(text: string, options: SandboxOptions = {}) {
  await using folder = await scratchFolder({ [FILE]: text })
  return await settingsFrom(options, 'serve', folder.path)
}

test('every part of a config is taken up', async () => {
  await using folder = await scratchFolder({
    [FILE]: `
server:
  { port: 4011, host: localhost, public_url: 'https://pay.example', data: kept, durability: relaxed, control_token: t0p }
auth: required
users:
  - { name: shop, password: s3cret, token: tok-shop, merchant: 1, merchants: [1, 2] }
  - { name: kiosk, token: tok-kiosk, merchant: 2 }
merchants:
  - id: 1
    name: Corner Shop
    vault: false
    standalone_refunds: false
    surcharge: { default: "1.5", card_types: { amex: "2.2" }, methods: { direct_debit: "0" } }
  - id: 2
scenarios: [default, ./checkout.yaml]
seed: 7
clock: 2026-03-10T01:00:00Z
worlds: { keep: true }
holidays: ./holidays.yaml
journal: { limit: 50 }
assumptions:
  duplicate_correlation_id: replay
  paths: { void: "/transactions/{audit}/cancel" }
  token_id_type: string
  direct_debit: { cutoff: 15:30 }
`,
    'holidays.yaml': 'holidays: [2026-01-01, 2026-12-25]',
  })
  expect(await settingsFrom({}, 'serve', folder.path)).toEqual({
    port: 4011,
    host: 'localhost',
    publicUrl: 'https://pay.example',
    controlToken: 't0p',
    data: folder.at('kept'),
    durability: 'relaxed',
    scenarios: ['default', folder.at('checkout.yaml')],
    explicit: { scenarios: false, clock: false, seed: false },
    watch: false,
    seed: 7,
    clock: Date.parse('2026-03-10T01:00:00Z'),
    auth: 'required',
    users: [
      { name: 'shop', password: 's3cret', token: 'tok-shop', merchant: 1, merchants: [1, 2] },
      { name: 'kiosk', token: 'tok-kiosk', merchant: 2, merchants: [2] },
    ],
    merchants: [
      {
        id: 1,
        name: 'Corner Shop',
        vault: false,
        standaloneRefunds: false,
        surcharge: { default: '1.5', cardTypes: { amex: '2.2' }, methods: { direct_debit: '0' } },
      },
      { id: 2, name: 'Merchant 2', vault: true, standaloneRefunds: true, surcharge: undefined },
    ],
    keepWorlds: true,
    holidays: ['2026-01-01', '2026-12-25'],
    journalLimit: 50,
    assumptions: {
      ...defaultAssumptions,
      duplicate_correlation_id: 'replay',
      paths: { ...defaultAssumptions.paths, void: '/transactions/{audit}/cancel' },
      token_id_type: 'string',
      direct_debit: { ...defaultAssumptions.direct_debit, cutoff: '15:30' },
    },
  })
})

test.each([['sandgate.config.yaml'], ['sandgate.config.yml'], ['sandgate.config.json']])(
  '%s of the working folder is found',
  async (name) => {
    await using folder = await scratchFolder({ [name]: '{ "seed": 3 }' })
    expect(await settingsFrom({}, 'serve', folder.path)).toMatchObject({ seed: 3 })
  },
)

test('two configs in one folder are one too many', async () => {
  await using folder = await scratchFolder({ [FILE]: 'seed: 1', 'sandgate.config.json': '{}' })
  await expect(settingsFrom({}, 'serve', folder.path)).rejects.toThrow(
    'Both sandgate.config.yaml and sandgate.config.json are here; remove one or pass --config',
  )
})

test('a config that is asked for replaces the one of the folder', async () => {
  await using folder = await scratchFolder({ [FILE]: 'seed: 1', 'ci/other.yaml': 'seed: 2' })
  const asked = { config: folder.at('ci/other.yaml') }
  expect(await settingsFrom(asked, 'serve', folder.path)).toMatchObject({ seed: 2 })
  expect(await settingsFrom({ config: {} }, 'serve', folder.path)).toMatchObject({
    seed: undefined,
  })
})

test('a file of comments says nothing', async () => {
  const { holidays, ...rest } = await settingsOf('# seed: 7\n')
  const { holidays: usual, ...defaults } = defaultSettings
  expect(holidays).toBe(usual)
  expect(rest).toEqual({ ...defaults, data: '.sandgate' })
})

test('options win over the config, which wins over the defaults', async () => {
  const text = 'seed: 1\nclock: 2026-03-10T01:00:00Z\nserver: { port: 5000, data: kept }\n'
  const options = { seed: 2, clock: '2027-01-01T00:00:00Z', port: 0, memory: true } as const
  expect(await settingsOf(text, options)).toMatchObject({
    seed: 2,
    clock: Date.parse('2027-01-01T00:00:00Z'),
    port: 0,
    data: undefined,
    host: '127.0.0.1',
    explicit: { scenarios: false, clock: true, seed: true },
  })
})

test("for a test run the config's server does not count", async () => {
  await using folder = await scratchFolder({
    [FILE]: "server: { port: 5000, data: kept, public_url: 'https://x.example' }\nseed: 5\n",
  })
  expect(await settingsFrom({}, 'test', folder.path)).toMatchObject({
    port: 0,
    data: undefined,
    publicUrl: undefined,
    seed: 5,
  })
})

const refusals: readonly (readonly [string, string, string])[] = [
  ['an unknown part', 'sever: {}', `1:1: sever: unknown key 'sever', did you mean 'server'?`],
  [
    'an unknown key',
    'server:\n  prt: 1',
    `2:3: server.prt: unknown key 'prt', did you mean 'port'?`,
  ],
  [
    'an unknown assumption',
    'assumptions: { token_id_typ: string }',
    `1:16: assumptions.token_id_typ: unknown key 'token_id_typ', did you mean 'token_id_type'?`,
  ],
  [
    'an unknown word',
    'assumptions:\n  duplicate_correlation_id: reply',
    `2:29: assumptions.duplicate_correlation_id: 'reply' is not known here, did you mean 'replay'?`,
  ],
  ['a port out of range', 'server: { port: 70000 }', '1:17: server.port: expected at most 65535'],
  [
    'a host that is none',
    "server: { host: 'my host' }",
    '1:17: server.host: expected an address or a name to listen on, such as 127.0.0.1',
  ],
  [
    'a public address that is none',
    'server: { public_url: pay.example }',
    '1:23: server.public_url: expected an address such as https://sandbox.example',
  ],
  [
    'a percentage as a number',
    'merchants: [{ id: 1, surcharge: { default: 1.50 } }]',
    '1:44: merchants[0].surcharge.default: expected a text, found 1.5; write it in quotes: "1.50"',
  ],
  [
    'a percentage over 100',
    'merchants: [{ id: 1, surcharge: { default: "101" } }]',
    '1:44: merchants[0].surcharge.default: expected 0 to 100 with up to four decimals, such as "1.5"',
  ],
  [
    'an unknown card type',
    'merchants: [{ id: 1, surcharge: { card_types: { amx: "1" } } }]',
    `1:49: merchants[0].surcharge.card_types.amx: unknown key 'amx', did you mean 'amex'?`,
  ],
  [
    'a merchant listed twice',
    'merchants: [{ id: 4 }, { id: 4 }]',
    '1:30: merchants[1].id: 4 is already the id of merchants[0]',
  ],
  [
    'a user without secret',
    'auth: required\nusers: [{ name: shop, merchant: 1 }]',
    '2:9: users[0]: expected a password or a token',
  ],
  [
    'a user assigned to a merchant that it may not use',
    'auth: required\nusers: [{ name: shop, token: t, merchant: 3, merchants: [1, 2] }]',
    `2:43: users[0].merchant: 3 is not one of this user's merchants: 1, 2`,
  ],
  [
    "a user's merchant that is not listed",
    'auth: required\nmerchants: [{ id: 1 }]\nusers: [{ name: shop, token: t, merchant: 1, merchants: [1, 9] }]',
    '3:61: users[0].merchants[1]: there is no merchant 9; listed: 1',
  ],
  [
    'two users of one name',
    'auth: required\nusers:\n - { name: a, token: t, merchant: 1 }\n - { name: a, token: u, merchant: 1 }',
    '4:12: users[1].name: a is already the name of users[0]',
  ],
  [
    'two users of one token, which is not told',
    'auth: required\nusers:\n - { name: a, token: hush, merchant: 1 }\n - { name: b, token: hush, merchant: 1 }',
    '4:22: users[1].token: users[0] has the same token',
  ],
  [
    'a password that is no text, which is not told',
    'auth: required\nusers: [{ name: shop, password: 12345, merchant: 1 }]',
    '2:33: users[0].password: expected the password as a text; write it in quotes',
  ],
  [
    'users that nobody asks for',
    'users: [{ name: shop, token: t, merchant: 1 }]',
    "1:1: users: users are asked for their credentials only with 'auth: required'; add it, or 'auth: open'",
  ],
  [
    'required credentials that nobody has',
    'auth: required',
    "1:7: auth: 'required' needs users, and none is listed",
  ],
  [
    'a path without its placeholder',
    'assumptions: { paths: { void: /transactions/void } }',
    '1:31: assumptions.paths.void: expected {audit} in it, once',
  ],
  [
    'a path with another placeholder',
    "assumptions: { paths: { refund: '/transactions/{audit}/{adit}' } }",
    "1:33: assumptions.paths.refund: {adit} is not known here, did you mean 'audit'?",
  ],
  [
    'a path that is none',
    'assumptions: { paths: { purchase: transactions } }',
    '1:35: assumptions.paths.purchase: expected a path such as /transactions/{audit}/void, without /v1 in front',
  ],
  [
    'a path that another operation has',
    'assumptions: { paths: { purchase: /transactions/refund } }',
    '1:35: assumptions.paths.purchase: collides with POST /transactions/refund (standalone_refund)',
  ],
  [
    'a path that looks like a value of another',
    'assumptions: { paths: { purchase: /transactions/12 } }',
    '1:35: assumptions.paths.purchase: collides with GET /transactions/{audit} (lookup)',
  ],
  [
    'a path whose place is taken under another name',
    "assumptions: { paths: { customer: '/transactions/{customer_id}' } }",
    '1:35: assumptions.paths.customer: collides with GET /transactions/{audit} (lookup)',
  ],
  [
    'a status without room for a body',
    'assumptions: { status: { transaction: 204 } }',
    '1:39: assumptions.status.transaction: expected a status that allows a body',
  ],
  [
    'a time of day that is none',
    'assumptions: { card_cutoff: "24:00" }',
    '1:29: assumptions.card_cutoff: expected a time of day such as 18:00',
  ],
  [
    'a currency that is none',
    'assumptions: { currencies: [AUD, AUX] }',
    '1:34: assumptions.currencies[1]: expected an ISO 4217 code such as AUD',
  ],
  [
    'a mask that could be a digit',
    'assumptions: { mask_character: "0" }',
    '1:32: assumptions.mask_character: expected one character that is no digit, space or quote',
  ],
  [
    'an instant without offset',
    'clock: 2026-03-10T01:00:00',
    '1:8: clock: expected an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, before the year 9999',
  ],
  ['a key given twice', 'seed: 1\nseed: 2', '2:1: Map keys must be unique'],
]

test.each(refusals)('%s is refused with its place', async (_case, text, complaint) => {
  expect(await complaints(text)).toEqual([`${FILE}:${complaint}`])
})

test('all faults are told at once, in the order of their lines', async () => {
  const text = `
auth: required
users: [{ name: shop, merchant: 1 }]
sed: 7
server: { port: x }
assumptions: { paths: { void: /void } }
`
  expect(await complaints(text)).toEqual([
    `${FILE}:3:9: users[0]: expected a password or a token`,
    `${FILE}:4:1: sed: unknown key 'sed', did you mean 'seed'?`,
    `${FILE}:5:17: server.port: expected a number, found the text "x"`,
    `${FILE}:6:31: assumptions.paths.void: expected {audit} in it, once`,
  ])
})

test('a JSON file is held to the same rules', async () => {
  expect(await complaints('{\n  "sede": 1\n}', 'sandgate.config.json')).toEqual([
    `sandgate.config.json:2:3: sede: unknown key 'sede', did you mean 'seed'?`,
  ])
})

test('a config given as a value is held to the same rules', async () => {
  const config = { server: { prot: 1 }, seed: -1 } as SandboxOptions['config']
  await expect(settingsFrom({ config }, 'test')).rejects.toThrow(
    `config.server.prot: unknown key 'prot', did you mean 'port'?\nconfig.seed: expected at least 0`,
  )
})

test.each([
  ['holidays: gone.yaml', 'There is no holiday file gone.yaml'],
  ['holidays: days.yaml', 'days.yaml:1:24: holidays[1]: expected a day such as 2026-01-01'],
])('%s: a holiday file that is no good is refused', async (text, message) => {
  await using folder = await scratchFolder({
    [FILE]: text,
    'days.yaml': 'holidays: [2026-01-01, 2026-02-30]',
  })
  const error = await settingsFrom({}, 'serve', folder.path).catch((thrown: Error) => thrown)
  expect(String(error).replace(`${folder.path}/`, '')).toBe(`StartError: ${message}`)
})

test('a config file that is not there is refused', async () => {
  await expect(settingsFrom({ config: 'gone.yaml' }, 'serve')).rejects.toThrow(
    'There is no config file gone.yaml',
  )
})
