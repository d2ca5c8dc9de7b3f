import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import type { SandboxOptions } from '../../../src/runtime/config/options.ts'
import { defaultSettings } from '../../../src/runtime/config/settings.ts'
import { settingsFrom } from '../../../src/runtime/config/settings-from.ts'
import { scratchFolder } from '../scratch.ts'

const FILE = 'sandgate.config.yaml'

async function settingsOf(text: string, options: SandboxOptions = {}) {
  await using folder = await scratchFolder({ [FILE]: text })
  return await settingsFrom(options, 'serve', folder.path)
}

test('every part of a config is taken up', async () => {
  await using folder = await scratchFolder({
    [FILE]: `
server:
  { port: 7264, host: localhost, hosts: [pay.test], public_url: 'https://pay.example', data: kept, durability: relaxed, control_token: t0p }
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
worlds: { keep: true, limit: 20 }
exec: { env: [GATEWAY_URL] }
holidays: ./holidays.yaml
requests: { limit: 50 }
report: { client_timeout: 30s, payments_kept: 10, findings_kept: 20, unique_references: true }
assumptions:
  duplicate_correlation_id: replay
  paths: { void: "/transactions/{audit}/cancel" }
  token_id_type: string
  direct_debit: { cutoff: 15:30 }
`,
    'holidays.yaml': 'holidays: [2026-01-01, 2026-12-25]',
    'checkout.yaml': 'name: checkout\nextends: [default]\n',
  })
  expect(await settingsFrom({}, 'serve', folder.path)).toEqual({
    port: 7264,
    host: 'localhost',
    hosts: ['pay.test'],
    tls: undefined,
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
    env: ['GATEWAY_URL'],
    keepWorlds: true,
    worldLimit: 20,
    worldRequired: false,
    holidays: ['2026-01-01', '2026-12-25'],
    requestLimit: 50,
    baseline: undefined,
    document: expect.objectContaining({ auth: 'required', seed: 7 }),
    judge: true,
    clientTimeoutMs: 30_000,
    paymentsKept: 10,
    findingsKept: 20,
    uniqueReferences: true,
    accept: [],
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
