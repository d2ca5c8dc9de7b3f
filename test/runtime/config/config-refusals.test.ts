import { symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/runtime/config/options.ts'
import { settingsFrom } from '../../../src/runtime/config/settings-from.ts'
import { scratchFolder } from '../scratch.ts'

const FILE = 'sandgate.config.yaml'

/** What is said of a config, each line without the folder in front. */
async function complaints(text: string, name = FILE): Promise<readonly string[]> {
  await using folder = await scratchFolder({ [name]: text })
  const error = await settingsFrom({}, 'serve', folder.path).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'StartError', isUsage: true })
  return (error as Error).message.split('\n').map((line) => line.replace(`${folder.path}/`, ''))
}

const refusals: readonly (readonly [string, string, string])[] = [
  ['an unknown part', 'sever: {}', `1:1: sever: unknown key 'sever'. Did you mean 'server'?`],
  [
    'an unknown word',
    'assumptions:\n  duplicate_correlation_id: reply',
    `2:29: assumptions.duplicate_correlation_id: 'reply' is not known here. Did you mean 'replay'?`,
  ],
  ...['A..B', '.A', 'A.'].map(
    (key) =>
      [
        `a namespace ${key}`,
        `assumptions: { kvp_namespace: "${key}" }`,
        '1:31: assumptions.kvp_namespace: expected a dot only between other characters, one at a time',
      ] as const,
  ),
  [
    'a host that is none',
    "server: { host: 'my host' }",
    '1:17: server.host: expected an address or a name to listen on, such as 127.0.0.1',
  ],
  [
    'a percentage as a number',
    'merchants: [{ id: 1, surcharge: { default: 1.50 } }]',
    '1:44: merchants[0].surcharge.default: expected a string, found 1.5; write it in quotes: "1.50"',
  ],
  [
    'an unknown card type',
    'merchants: [{ id: 1, surcharge: { card_types: { amx: "1" } } }]',
    `1:49: merchants[0].surcharge.card_types.amx: unknown key 'amx'. Did you mean 'amex'?`,
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
    '2:33: users[0].password: expected the password as a string; write it in quotes',
  ],
  [
    'users that nobody asks for',
    'users: [{ name: shop, token: t, merchant: 1 }]',
    "1:1: users: users are asked for their credentials only with 'auth: required'; add it, or 'auth: open'",
  ],
  [
    'a certificate without its key',
    'server:\n  tls:\n    cert: a.pem',
    '3:5: server.tls.cert: it needs key, the private key of the certificate',
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
    "1:33: assumptions.paths.refund: {adit} is not known here. Did you mean 'audit'?",
  ],
  [
    'a path that is none',
    'assumptions: { paths: { purchase: transactions } }',
    '1:35: assumptions.paths.purchase: expected a path such as /transactions/{audit}/void, without /v1 in front',
  ],
  [
    'a path that another operation has',
    'assumptions: { paths: { purchase: /transactions/refund } }',
    '1:35: assumptions.paths.purchase: this is the path of standalone_refund',
  ],
  [
    'a path that customers are created at',
    'assumptions: { paths: { purchase: /customers } }',
    '1:35: assumptions.paths.purchase: this is the path of customers',
  ],
  [
    'a path that tokens are listed at',
    "assumptions: { paths: { customer: '/customers/{customer_id}/tokens' } }",
    '1:35: assumptions.paths.customer: this is the path of tokens',
  ],
  [
    'a path that differs from another only by the name of its placeholder',
    "assumptions: { paths: { customer: '/transactions/{customer_id}' } }",
    '1:35: assumptions.paths.customer: this is the path of lookup',
  ],
  [
    'two generated KVPs with one name',
    'assumptions: { kvps: { authorisation_code: TRACE_NUMBER } }',
    '1:44: assumptions.kvps.authorisation_code: TRACE_NUMBER is already kvps.trace_number',
  ],
  [
    'a direct debit that is called like a card',
    'assumptions: { direct_debit_payment_method: creditcard }',
    '1:45: assumptions.direct_debit_payment_method: creditcard is already the name of a card',
  ],
  [
    'a bank account that is called like a stored card',
    'assumptions: { bank_account_type: general_creditcard }',
    '1:35: assumptions.bank_account_type: general_creditcard is already the name of a card',
  ],
  [
    'a relation that another one has',
    'assumptions: { rels: { void: refund } }',
    '1:30: assumptions.rels.void: refund is already rels.refund',
  ],
  [
    'a status without room for a body',
    'assumptions: { status: { transaction: 204 } }',
    '1:39: assumptions.status.transaction: expected a status that allows a body',
  ],
  [
    'a currency that is none',
    'assumptions: { currencies: [AUD, AUX] }',
    '1:34: assumptions.currencies[1]: expected an ISO 4217 code such as AUD',
  ],
  [
    'a mask that could be a digit',
    'assumptions: { mask_character: "0" }',
    '1:32: assumptions.mask_character: expected one character that is not a digit, space or quote',
  ],
  [
    'a virtual PAN that starts like a card',
    'assumptions: { virtual_pan: { first_digit: 4 } }',
    '1:44: assumptions.virtual_pan.first_digit: cards start with 4, so a virtual PAN would look like one; use 0, 1, 7 or 9',
  ],
  [
    'a gateway status that has a meaning already',
    'assumptions: { gateway_status_codes: { internal: -99 } }',
    '1:50: assumptions.gateway_status_codes.internal: 0 and -99 already have a published meaning',
  ],
  [
    'an instant without offset',
    'clock: 2026-03-10T01:00:00',
    '1:8: clock: expected an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, or a date, from 1970-01-02 to before the year 9999',
  ],
  ['a seed out of range', 'seed: 2147483648', '1:7: seed: expected at most 2147483647'],
  [
    'a path that clients would resolve',
    'assumptions: { paths: { purchase: /../x } }',
    "1:35: assumptions.paths.purchase: expected no '.' or '..' between slashes: clients resolve them before they send a request",
  ],
  [
    'a currency that is no list',
    'assumptions: { currencies: AUD }',
    "1:28: assumptions.currencies: expected 'any' or a list of currencies, such as [AUD, NZD]",
  ],
  [
    'a token with a space inside, which no request could present',
    'auth: required\nusers: [{ name: shop, token: "tok shop", merchant: 1 }]',
    '2:30: users[0].token: expected a string of ASCII characters without spaces, since a header carries it',
  ],
  [
    'a host with its port',
    'server: { hosts: [sandbox.test:7263] }',
    '1:19: server.hosts[0]: expected a host name or address without a port, such as sandbox.test',
  ],
  [
    'an empty control token',
    'server: { control_token: "" }',
    '1:26: server.control_token: expected a control token, found an empty string',
  ],
  [
    'an unknown scenario',
    'scenarios:\n  - default\n  - flaky-dya',
    "3:5: scenarios[1]: there is no built-in scenario 'flaky-dya'. Did you mean 'flaky-day'?",
  ],
  [
    'a scenario file that is not there',
    'scenarios: [./x.yaml]',
    '1:13: scenarios[0]: there is no scenario file x.yaml; check its path',
  ],
  [
    'a holiday file that is not there',
    'holidays: ./nope.yaml',
    '1:11: holidays: there is no holiday file nope.yaml; check its path',
  ],
  ['a key given twice', 'seed: 1\nseed: 2', '2:1: this key is there twice; keep one of them'],
]

