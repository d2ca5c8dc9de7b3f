import { afterAll, describe, expect, test } from 'vitest'
import type { ScenariosResponse } from '../../src/control/contract/calls/scenarios.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { openShop, outcomeOf, ruleInForce, ruleOf, type Shop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())

function scenario(...rules: readonly object[]) {
  return { name: 'counted', rules }
}

const declined = { response_code: '51' }

/** How many of fifty purchases at once met which rule. */
async function fiftyAtOnce({ gateway }: Shop): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.purchase()))
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const rule = ruleOf(answer) ?? 'none'
    counts[rule] = (counts[rule] ?? 0) + 1
    expect(outcomeOf(answer.body)).toBe(rule === 'none' ? 'approved 00' : 'declined 51')
  }
  return counts
}

describe('of fifty requests at once', () => {
  test('a rule shapes exactly as many as it may', async () => {
    const shop = await openShop(sandbox, scenario({ name: 'some', times: 7, outcome: declined }))
    expect(await fiftyAtOnce(shop)).toEqual({ 'counted/some': 7, none: 43 })
    expect(await ruleInForce(shop, 'counted/some')).toMatchObject({ hits: 7, times: 7 })
  })
})

describe('counts and temporary rules outlive a restart', () => {
  test('on disk', async () => {
    await using folder = await scratchFolder({
      'counted.yaml': `
name: counted
rules:
  - { name: twice, when: { operation: refund }, times: 2, outcome: { response_code: "51" } }
  - { name: fourth, when: { operation: purchase }, skip: 3, times: 1, outcome: { response_code: "61" } }
`,
    })
    const settings = { data: folder.at('data'), scenarios: [folder.at('counted.yaml')] }
    const first = await startTestSandbox(settings)
    const before = new GatewayClient(first.api)
    const { audit } = (await before.purchase()).body
    await before.purchase()
    expect(outcomeOf((await before.refund(audit)).body)).toBe('declined 51')
    const rule = { name: 'later', when: { amount: '777' }, times: 2, outcome: declined }
    await new ControlClient(first.url).post('/rules', rule)
    await before.purchase(cents(777))
    const counted = (await new ControlClient(first.url).get<ScenariosResponse>('/scenarios')).body
    await first.stop()

    await using second = await startTestSandbox(settings)
    const control = new ControlClient(second.url)
    expect((await control.get<ScenariosResponse>('/scenarios')).body).toEqual(counted)
    expect(counted.rules[0]).toMatchObject({ id: 'rules/later', hits: 1 })
    expect(counted.scenarios[0]?.rules.map(({ hits, seen }) => [hits, seen])).toEqual([
      [1, 1],
      [0, 2],
    ])
    const after = new GatewayClient(second.api)
    const seen = [
      await after.purchase(cents(777)),
      await after.purchase(cents(777)),
      await after.purchase(),
      await after.refund(audit),
      await after.refund(audit),
    ]
    expect(seen.map(({ body }) => outcomeOf(body))).toEqual([
      'declined 51',
      'approved 00',
      'declined 61',
      'declined 51',
      'approved 00',
    ])
  })
})
