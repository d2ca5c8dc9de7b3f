import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { openShop, outcomeOf, type Shop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'

const declined = { response_code: '51' }

function counted(rule: object, counts: 'world' | 'run' = 'run') {
  return { name: 'counted', counts, rules: [{ name: 'some', outcome: declined, ...rule }] }
}

async function pay({ gateway }: Pick<Shop, 'gateway'>): Promise<string> {
  return outcomeOf((await gateway.purchase()).body)
}

test.each([
  ['run', ['approved 00', 'approved 00', 'declined 51', 'approved 00']],
  ['world', ['approved 00', 'approved 00', 'approved 00', 'approved 00']],
] as const)('the third of a %s', async (counts, expected) => {
  await using sandbox = await startTestSandbox()
  const outcomes: string[] = []
  for (const _ of expected) {
    outcomes.push(await pay(await openShop(sandbox, counted({ skip: 2, times: 1 }, counts))))
  }
  expect(outcomes).toEqual(expected)
})

test('resets, snapshots, imports and loading again leave the counts of a run alone', async () => {
  await using sandbox = await startTestSandbox()
  const shop = await openShop(sandbox, counted({ times: 3 }))
  const { control } = shop
  await control.put('/snapshots/early')
  const state = (await control.get<object>('/state')).body
  expect(await pay(shop)).toBe('declined 51')
  await control.post('/snapshots/early/restore')
  expect(await pay(shop)).toBe('declined 51')
  expect((await control.put('/state', state)).status).toBe(200)
  expect(await pay(shop)).toBe('declined 51')
  await control.put('/scenarios', { scenarios: [counted({ times: 3 })] })
  expect(await pay(shop)).toBe('approved 00')
  await control.post('/reset')
  await control.post('/scenarios', counted({ times: 3 }))
  expect(await pay(shop)).toBe('approved 00')
})

test('the counts of a run start again with a new run', async () => {
  await using sandbox = await startTestSandbox()
  const shop = await openShop(sandbox, counted({ times: 1 }))
  expect([await pay(shop), await pay(shop)]).toEqual(['declined 51', 'approved 00'])
  // A world is only a part of the run.
  await shop.control.delete('/report')
  expect(await pay(shop)).toBe('approved 00')
  await new ControlClient(sandbox.url).delete('/report')
  expect(await pay(shop)).toBe('declined 51')
})

test('a restart is a new run', async () => {
  await using folder = await scratchFolder()
  const settings = { data: folder.at('data'), memory: false }
  for (const expected of ['declined 51', 'declined 51']) {
    await using sandbox = await startTestSandbox(settings)
    const control = new ControlClient(sandbox.url)
    const { scenarios } = (await control.get<{ scenarios: { name: string }[] }>('/scenarios')).body
    if (!scenarios.some(({ name }) => name === 'counted')) {
      await control.post('/scenarios', counted({ times: 1 }))
    }
    const shop = { gateway: new GatewayClient(sandbox.api) }
    expect([await pay(shop), await pay(shop)]).toEqual([expected, 'approved 00'])
  }
})

test('separate counts, chance and choices span the run too', async () => {
  await using sandbox = await startTestSandbox()
  const perAmount = { when: { amount: '*' }, per: 'merchant', times: 1 }
  const [one, other] = [
    await openShop(sandbox, counted(perAmount)),
    await openShop(sandbox, counted(perAmount)),
  ]
  expect([await pay(one), await pay(other)]).toEqual(['declined 51', 'approved 00'])
  const chance = { name: 'luck', counts: 'run', rules: [{ chance: '50%', outcome: declined }] }
  const apart: string[] = []
  for (let i = 0; i < 12; i += 1) apart.push(await pay(await openShop(sandbox, chance)))
  await new ControlClient(sandbox.url).delete('/report')
  const together = await openShop(sandbox, chance)
  const inOne: string[] = []
  for (let i = 0; i < 12; i += 1) inOne.push(await pay(together))
  expect(inOne).toEqual(apart)
  expect(new Set(apart).size).toBe(2)
})

test('an edited file starts its counts again', async () => {
  const file = (code: string) =>
    `name: mine\ncounts: run\nrules: [{ name: once, times: 1, outcome: { response_code: "${code}" } }]\n`
  await using folder = await scratchFolder({ 'mine.yaml': file('51') })
  await using sandbox = await startTestSandbox({ scenarios: [folder.at('mine.yaml')], watch: true })
  const shop = { gateway: new GatewayClient(sandbox.api) }
  const watch = await new ControlClient(sandbox.url).watch()
  expect([await pay(shop), await pay(shop)]).toEqual(['declined 51', 'approved 00'])
  await folder.write('mine.yaml', file('14'))
  await watch.until('scenario', () => true)
  expect([await pay(shop), await pay(shop)]).toEqual(['declined 14', 'approved 00'])
  watch.leave()
})
