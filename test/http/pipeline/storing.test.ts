import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { scratchFolder } from '../../runtime/scratch.ts'
import { PATIENCE } from '../../support/attempt.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

test('a payment that cannot be stored is a 500, and can be made again with its id', async () => {
  await using folder = await scratchFolder()
  await using sandbox = await startTestSandbox({ data: folder.at('data') })
  const client = new GatewayClient(sandbox.api)
  const pay = () => client.purchase({}, { 'x-correlation-id': 'c-1' })
  await sandbox.world.durable()
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const write = vi.spyOn(fs, 'write').mockImplementation((...given: readonly unknown[]) => {
    const done = given.at(-1) as (error: Error) => void
    queueMicrotask(() => done(full))
  })
  const refused = await pay().finally(() => write.mockRestore())
  expect(refused.status).toBe(500)
  expect(sandbox.world.unanswered.size).toBe(0)
  expect(sandbox.world.records.size('transactions')).toBe(0)
  await expect.poll(async () => (await pay()).status, PATIENCE).toBe(200)
  expect(sandbox.world.records.size('transactions')).toBe(1)
})
