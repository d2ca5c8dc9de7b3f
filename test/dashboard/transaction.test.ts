import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

async function words({ url }: TestSandbox, path: string): Promise<string> {
  return wordsOf((await new PageClient(url).get(`/_sandbox${path}`)).text)
}

test('a hold can be voided until it expires, and shows that it did', async () => {
  await using sandbox = await startTestSandbox()
  const { audit } = (await new GatewayClient(sandbox.api).preauthorise()).body
  const held = await words(sandbox, `/transactions/${audit}`)
  expect(held).toContain('Can be voided until Tue 17 Mar 2026, 12:00')
  expect(held).toContain('will expire')
  await new ControlClient(sandbox.url).post('/clock/advance', { by: '8d' })
  const expired = await words(sandbox, `/transactions/${audit}`)
  expect(expired).not.toContain('Can be voided until')
  expect(expired).toContain('expired: the money is no longer held Tue 17 Mar 2026, 12:00')
  expect(await words(sandbox, '/clock')).toMatch(
    new RegExp(`17 Mar 2026, 12:00:00 .* hold expired ${audit}`),
  )
})

test('a hold that was completed has not expired', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const { audit } = (await gateway.preauthorise()).body
  await gateway.complete(audit)
  await new ControlClient(sandbox.url).post('/clock/advance', { by: '8d' })
  expect(await words(sandbox, `/transactions/${audit}`)).not.toContain('expired:')
  expect(await words(sandbox, '/clock')).toContain('Nothing has happened')
})

test('a debit that was returned offers no void', async () => {
  await using sandbox = await startTestSandbox()
  const { audit } = (await new GatewayClient(sandbox.api).purchase(byDirectDebit())).body
  const path = `/transactions/${audit}`
  expect(await words(sandbox, path)).toContain('Can be voided until Tue 10 Mar 2026, 16:00')
  await new ControlClient(sandbox.url).post('/settle', { audits: [audit], status: 'declined' })
  const returned = await words(sandbox, path)
  expect(returned).toContain('the debit was returned')
  expect(returned).not.toContain('Can be voided until')
})
