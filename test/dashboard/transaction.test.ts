import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
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
    new RegExp(`17 Mar 2026, 12:00:00, .* hold expired ${audit}`),
  )
})
