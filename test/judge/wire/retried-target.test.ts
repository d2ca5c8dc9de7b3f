import { expect, test, vi } from 'vitest'
import { Attempt, PATIENCE } from '../../support/attempt.ts'
import { amountBody, type GatewayClient } from '../../support/gateway-client.ts'
import { amount, Judged } from './judged.ts'

type Act = (client: GatewayClient, audit: number, id: string) => Promise<unknown>

const header = (id: string) => ({ 'x-correlation-id': id })

const acts: readonly [string, Act][] = [
  ['completion', (client, audit, id) => client.complete(audit, {}, header(id))],
  ['refund', (client, audit, id) => client.refund(audit, {}, header(id))],
  ['void', (client, audit, id) => client.void(audit, {}, header(id))],
]

/** Something to act on, and a rule that loses the answer of the first that does. */
async function paidFor(judged: Judged, operation: string): Promise<number> {
  await judged.control.post('/rules', {
    when: { operation },
    outcome: { fault: { at: 'after', reset: true } },
  })
  const isHold = operation === 'completion'
  const { client } = judged
  const { body } = await (isHold ? client.preauthorise() : client.purchase(amount(1000)))
  return body.audit
}

test.each(acts)(
  'a lost %s that is sent again blindly is so though it is refused',
  async (operation, act) => {
    await using judged = await Judged.start()
    const audit = await paidFor(judged, operation)
    await act(judged.client, audit, 'one').catch(() => undefined)
    expect(await act(judged.client, audit, 'two')).toMatchObject({ status: 422 })
    expect(await judged.codes()).toEqual(['blind-retry'])
    expect((await judged.report()).headline).toBe('Unsafe: 1 blind retry')
  },
)

test.each(acts)('who searches for a lost %s finds it and is safe', async (operation, act) => {
  await using judged = await Judged.start()
  const audit = await paidFor(judged, operation)
  await act(judged.client, audit, 'one').catch(() => undefined)
  expect((await judged.client.search('one')).body.results).toHaveLength(1)
  expect(await judged.codes()).toEqual([])
  expect((await judged.report()).verdict).toBe('safe')
})

test.each(acts)(
  'a lost %s sent again with its own id is refused, and stays unresolved',
  async (operation, act) => {
    await using judged = await Judged.start()
    const audit = await paidFor(judged, operation)
    await act(judged.client, audit, 'one').catch(() => undefined)
    expect(await act(judged.client, audit, 'one')).toMatchObject({ status: 409 })
    expect(await judged.codes()).toEqual(['unresolved'])
  },
)

test('a completion that its client gave up on and sent again while the bank was at it is blind', async () => {
  await using judged = await Judged.start()
  const { client, control, sandbox } = judged
  const { audit } = (await client.preauthorise()).body
  await control.post('/rules', {
    name: 'slow',
    when: { operation: 'completion' },
    outcome: { delay: '300ms' },
  })
  const body = amountBody()
  const first = new Attempt(sandbox.api, `/transactions/${audit}/completion`, { id: 'one', body })
  await vi.waitFor(() => expect(sandbox.world.rules.countOf('rules/slow')?.hits).toBe(1), PATIENCE)
  first.leave()
  await first.seen
  expect(await client.complete(audit, {}, header('two'))).toMatchObject({ status: 422 })
  await expect.poll(() => judged.codes(), { timeout: 5000 }).toEqual(['blind-retry'])
})
