import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
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

test('the future of a pending debit and of an undecided payment is a sentence', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  const bsb = 'transaction.payment_method.directdebit.bsb'
  const debit = (await client.purchase(byDirectDebit({ [bsb]: '032-051' }))).body
  const pending = await words(sandbox, `/transactions/${debit.audit}`)
  expect(pending).toContain(':00 will be returned, declined Thu 12 Mar 2026')
  const undecided = (await client.purchase(cents(9_700_099))).body
  const page = await words(sandbox, `/transactions/${undecided.audit}`)
  expect(page).toContain(':00 will be decided, approved Tue 10 Mar 2026')
})
