import { expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const NOT_ASCII = /[^\0-\x7f]/

test.each(['C', 'POSIX'])('with LC_ALL=%s every line is ASCII', async (LC_ALL) => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'café 7' })
  const env = { LC_ALL, SANDGATE_URL: sandbox.url }
  for (const line of [
    '--help',
    'requests',
    'requests --json',
    'transactions',
    'magic',
    'nosuch…',
  ]) {
    const { stdout, stderr } = await sandgate(line.split(' '), { env })
    expect(stdout + stderr, line).not.toMatch(NOT_ASCII)
  }
  const { stdout } = await sandgate(['requests', '--json'], { env })
  const { requests } = JSON.parse(stdout)
  expect(requests[0].request.body.transaction.reference).toBe('café 7')
})

test('in another locale nothing is changed', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'café 7' })
  const env = { LC_ALL: 'C.UTF-8', SANDGATE_URL: sandbox.url }
  const { stdout } = await sandgate(['requests', '1'], { env })
  expect(stdout).toContain('café 7')
})

test.each(['-v', 'version', '--version', '-V'])('%s shows the version', async (word) => {
  expect(await sandgate([word])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\./) })
})
