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
    'a path that another operation has',
    'assumptions: { paths: { purchase: /transactions/refund } }',
    '1:35: assumptions.paths.purchase: this is the path of standalone_refund',
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
    'a status without room for a body',
    'assumptions: { status: { transaction: 204 } }',
    '1:39: assumptions.status.transaction: expected a status that allows a body',
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
    'a path that clients would resolve',
    'assumptions: { paths: { purchase: /../x } }',
    "1:35: assumptions.paths.purchase: expected no '.' or '..' between slashes: clients resolve them before they send a request",
  ],
  [
    'a token with a space inside, which no request could present',
    'auth: required\nusers: [{ name: shop, token: "tok shop", merchant: 1 }]',
    '2:30: users[0].token: expected a string of ASCII characters without spaces, since a header carries it',
  ],
  [
    'an unknown scenario',
    'scenarios:\n  - default\n  - flaky-dya',
    "3:5: scenarios[1]: there is no built-in scenario 'flaky-dya'. Did you mean 'flaky-day'?",
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
