import { expect, test } from 'vitest'
import type { PaymentsResponse } from '../../src/control/contract/calls/report.ts'
import { CommandSandbox } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'

test('payments are listed with their results, and one is shown step by step with its findings', async () => {
  await using sandbox = await CommandSandbox.start(['--clock', '2026-03-10T01:00:00Z'])
  expect((await sandbox.run(['payments'])).stdout).toBe('No payments found.\n')
  await sandbox.run(['rule', 'add', '{outcome: {fault: {at: after, http: 503}}}'])
  const client = new GatewayClient(sandbox.api)
  const buy = (reference: string) => client.purchase({ 'transaction.reference': reference })
  await buy('twice')
  await buy('twice')
  await buy('once')

  const { stdout } = await sandbox.run(['payments'])
  expect(stdout).toMatch(/^id +time +reference +amount +result +charged +refunded +steps\n/)
  expect(stdout).toMatch(/^default-1-2 +12:00:00 +once +AUD 10\.00 +paid +AUD 10\.00 +1$/m)
  expect(stdout).toMatch(
    /^default-1-1 +12:00:00 +twice +AUD 10\.00 +double charge +AUD 20\.00 +2$/m,
  )
  const ids = async (...words: readonly string[]) => {
    const { payments } = await sandbox.json<PaymentsResponse>('payments', ...words)
    return payments.map(({ id }) => id)
  }
  expect(await ids('--verdict', 'double-charge')).toEqual(['default-1-1'])
  expect(await ids('--reference', 'once')).toEqual(['default-1-2'])
  expect(await ids('--audit', '1000002')).toEqual(['default-1-1'])
  expect(await ids('--charged', '--test', 'default-1')).toEqual(['default-1-2', 'default-1-1'])
  expect(await ids('--returned')).toEqual([])
  const clash = await sandbox.run(['payments', '--test', 'default-1', '--since-reset'])
  expect([clash.code, clash.stderr]).toEqual([2, expect.stringContaining('leave one of them out')])
  expect(await ids('--after', 'default-1-2')).toEqual(['default-1-1'])
  expect((await sandbox.run(['payments', '--limit', '1'])).stdout).toContain(
    'There are more: npx sandgate payments --limit 1 --after default-1-2\n',
  )
  const newest = await sandbox.run(['payments', '--since-reset', '--limit', '1'])
  expect(newest.stdout).toContain(
    'There are more: npx sandgate payments --since-reset --limit 1 --after default-1-2\n',
  )

  const one = (await sandbox.run(['payments', 'default-1-1'])).stdout
  expect(one).toMatch(/^result +double charge$/m)
  expect(one).toMatch(/^charged +AUD 20\.00$/m)
  expect(one).toMatch(/^1\. 12:00:00\S* +purchase .*1000001/m)
  expect(one).toContain('(double-charge)')
  expect(await sandbox.json('payments', 'default-1-1')).toMatchObject({ verdict: 'double-charge' })
  for (const id of ['nosuch', 'what?;']) {
    const unknown = await sandbox.run(['payments', id])
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      `error: There is no payment '${id}'; 'npx sandgate payments' lists what is there\n`,
    ])
  }
  const both = await sandbox.run(['payments', 'default-1-1', '--reference', 'x'])
  expect([both.code, both.stderr]).toEqual([
    2,
    'error: --reference is for the list; leave it or the id out\n',
  ])
})
