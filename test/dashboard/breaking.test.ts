import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

test('armed rules have the names of their buttons, and a used-up one that is nearest is marked', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await client.send('/_sandbox', 'break', { how: 'decline-51' })
  await gateway.purchase()
  await gateway.purchase()
  for (const path of ['/requests', '/requests/1', '/payments/default-1-1', '/scenarios']) {
    const { text } = await client.get(`/_sandbox${path}`)
    expect(wordsOf(text)).toContain('armed: Decline (51)')
    // The header that the client got names the rule as it is.
    expect(wordsOf(text).replace(/X-Sandbox-Rule \S+/, '')).not.toContain('break-decline')
  }
  const later = wordsOf((await client.get('/_sandbox/requests/2')).text)
  expect(later).toContain('Nearest other rule armed: Decline (51) : used up (1 of 1)')
})

test('a payment that an armed rule declined says which, as data and by the name of its button', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'break', { how: 'decline-51' })
  await new GatewayClient(sandbox.api).purchase()
  const { body } = await new ControlClient(sandbox.url).get('/payments/default-1-1')
  const rule = expect.stringMatching(/^rules\/break-decline-51-[0-9a-z]{8,9}$/)
  expect(body).toMatchObject({ decline: { bank: expect.stringMatching(/^51 \w+/), rule } })
  const { text } = await client.get('/_sandbox/payments/default-1-1')
  expect(wordsOf(text)).toMatch(/51 [\w ]+: armed: Decline \(51\)\./)
})

test('after a 503 the page says what the client should do, as after a lost response', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'break', { how: '503-before' })
  const { notice } = await client.send('/_sandbox', 'purchase')
  expect(notice).toContain('responded with HTTP 503. Only a search by its')
})

test('a pending card payment says where it is decided, and there it can be', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'break', { how: 'pending' })
  const page = await client.send('/_sandbox', 'purchase')
  expect(page.notice).toContain('pending. Nothing is scheduled for it: decide it on its own page')
  const [, address = ''] = /<a href="([^"]+)">Transaction 1000001</.exec(page.text) ?? []
  expect(wordsOf((await client.get(address)).text)).toContain('Resolve approved')
})

test('a returned debit is called returned in its row', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'purchase', { how: 'returned-debit' })
  await client.send('/_sandbox', 'advance', { by: '3 banking days' })
  const [row = ''] = /<li id="payment-.*?<\/li>/s.exec((await client.get('/_sandbox')).text) ?? []
  expect(wordsOf(row)).toMatch(/the debit was returned Returned AUD/)
})

test('requests of another day are listed with their date', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase()
  await client.send('/_sandbox', 'advance', { by: '1d' })
  await gateway.purchase()
  const words = wordsOf((await client.get('/_sandbox/requests')).text)
  expect(words).toContain('2 12:00:00 purchase')
  expect(words).toContain('1 10 Mar, 12:00:00 purchase')
})

test('a report after requests of the dashboard alone says that they are not judged', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'purchase')
  await client.send('/_sandbox', 'purchase')
  const words = wordsOf((await client.get('/_sandbox/report')).text)
  expect(words).toContain('2 requests of the dashboard are not judged')
  expect(words).not.toMatch(/No request reached|in 0 requests/)
  await new GatewayClient(sandbox.api).purchase()
  const judged = wordsOf((await client.get('/_sandbox/report')).text)
  expect(judged).toContain('Untested: no response was lost')
})
