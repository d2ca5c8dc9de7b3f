import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { call, cents, GatewayClient, paidBody } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

async function started() {
  const sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  return {
    control: new ControlClient(sandbox.url),
    gateway: new GatewayClient(sandbox.api),
    home: async (query = '') => (await pages.get(`/_sandbox${query}`)).text,
    pages,
    api: sandbox.api,
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}

const rowsOf = (text: string) => wordsOf(/<ol class="stories.*?<\/ol>/s.exec(text)?.[0] ?? '')
const filterOf = (text: string) => wordsOf(/<nav class="filter".*?<\/nav>/s.exec(text)?.[0] ?? '')
const stripOf = (text: string) =>
  wordsOf(/<section class="strip.*?<\/section>/s.exec(text)?.[0] ?? '')

test('a hold that expired is Expired in the list, on its page and in its filter', async () => {
  await using shown = await started()
  await shown.gateway.preauthorise({ 'transaction.reference': 'H-1', ...cents(25_000) })
  await shown.control.post('/clock/advance', { by: '30d' })
  const text = await shown.home()
  expect(rowsOf(text)).toMatch(/H-1 .*the hold expired Expired AUD 0\.00 of 250\.00/)
  expect(filterOf(text)).toBe('All 1 Expired 1')
  const { text: page } = await shown.pages.get('/_sandbox/payments/default-1-1')
  expect(wordsOf(page)).toContain('Its hold expired before it was completed.')
})

test('the money of a payment is what was charged, and the column adds up to the total above it', async () => {
  await using shown = await started()
  const { gateway } = shown
  const { body: hold } = await gateway.preauthorise({
    'transaction.reference': 'H-1',
    ...cents(25_000),
  })
  await gateway.complete((hold as { audit: number }).audit, {
    'transaction.reference': 'H-1',
    ...cents(20_000),
  })
  await gateway.purchase({ 'transaction.reference': 'P-1', ...cents(4_995) })
  await gateway.purchase({ 'transaction.reference': 'D-1', ...cents(1_000_051) })
  const text = await shown.home()
  const rows = rowsOf(text)
  expect(rows).toContain('AUD 200.00 of 250.00')
  expect(rows).toContain('AUD 49.95')
  expect(rows).toContain('AUD 0.00 of 10,000.51')
  expect(stripOf(text)).toContain('AUD 249.95 charged')
  expect(wordsOf(/<p class="list-head.*?<\/p>/s.exec(text)?.[0] ?? '')).toBe('Payment Charged')
})

test('a payment that waits for its client has its own filter and is not in the first line', async () => {
  await using shown = await started()
  const { control, gateway } = shown
  await control.post('/rules', {
    when: { operation: 'purchase' },
    times: 1,
    outcome: { fault: { at: 'after', http: 502 } },
  })
  await gateway.purchase({ 'transaction.reference': 'W-1' })
  const text = await shown.home()
  expect(stripOf(text)).not.toMatch(/unresolved/i)
  expect(filterOf(text)).toBe('All 1 Waiting 1')
  expect(rowsOf(await shown.home('?waiting=true'))).toContain('W-1')
  expect(rowsOf(await shown.home('?verdict=unresolved'))).toBe('')
  const { text: page } = await shown.pages.get('/_sandbox/payments/default-1-1')
  expect(wordsOf(page)).toMatch(/Judged in \d+ s\./)
})

test('the headline and the line beneath it do not count the same twice', async () => {
  await using shown = await started()
  const lost = { ...cents(9_800_000), 'transaction.reference': 'L-1' }
  for (const _ of [1, 2]) await shown.gateway.purchase(lost).catch(() => undefined)
  expect(stripOf(await shown.home())).toBe(
    'Unsafe: 1 double charge, AUD 98,000.00 overcharged; 1 blind retry, 1 unresolved 1 payment , AUD 196,000.00 charged',
  )
})

test('an unreadable response is drawn as lost', async () => {
  await using shown = await started()
  await shown.control.post('/rules', {
    when: { operation: 'purchase' },
    times: 1,
    outcome: { fault: { at: 'after', garbage: true } },
  })
  await call(`${shown.api}/transactions/purchase`, {
    method: 'POST',
    headers: { 'X-Correlation-Id': 'g-1' },
    body: paidBody({ 'transaction.reference': 'G-1' }),
  })
  const { text } = await shown.pages.get('/_sandbox/payments/default-1-1')
  const picture = /<svg[^>]*class="sequence.*?<\/svg>/s.exec(text)?.[0] ?? text
  expect(picture).toContain('200, not JSON')
  expect(picture).not.toContain('200 approved')
})

test('the day of a payment is left out only if it is the sandbox’s today', async () => {
  await using shown = await started()
  await shown.gateway.purchase({ 'transaction.reference': 'T-1' })
  expect(await shown.home()).toContain('stories rows same-day')
  await shown.control.post('/clock/advance', { by: '1d' })
  const text = await shown.home()
  expect(text).not.toContain('same-day')
  expect(rowsOf(text)).toMatch(/T-1 \d+ \w{3}, \d\d:/)
})