test.each(refusals)('%s is refused with its place', async (_case, text, complaint) => {
  expect(await complaints(text)).toEqual([`${FILE}:${complaint}`])
})

test('all faults are listed together, in the order of their lines', async () => {
  const text = `
sed: 7
server: { port: x }
`
  expect(await complaints(text)).toEqual([
    `${FILE}:2:1: sed: unknown key 'sed'. Did you mean 'seed'?`,
    `${FILE}:3:17: server.port: expected a number, found the text "x"`,
  ])
  const contradicting = `
auth: required
users: [{ name: shop, merchant: 1 }]
assumptions: { paths: { void: /void } }
`
  expect(await complaints(contradicting)).toEqual([
    `${FILE}:3:9: users[0]: expected a password or a token`,
    `${FILE}:4:31: assumptions.paths.void: expected {audit} in it, once`,
  ])
})

test('what is wrong in the files that a config names is listed with its own faults', async () => {
  await using folder = await scratchFolder({
    [FILE]: 'auth: required\nscenarios: [nosuch, ./bad.yaml]\nholidays: ./days.yaml\n',
    'bad.yaml': 'name: bad\nrule: []\n',
    'days.yaml': 'holidays: [2026-02-30]',
  })
  const error = await settingsFrom({}, 'serve', folder.path).catch((thrown: Error) => thrown)
  const lines = String(error).replaceAll(`${folder.path}/`, '').split('\n')
  expect(lines).toEqual([
    expect.stringContaining(`${FILE}:1:7: auth: 'required' needs users, and none is listed`),
    expect.stringContaining(`${FILE}:2:13: scenarios[0]: there is no built-in scenario 'nosuch'`),
    expect.stringContaining(`bad.yaml:2:1: rule: unknown key 'rule'. Did you mean 'rules'?`),
    'days.yaml:1:12: holidays[0]: expected a day such as 2026-01-01',
  ])
})

test('a JSON file is held to the same rules', async () => {
  expect(await complaints('{\n  "sede": 1\n}', 'sandgate.config.json')).toEqual([
    `sandgate.config.json:2:3: sede: unknown key 'sede'. Did you mean 'seed'?`,
  ])
})

test('a config given as a value is held to the same rules', async () => {
  const config = { server: { prot: 1 }, seed: -1 } as SandboxOptions['config']
  await expect(settingsFrom({ config }, 'test')).rejects.toThrow(
    `config.server.prot: unknown key 'prot'. Did you mean 'port'?\nconfig.seed: expected at least 0`,
  )
  await expect(settingsFrom({ config: { scenarios: ['drfit'] } }, 'test')).rejects.toThrow(
    "config.scenarios[0]: there is no built-in scenario 'drfit'. Did you mean 'drift'?",
  )
})

test('a config that is a link to nowhere is refused rather than passed over', async () => {
  await using folder = await scratchFolder()
  await symlink(folder.at('nowhere.yaml'), folder.at(FILE))
  await expect(settingsFrom({}, 'serve', folder.path)).rejects.toMatchObject({
    isUsage: true,
    message: `There is no config file ${FILE}; 'npx sandgate init' writes one`,
  })
})

test('a config file that is not there is refused', async () => {
  await expect(settingsFrom({ config: 'gone.yaml' }, 'serve')).rejects.toThrow(
    'There is no config file gone.yaml',
  )
})
