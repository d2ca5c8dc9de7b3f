import { expect, test, vi } from 'vitest'
import { Attempt, PATIENCE } from '../../support/attempt.ts'
import { VaultClient } from '../../support/vault-client.ts'
import { Judged } from './judged.ts'

const after = { fault: { at: 'after', reset: true } }
const before = { fault: { at: 'before', http: 503 } }

interface Lost {
  readonly operation: string
  readonly call: (judged: Judged, vault: VaultClient) => Promise<unknown>
}

const calls: readonly Lost[] = [
  { operation: 'customer_create', call: (_, vault) => vault.createCustomer() },
  { operation: 'customer_search', call: (_, vault) => vault.customers() },
  { operation: 'search', call: ({ client }) => client.search('a') },
  { operation: 'lookup', call: ({ client }) => client.lookup(1_000_001) },
]

test.each(calls)('a lost response to a $operation counts', async ({ operation, call }) => {
  await using judged = await Judged.start()
  const vault = new VaultClient(judged.sandbox.api)
  await judged.pay('a')
  for (const outcome of [after, before]) {
    await judged.control.post('/rules', { when: { operation }, outcome })
    await call(judged, vault).catch(() => undefined)
  }
  expect(await judged.report()).toMatchObject({
    verdict: 'safe',
    not_tested: expect.stringMatching(/^Not tested: no response to a purchase was lost/),
    encountered: { faults_after: 1, faults_before: 1, timeouts: 0 },
  })
})

test('a client that gives up on a search lost its response', async () => {
  await using judged = await Judged.start()
  await judged.pay('a')
  await judged.control.post('/rules', { name: 'slow', when: {}, outcome: { delay: '60s' } })
  const path = '/transactions?merchant_id=1&correlation_id_lookup=a'
  const attempt = new Attempt(judged.sandbox.api, path, { method: 'GET' })
  await vi.waitFor(() => {
    expect(judged.sandbox.world.rules.countOf('rules/slow')?.hits).toBe(1)
  }, PATIENCE)
  attempt.leave()
  await attempt.seen
  await vi.waitFor(async () => {
    expect(await judged.report()).toMatchObject({
      not_tested: expect.stringMatching(/^Not tested: no response to a purchase was lost/),
      encountered: { timeouts: 1 },
    })
  }, PATIENCE)
})

test('a refusal or a lookup of nothing is no lost response', async () => {
  await using judged = await Judged.start()
  await judged.client.lookup(1_000_001)
  await judged.pay('a', { 'transaction.reference': '' })
  expect(await judged.report()).toMatchObject({ verdict: 'untested' })
})
