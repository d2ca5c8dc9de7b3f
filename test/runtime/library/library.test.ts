import { expect, test, vi } from 'vitest'
import { controlClient } from '../../../src/control/client/control-client.ts'
import { ControlError, NoSandboxError, StartError, startSandbox } from '../../../src/index.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { scratchFolder } from '../scratch.ts'

const clock = '2026-03-10T01:00:00Z'

test('a sandbox starts anywhere and responses until it is closed', async () => {
  const sandbox = await startSandbox()
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(sandbox.api).toBe(`${sandbox.url}/v1`)
  expect((await new GatewayClient(sandbox.api).purchase()).status).toBe(200)
  await sandbox.close()
  await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed')
})

test('`await using` closes it', async () => {
  let url = ''
  {
    await using sandbox = await startSandbox()
    url = sandbox.url
  }
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test.each([
  ['all that Vitest can fake', undefined],
  [
    'the clocks of Node too',
    [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'hrtime',
      'performance',
      'Date',
    ],
  ],
] as const)('fake timers stop no sandbox: %s', async (_what, toFake) => {
  await using before = await startSandbox()
  const pay = async ({ api }: typeof before) => (await new GatewayClient(api).purchase()).status
  try {
    vi.useFakeTimers({ now: Date.UTC(2001, 0, 1), ...(toFake && { toFake: [...toFake] }) })
    await using during = await startSandbox()
    await during.scenarios.rule({ outcome: { delay: '20ms' } })
    expect([await pay(before), await pay(during), await pay(during)]).toEqual([200, 200, 200])
    // The clock of a sandbox is that of the machine, whatever a test makes of `Date`.
    for (const sandbox of [before, during]) {
      expect(await sandbox.clock.now()).not.toMatch(/^2001/)
    }
  } finally {
    vi.useRealTimers()
  }
  expect(await pay(before)).toBe(200)
})

test('a replaced setImmediate stops no sandbox', async () => {
  await using sandbox = await startSandbox()
  vi.stubGlobal('setImmediate', () => undefined)
  const { status } = await new GatewayClient(sandbox.api).purchase()
  vi.unstubAllGlobals()
  expect(status).toBe(200)
})

test('a rule shapes the next request only', async () => {
  await using sandbox = await startSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const rule = await sandbox.scenarios.rule({
    outcome: { status: 'declined', response_code: '51' },
  })
  expect([rule.id, rule.name, await rule.hits()]).toEqual(['rules/rule-1', 'rule-1', 0])
  const first = await gateway.purchase()
  expect(await rule.hits()).toBe(1)
  const unused = await sandbox.scenarios.rule({ outcome: { status: 'declined' } })
  await unused.remove()
  await expect(unused.remove()).rejects.toThrow("There is no temporary rule 'rule-2'")
  const second = await gateway.purchase()
  expect(first.body.status.transaction_status_code).toBe('declined')
  expect(second.body.status.transaction_status_code).toBe('approved')
})

test('scenarios are loaded by name, from a file or as a value, and unloaded', async () => {
  await using folder = await scratchFolder({
    'no-amex.yaml': `
name: no-amex
extends: [default]
rules:
  - { name: refused, when: { card_type: amex }, outcome: { status: declined, response_code: "57" } }
`,
  })
  await using sandbox = await startSandbox()
  const names = async () => (await sandbox.scenarios.list()).scenarios.map(({ name }) => name)
  expect(await names()).toEqual(['default'])
  await sandbox.scenarios.load('drift')
  await sandbox.scenarios.load(folder.at('no-amex.yaml'))
  await sandbox.scenarios.load({ name: 'mine', rules: [{ outcome: {} }] })
  expect(await names()).toEqual(['mine', 'no-amex', 'drift', 'default'])
  await sandbox.scenarios.unload('drift')
  expect(await names()).toEqual(['mine', 'no-amex', 'default'])
})

test('a file is loaded with the files beside it and the loaded scenarios that it extends', async () => {
  await using folder = await scratchFolder({
    'top.yaml': 'name: top\nextends: [beside, loaded, default]\nrules: []\n',
    'beside.yaml': 'name: beside\nrules: [{ name: one, outcome: {} }]\n',
    'other.yaml': 'name: other\nextends: [loaded, beside]\n',
    'lost.yaml': 'name: lost\nextends: [loadde]\n',
  })
  await using sandbox = await startSandbox()
  await sandbox.scenarios.load({ name: 'loaded', rules: [{ name: 'two', outcome: {} }] })
  const { scenarios } = await sandbox.scenarios.load(folder.at('top.yaml'))
  const ids = scenarios[0]?.rules.map(({ id }) => id) ?? []
  expect(ids.slice(0, 2)).toEqual(['beside/one', 'loaded/two'])
  expect(ids[2]).toMatch(/^default\//)
  const other = await sandbox.scenarios.load(folder.at('other.yaml'))
  expect(other.scenarios[0]?.rules.map(({ id }) => id)).toEqual(['loaded/two', 'beside/one'])
  await expect(sandbox.scenarios.load(folder.at('lost.yaml'))).rejects.toThrow(
    "lost.yaml:2:11: extends[0]: there is no scenario 'loadde'. Did you mean 'loaded'?",
  )
})

test.each(['sandbox', 'world'] as const)('closing the %s ends a seed in it', async (what) => {
  const sandbox = await startSandbox()
  const world = what === 'world' ? await sandbox.world('blue') : sandbox
  const seeding = world.seed({ transactions: 40_000 }).catch((error: unknown) => error)
  const control = controlClient({ url: sandbox.url })
  const made = async () => (await control.worlds()).worlds.at(-1)?.transactions
  await expect.poll(made).toBeGreaterThan(0)
  await world.close()
  expect(await seeding).toBeInstanceOf(ControlError)
  await sandbox.close()
})

test('what the sandbox refuses is thrown with its reasons', async () => {
  await using sandbox = await startSandbox({ clock })
  const refused = await sandbox.clock.set('2020-01-01T00:00:00Z').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ControlError)
  expect(refused).toMatchObject({ status: 422, errors: [{ error_code: 'out_of_range' }] })
  await expect(sandbox.scenarios.unload('none')).rejects.toThrow("No scenario 'none' is loaded")
})

test('a member that a call does not have is refused rather than ignored', async () => {
  await using sandbox = await startSandbox()
  const misspelt: object = { audit: [1_000_001] }
  await expect(sandbox.settle(misspelt)).rejects.toThrow("Unknown 'audit'. Did you mean 'audits'")
  const foreign: object = { merchants: 1 }
  await expect(sandbox.requests(foreign)).rejects.toThrow("Unknown 'merchants'")
})

test.each(['', '.', '..'])('%j cannot be the name of anything', async (name) => {
  await using sandbox = await startSandbox()
  const refusal = `'${name}' cannot be a name`
  await expect(sandbox.world(name)).rejects.toThrow(refusal)
  await expect(sandbox.snapshot.save(name)).rejects.toThrow(refusal)
  await expect(sandbox.scenarios.unload(name)).rejects.toThrow(refusal)
})

test('a world may be closed after the sandbox that it was in', async () => {
  const sandbox = await startSandbox()
  const world = await sandbox.world('w-1')
  await sandbox.close()
  await expect(world.close()).resolves.toBeUndefined()
  await expect(world.reset()).rejects.toThrow(NoSandboxError)
})

test('what is wrong with a start is thrown before anything starts', async () => {
  const refused = startSandbox({ scenario: ['defualt', 'gone.yaml'] })
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(
    "There is no built-in scenario 'defualt'. Did you mean 'default'?\nThere is no scenario file gone.yaml",
  )
})

test('with a control token the library still finds its way in', async () => {
  await using sandbox = await startSandbox({ clock, controlToken: 't0p' })
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
  expect((await fetch(`${sandbox.url}/_sandbox/clock`)).status).toBe(401)
})

test('behind a public address the links are public, and the library calls directly', async () => {
  await using sandbox = await startSandbox({ clock, publicUrl: 'https://pay.example/' })
  expect(sandbox.api).toBe('https://pay.example/v1')
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
})

test('the books of a shop are compared with its payments', async () => {
  await using sandbox = await startSandbox()
  const { body } = await new GatewayClient(sandbox.api).purchase()
  const order = { audit: body.audit, paid: 0, state: 'cancelled' }
  const { agreeing, findings } = await sandbox.reconcile([order])
  expect([agreeing, findings.map(({ code }) => code)]).toEqual([0, ['paid-not-booked']])
  await expect(sandbox.reconcile([order, order])).rejects.toThrow(
    `Order 'audit ${body.audit}' is there twice: order 1 and order 2`,
  )
})
