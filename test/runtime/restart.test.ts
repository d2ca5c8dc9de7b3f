import { expect, test } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { scratchFolder } from './scratch.ts'

const clock = '2026-03-10T01:00:00Z'
const declined = { status: 'declined', response_code: '51' } as const

test('a restart keeps all but the journal', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  {
    await using sandbox = await startSandbox({ data, clock, seed: 7, scenario: 'drift' })
    const gateway = new GatewayClient(sandbox.api)
    await sandbox.scenarios.rule({ name: 'thrice', times: 3, outcome: declined })
    await gateway.purchase({}, { 'x-correlation-id': 'mine' })
    await gateway.purchase(byDirectDebit())
    await sandbox.scenarios.rule({ name: 'later', outcome: declined })
    await sandbox.snapshot.save('kept')
    await sandbox.clock.advance('1h')
  }
  await using sandbox = await startSandbox({ data })
  const gateway = new GatewayClient(sandbox.api)
  expect(await sandbox.clock.now()).toBe('2026-03-10T02:00:00.000Z')
  const { scenarios, rules } = await sandbox.scenarios.list()
  expect(scenarios.map(({ name }) => name)).toEqual(['drift'])
  expect(rules.map(({ name, hits }) => [name, hits])).toEqual([
    ['thrice', 2],
    ['later', 0],
  ])
  expect((await sandbox.snapshot.list()).map(({ name }) => name)).toEqual(['kept'])
  expect(await sandbox.requests()).toEqual([])
  expect((await gateway.purchase({}, { 'x-correlation-id': 'mine' })).status).toBe(409)
  expect((await gateway.search('mine')).body.results).toHaveLength(1)
  expect((await gateway.lookup(1_000_001)).status).toBe(200)
  expect((await sandbox.seed({ customers: 1, tokens: 0, transactions: 0 })).seed).toBe(7)
})

test('a running clock runs on, at its distance from real time', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  {
    await using sandbox = await startSandbox({ data })
    await sandbox.clock.advance('100d')
  }
  await using sandbox = await startSandbox({ data })
  const ahead = Date.parse(await sandbox.clock.now()) - Date.now()
  expect(Math.round(ahead / 3_600_000)).toBe(2400)
})

test('scenarios that are asked for replace the stored ones, and stay', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  const names: string[][] = []
  for (const scenario of ['drift', 'slow-bank', undefined]) {
    await using sandbox = await startSandbox({ data, scenario })
    names.push((await sandbox.scenarios.list()).scenarios.map(({ name }) => name))
    if (scenario === 'slow-bank') await sandbox.reset()
  }
  expect(names).toEqual([['drift'], ['slow-bank'], ['slow-bank']])
})

test('scenarios of the config are read again, as long as none was loaded', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  const names: string[][] = []
  for (const [scenarios, load] of [
    [['drift'], undefined],
    [['slow-bank'], 'undecided'],
    [['drift'], undefined],
  ] as const) {
    await using sandbox = await startSandbox({ data, config: { scenarios } })
    if (load !== undefined) await sandbox.scenarios.load(load)
    names.push((await sandbox.scenarios.list()).scenarios.map(({ name }) => name))
  }
  expect(names).toEqual([['drift'], ['undecided', 'slow-bank'], ['undecided', 'slow-bank']])
})

test('a clock that is asked for is set, and what was scheduled until then happens', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  {
    await using sandbox = await startSandbox({ data, clock })
    await new GatewayClient(sandbox.api).purchase(byDirectDebit())
  }
  await using sandbox = await startSandbox({ data, clock: '2026-03-20T00:00:00Z' })
  expect(await sandbox.clock.now()).toBe('2026-03-20T00:00:00.000Z')
  const { body } = await new GatewayClient(sandbox.api).lookup(1_000_001)
  expect(body.status.transaction_status_code).toBe('approved')
})

test('a clock before the stored time is refused, and nothing has changed', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  await (await startSandbox({ data, clock })).close()
  await expect(startSandbox({ data, clock: '2026-03-09T00:00:00Z' })).rejects.toMatchObject({
    name: 'StartError',
    isUsage: true,
    message:
      'The clock cannot start at 2026-03-09T00:00:00.000Z: the stored data is at 2026-03-10T01:00:00.000Z already; pass a later --clock, or start without it and reset',
  })
  await using sandbox = await startSandbox({ data })
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
})

test("the config's clock is where new data starts, and leaves stored data alone", async () => {
  await using folder = await scratchFolder()
  const options = { data: folder.at('data'), config: { clock } }
  {
    await using sandbox = await startSandbox(options)
    await sandbox.clock.advance('1d')
  }
  await using sandbox = await startSandbox(options)
  expect(await sandbox.clock.now()).toBe('2026-03-11T01:00:00.000Z')
  await sandbox.reset()
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
})

test('a restart continues the counts for each value and the random choices', async () => {
  const rules = [
    { name: 'first of each', per: 'reference', times: 1, outcome: { response_code: '05' } },
    { name: 'maybe', chance: '50%', outcome: { kvps: { LUCK: 'yes' } } },
  ] as const
  const scenario = { name: 'counted', rules }
  const luck = async (api: string, turns: number) => {
    const gateway = new GatewayClient(api)
    const seen: unknown[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const { body } = await gateway.purchase({ 'transaction.reference': `r-${turn % 2}` })
      seen.push([
        body.status.acquirer.response_code,
        body.kvps['GATEWAY.RESPONSE.KVP.LUCK'] ?? 'no',
      ])
    }
    return seen
  }
  await using whole = await startSandbox({ clock, seed: 7 })
  await whole.scenarios.load(scenario)
  const expected = await luck(whole.api, 12)
  expect(new Set(expected.flat())).toEqual(new Set(['05', '00', 'yes', 'no']))

  await using folder = await scratchFolder()
  const data = folder.at('data')
  const seen: unknown[] = []
  for (const [turn] of [[0], [1], [2]] as const) {
    await using sandbox = await startSandbox({ data, ...(turn === 0 && { clock, seed: 7 }) })
    if (turn === 0) await sandbox.scenarios.load(scenario)
    seen.push(...(await luck(sandbox.api, 4)))
  }
  expect(seen).toEqual(expected)
})
