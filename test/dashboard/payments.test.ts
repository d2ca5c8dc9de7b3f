import { afterEach, expect, test, vi } from 'vitest'
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

afterEach(() => vi.useRealTimers())

const part = (text: string, pattern: RegExp) => wordsOf(pattern.exec(text)?.[0] ?? '')
const rows = (text: string) => part(text, /<ol class="payments.*?<\/ol>/s)
const filter = (text: string) => part(text, /<nav class="filter".*?<\/nav>/s)

test('returned debits have their own filter, next to the declined', async () => {
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
  const [, payment] = /href="(\/_sandbox\/payments\/[^"]*)"/.exec(text) ?? []
  expect(wordsOf((await pages.get(payment ?? '')).text)).toContain('direct debit account 032-056')
})

const strip = (text: string) => /<section class="strip.*?<\/section>/s.exec(text)?.[0] ?? ''

test('a lost response waits for the client for half a minute, then it is judged', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  await new GatewayClient(sandbox.api).purchase(cents(9_800_000)).catch(() => undefined)
  const early = await pages.get('/_sandbox')
  expect(strip(early.text)).toContain('class="strip warn"')
  const waiting = '1 response lost, waiting for your client to look'
  expect(wordsOf(strip(early.text))).toBe(`${waiting} 1 payment , AUD 98,000.00 charged`)
  expect(rows(early.text)).toContain('Waiting')
  expect(early.text).toMatch(/data-again="\d{5}"/)
  const [, payment = ''] = /href="(\/_sandbox\/payments\/[^"]*)"/.exec(early.text) ?? []
  const page = await pages.get(payment)
  expect(wordsOf(strip(page.text))).toContain('A search for its correlation id shows what happened')
  expect(wordsOf(strip(page.text))).not.toContain('Instead')
  const report = await pages.get('/_sandbox/report')
  expect(wordsOf(strip(report.text))).toBe(waiting)
  expect(report.text).not.toContain('icon-alarm')
  vi.setSystemTime(Date.now() + 31_000)
  const late = await pages.get('/_sandbox')
  expect(strip(late.text)).toContain('class="strip bad"')
  expect(wordsOf(strip(late.text))).toMatch(
    /^Unsafe: 1 unresolved in 1 of 1 payment , \S+ \S+ charged$/,
  )
  expect(rows(late.text)).toContain('Unresolved')
  expect(late.text).not.toContain('data-again')
  expect(wordsOf((await pages.get(payment)).text)).toContain('Instead:')
})

test('what a payment says of its searches is what its picture shows', async () => {
  await using sandbox = await startTestSandbox()
  const [pages, control] = [new PageClient(sandbox.url), new ControlClient(sandbox.url)]
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(cents(9_800_000), { 'x-correlation-id': 'lost' }).catch(() => undefined)
  const failing = { when: { operation: 'search' }, outcome: { fault: { at: 'before', http: 503 } } }
  await control.post('/rules', { ...failing, times: 2 })
  for (const _ of [1, 2]) await gateway.search('lost')
  await control.post('/reset')
  const words = wordsOf((await pages.get('/_sandbox/payments/default-1-1')).text)
  expect(words).toContain('All 2 searches failed, and the client did not ask again.')
  expect(words).not.toMatch(/never asked|not looked/)
})

test('a lost response is judged at once when its test ends, and the JSON report does not wait', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase(cents(9_800_000)).catch(() => undefined)
  const control = new ControlClient(sandbox.url)
  expect((await control.get('/report')).body).toMatchObject({ verdict: 'unsafe' })
  await control.post('/reset')
  const { text } = await new PageClient(sandbox.url).get('/_sandbox')
  expect(wordsOf(strip(text))).toContain('Unsafe: 1 unresolved')
  expect(text).not.toContain('data-again')
})

test('tests are listed by how much went wrong, under their labels or worlds', async () => {
  await using sandbox = await startTestSandbox()
  const chargeTwice = async (world: string, reference: string) => {
    const gateway = new GatewayClient(`${sandbox.url}/w/${world}/v1`)
    const order = { 'transaction.reference': reference, ...cents(9_800_503) }
    for (let i = 0; i < 2; i++) await gateway.purchase(order)
  }
  await chargeTwice('worse', 'A-1')
  await chargeTwice('worse', 'A-2')
  await chargeTwice('bad', 'A-3')
  const refunding = `${sandbox.url}/w/refunding`
  const { body } = await new GatewayClient(`${refunding}/v1`).purchase(cents(10_000))
  const fault = { at: 'after', http: 502 }
  const losing = { when: { operation: 'refund' }, times: 1, outcome: { fault } }
  await new ControlClient(refunding).post('/rules', losing)
  for (let i = 0; i < 2; i++) {
    await new GatewayClient(`${refunding}/v1`).refund(
      (body as { audit: number }).audit,
      cents(1000),
    )
  }
  // What was provoked is named, though no answer was lost.
  await new GatewayClient(`${sandbox.url}/w/fine/v1`).purchase(cents(1_000_051))
  const client = new PageClient(sandbox.url)
  const { text } = await client.get('/_sandbox')
  const table = part(text, /<section class="stack"[^>]*id="tests".*?<\/details>/s)
  // What went well is folded.
  expect(table).toMatch(
    /world worse Unsafe .* 2 charges .* world bad Unsafe .* 1 charge .* world refunding Unsafe .* 1 refund .* 1 more .* world fine Untested 1 decline /,
  )
  expect(table).not.toContain('worse 1')
  const report = await client.get('/_sandbox/report')
  const [, explained = ''] = /href="([^"]*)"><code>double-charge</.exec(report.text) ?? []
  const [page, code] = explained.split('#')
  expect((await client.get(`${page}`)).text).toContain(`<tr id="${code}"`)
})

test('the request of a payment can be copied, opened and made to happen again', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase()
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/payments/default-1-1')
  // For the key c, which has no button.
  expect(text).toContain('data-curl="/_sandbox/copy/requests/1"')
  expect(text).toContain('data-copy-address="/_sandbox/copy/requests/1?shell=sh"')
  expect(text).toContain('href="/_sandbox/requests/1"')
  expect(wordsOf(text)).toContain('Make this happen again')
})
