import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TransactionDetailResponse } from '../../src/control/contract/calls/transactions.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

async function folder() {
  const data = await mkdtemp(join(tmpdir(), 'sandgate-restart-'))
  const remove = () => rm(data, { recursive: true, force: true, maxRetries: 10 })
  return { data, [Symbol.asyncDispose]: remove }
}

test('snapshots, expired correlation ids and a running clock that is ahead survive a restart', async () => {
  await using place = await folder()
  const { data } = place
  const first = await startTestSandbox({ data, clock: undefined })
  const control = new ControlClient(first.url)
  await new GatewayClient(first.api).purchase({}, { 'x-correlation-id': 'a' })
  await control.post('/expire', { ids: ['a'] })
  await control.put('/snapshots/one')
  await control.post('/clock/advance', { by: '10d' })
  await first.stop()

  await using second = await startTestSandbox({ data, clock: undefined })
  const again = new ControlClient(second.url)
  const ahead = second.world.now() - Date.now() - 10 * 86_400_000
  expect(Math.abs(ahead)).toBeLessThan(5000)
  expect(second.world.clock.mode).toBe('running')
  expect((await new GatewayClient(second.api).search('a')).body.results).toEqual([])
  expect((await again.post('/snapshots/one/restore')).status).toBe(200)
  expect(Math.abs(second.world.now() - Date.now())).toBeLessThan(5000)
})

test('what was scheduled while the server was down has happened, at its own instants', async () => {
  await using place = await folder()
  const { data } = place
  const first = await startTestSandbox({ data, clock: undefined })
  const control = new ControlClient(first.url)
  await control.post('/rules', {
    outcome: { status: 'unknown', resolves: { after: '1ms', status: 'approved' } },
  })
  await new GatewayClient(first.api).purchase()
  await first.stop()

  await using second = await startTestSandbox({ data, clock: undefined })
  const { body } = await new ControlClient(second.url).get<TransactionDetailResponse>(
    '/transactions/1000001',
  )
  const [created, resolved] = body.moves
  expect(resolved?.to).toBe('approved')
  expect(Date.parse(resolved?.at ?? '') - Date.parse(created?.at ?? '')).toBe(1)
})

test("after a restart with the machine's clock set back, no payment is before an earlier one", async () => {
  await using place = await folder()
  const { data } = place
  const settings = { data, clock: undefined }
  const first = await startTestSandbox(settings)
  await new GatewayClient(first.api).purchase()
  await first.stop()
  const yesterday = () => Date.now() - 86_400_000
  await using second = await startTestSandbox(settings, { realTime: yesterday })
  await new GatewayClient(second.api).purchase()
  const madeAt = (audit: number) => second.world.records.transaction(audit)?.createdAt ?? 0
  expect(madeAt(1_000_002)).toBeGreaterThanOrEqual(madeAt(1_000_001))
})
