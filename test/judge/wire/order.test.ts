import { describe, expect, test, vi } from 'vitest'
import { Attempt, PATIENCE } from '../../support/attempt.ts'
import { ControlClient } from '../../support/control-client.ts'
import { paidBody, voidBody } from '../../support/gateway-client.ts'
import { card, VaultClient } from '../../support/vault-client.ts'
import { Judged } from './judged.ts'

/** Sends a call that hangs; resolves when it was processed. */
async function hang(
  judged: Judged,
  path: string,
  body: unknown,
  { operation = 'purchase', at = 'after', world = 'default' } = {},
): Promise<Attempt> {
  const rule = { when: { operation }, times: 1, outcome: { fault: { at, hang: '30s' } } }
  await new ControlClient(judged.sandbox.url, world).post('/rules', rule)
  const api = judged.sandbox.api.replace('/v1', `/w/${world}/v1`)
  const attempt = new Attempt(api, path, { body })
  await vi.waitFor(async () => {
    if ((await judged.report()).waiting === 0) throw new Error('the call has not arrived')
  }, PATIENCE)
  return attempt
}

async function leave(attempt: Attempt): Promise<void> {
  attempt.leave()
  await attempt.seen
}

describe('a call that is under way when its test ends belongs to that test', () => {
  test.each([
    ['is reset', (judged: Judged) => judged.control.post('/reset', { label: 'next' })],
    [
      'goes back to a snapshot',
      async (judged: Judged) => {
        await judged.control.put('/snapshots/then', {})
        await judged.control.post('/snapshots/then/restore', {})
      },
    ],
  ])('the world %s before the client has left', async (_what, end) => {
    await using judged = await Judged.start()
    const attempt = await hang(judged, '/transactions/purchase', paidBody())
    await end(judged)
    await leave(attempt)
    expect(await judged.report()).toMatchObject({
      headline: 'Unsafe: 1 unresolved',
      requests: 1,
      findings: [{ code: 'unresolved', test: { number: 1 } }],
      tests: [{ number: 1, ended: true, payments: 1 }],
    })
    expect((await judged.report('/report?test=current')).requests).toBe(0)
  })

  test('so does one in a world that is removed', async () => {
    await using judged = await Judged.start()
    const world = 'shop'
    const attempt = await hang(judged, '/transactions/purchase', paidBody(), { world })
    await judged.control.delete(`/worlds/${world}`)
    await leave(attempt)
    expect(await judged.report()).toMatchObject({ headline: 'Unsafe: 1 unresolved', requests: 1 })
  })
})

describe('a client that gives up and asks at once has asked', () => {
  test('a lookup of the payment shows what happened to its void', async () => {
    await using judged = await Judged.start()
    const audit = (await judged.pay('paid'))?.body.audit ?? 0
    const operation = 'void'
    const attempt = await hang(judged, `/transactions/${audit}/void`, voidBody(), { operation })
    await judged.client.lookup(audit)
    await leave(attempt)
    await expect.poll(async () => (await judged.report()).waiting).toBe(0)
    expect(await judged.codes()).toEqual([])
  })

  test.each([true, false])('a token that is created again after a list: %s', async (hasListed) => {
    await using judged = await Judged.start()
    const vault = new VaultClient(judged.sandbox.api)
    const { id } = (await vault.createCustomer()).body
    const token = { preferred_name: 'main card', active: true, account: card() }
    const call = { operation: 'token_create', at: 'before' }
    const attempt = await hang(judged, `/customers/${id}/tokens`, token, call)
    if (hasListed) await vault.tokens(id)
    await vault.createToken(id, { preferred_name: 'second' })
    await leave(attempt)
    await expect.poll(async () => (await judged.report()).waiting).toBe(0)
    expect(await judged.codes()).toEqual(hasListed ? [] : ['blind-recreate'])
  })
})
