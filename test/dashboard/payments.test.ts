import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

const bsb = { 'transaction.payment_method.directdebit.bsb': '032-056' }

async function threePayments() {
  const sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({ 'transaction.reference': 'paid-1' })
  await gateway.purchase({ 'transaction.reference': 'declined-1', ...cents(1_000_051) })
  await gateway.purchase({ ...byDirectDebit(bsb), 'transaction.reference': 'returned-1' })
  await new ControlClient(sandbox.url).post('/clock/advance', { by: '3 banking days' })
  return sandbox
}

const part = (text: string, pattern: RegExp) => wordsOf(pattern.exec(text)?.[0] ?? '')
const rows = (text: string) => part(text, /<ol class="stories.*?<\/ol>/s)
const filter = (text: string) => part(text, /<nav class="filter".*?<\/nav>/s)

test('returned debits have a filter of their own, beside the declined', async () => {
  await using sandbox = await threePayments()
  const pages = new PageClient(sandbox.url)
  expect(filter((await pages.get('/_sandbox')).text)).toBe('All 3 Declined 1 Returned 1 Paid 1')
  const returned = rows((await pages.get('/_sandbox?returned=true')).text)
  expect(returned).toContain('returned-1')
  expect(returned).not.toMatch(/declined-1|paid-1/)
  const declined = rows((await pages.get('/_sandbox?verdict=declined&returned=false')).text)
  expect(declined).toContain('declined-1')
  expect(declined).not.toMatch(/returned-1|paid-1/)
})

test('a payment says how it was made, in the list and on its page', async () => {
  await using sandbox = await threePayments()
  const pages = new PageClient(sandbox.url)
  const { text } = await pages.get('/_sandbox')
  const labels = [...text.matchAll(/class="mark quiet"[^>]*aria-label="([^"]*)"/g)]
  expect(labels.map(([, label]) => label)).toEqual(['direct debit', 'card', 'card'])
  const [, story] = /href="(\/_sandbox\/stories\/[^"]*)"/.exec(text) ?? []
  expect(wordsOf((await pages.get(story ?? '')).text)).toContain('direct debit AUD 10.00')
})
