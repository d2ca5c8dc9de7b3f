import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type {
  ExplainResponse,
  RuleResponse,
  ScenariosResponse,
} from '../../src/control/contract/calls/scenarios.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

const declined = { status: 'declined', response_code: '51' }

/** A sandbox with a frozen clock, and a rule that holds for a while. */
class Windowed {
  readonly control: ControlClient
  readonly gateway: GatewayClient

  constructor({ url, api }: Pick<TestSandbox, 'url' | 'api'>) {
    this.control = new ControlClient(url)
    this.gateway = new GatewayClient(api)
  }

  async load(rule: object): Promise<void> {
    const rules = [{ name: 'short', outcome: declined, ...rule }]
    const { status } = await this.control.post('/scenarios', { name: 'outage', rules })
    expect(status).toBe(200)
  }

  async pass(by: string): Promise<void> {
    await this.control.post('/clock/advance', { by })
  }

  async pay(reference = 'order'): Promise<string> {
    const { body } = await this.gateway.purchase({ 'transaction.reference': reference })
    return body.status.acquirer.response_code === '51' ? 'declined' : 'approved'
  }

  async rule(): Promise<RuleResponse | undefined> {
    const { body } = await this.control.get<ScenariosResponse>('/scenarios')
    return body.scenarios[0]?.rules[0]
  }
}

test('a window from the load ends exactly with its time, by the sandbox clock alone', async () => {
  await using sandbox = await startTestSandbox()
  const shop = new Windowed(sandbox)
  await shop.load({ for: '30s' })
  expect(await shop.pay()).toBe('declined')
  await shop.pass('29s')
  await shop.pass('999ms')
  expect(await shop.pay()).toBe('declined')
  await shop.pass('1ms')
  expect(await shop.pay()).toBe('approved')
  expect(await shop.rule()).toMatchObject({ hits: 2, seen: 2, for: '30s', since: 'load' })
  expect((await shop.rule())?.effect).toMatch(/, for 30s from the load$/)
  const { body } = await shop.control.post<ExplainResponse>('/scenarios/explain', {})
  expect(body.tried[0]).toMatchObject({
    id: 'outage/short',
    reason: 'ended at 2026-03-10T12:00:30+11:00 (for 30s from the load)',
  })
  // Loaded again, it begins again.
  await shop.load({ for: '30s' })
  expect(await shop.pay()).toBe('declined')
})

test('a window from the first match waits for it, however long that takes', async () => {
  await using sandbox = await startTestSandbox()
  const shop = new Windowed(sandbox)
  await shop.load({ for: '30s', since: 'first-match', skip: 1 })
  expect(await shop.pay()).toBe('approved')
  await shop.pass('3d')
  expect(await shop.pay()).toBe('declined')
  await shop.pass('29999ms')
  expect(await shop.pay()).toBe('declined')
  await shop.pass('1ms')
  expect(await shop.pay()).toBe('approved')
  expect((await shop.rule())?.effect).toMatch(/for 30s from the first match$/)
})

test('per value, each has its own window from its first match', async () => {
  await using sandbox = await startTestSandbox()
  const shop = new Windowed(sandbox)
  await shop.load({ for: '30s', since: 'first-match', per: 'reference' })
  expect(await shop.pay('A')).toBe('declined')
  await shop.pass('20s')
  expect(await shop.pay('B')).toBe('declined')
  await shop.pass('10s')
  expect([await shop.pay('A'), await shop.pay('B')]).toEqual(['approved', 'declined'])
})

test('a temporary rule has a window too, and its name is free when that is over', async () => {
  await using sandbox = await startTestSandbox()
  const shop = new Windowed(sandbox)
  const rule = { name: 'short', for: '30s', times: 5, outcome: declined }
  const add = async () => (await shop.control.post('/rules', rule)).status
  expect([await add(), await add()]).toEqual([200, 422])
  await shop.pass('30s')
  expect(await shop.pay()).toBe('approved')
  expect(await add()).toBe(200)
  expect(await shop.pay()).toBe('declined')
})

test('a snapshot keeps how much of it was left', async () => {
  await using sandbox = await startTestSandbox()
  const shop = new Windowed(sandbox)
  await shop.load({ for: '30s' })
  await shop.pass('20s')
  await shop.control.put('/snapshots/then', {})
  await shop.pass('10s')
  expect(await shop.pay()).toBe('approved')
  await shop.control.post('/snapshots/then/restore', {})
  expect(await shop.pay()).toBe('declined')
  await shop.pass('10s')
  expect(await shop.pay()).toBe('approved')
})

test('a restart keeps how much of it was left', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'window-'))
  try {
    const first = await startTestSandbox({ data })
    const before = new Windowed(first)
    await before.load({ for: '30s' })
    await before.pass('20s')
    await first.stop()
    await using second = await startTestSandbox({ data, clock: undefined })
    const after = new Windowed(second)
    expect(await after.pay()).toBe('declined')
    await after.pass('10s')
    expect(await after.pay()).toBe('approved')
  } finally {
    await rm(data, { recursive: true, force: true, maxRetries: 10 })
  }
})

test('a world begins the windows of its start scenarios, and again at a reset', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'window-'))
  try {
    const file = path.join(folder, 'outage.yaml')
    const rule = `{ name: short, for: 30s, outcome: ${JSON.stringify(declined)} }`
    await writeFile(file, `name: outage\nrules:\n  - ${rule}\n`)
    await using sandbox = await startTestSandbox({ scenarios: [file] })
    const shop = new Windowed(sandbox)
    await shop.pass('29s')
    expect(await shop.pay()).toBe('declined')
    await shop.pass('1s')
    expect(await shop.pay()).toBe('approved')
    await shop.control.post('/reset', {})
    expect(await shop.pay()).toBe('declined')
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
