import { afterEach, expect, test, vi } from 'vitest'
import { PATIENCE } from '../support/attempt.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, call, cents, GatewayClient, paidBody } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

afterEach(() => vi.useRealTimers())

async function started() {
  const sandbox = await startTestSandbox({}, { realTime: () => Date.now() })
  const pages = new PageClient(sandbox.url)
  return {
    control: new ControlClient(sandbox.url),
    gateway: new GatewayClient(sandbox.api),
    home: async (query = '') => (await pages.get(`/_sandbox${query}`)).text,
    pages,
    api: sandbox.api,
    url: sandbox.url,
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}

const rowsOf = (text: string) => wordsOf(/<ol class="payments.*?<\/ol>/s.exec(text)?.[0] ?? '')
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
  expect(wordsOf(/<p class="list-head.*?<\/p>/s.exec(text)?.[0] ?? '')).toBe(
    'Payment When Why Outcome Charged',
  )
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

const losingAll = (operation: string) => ({
  when: { operation },
  times: 1000,
  outcome: { fault: { at: 'after', http: 502 } },
})

test.each([
  { kept: 1000, what: 'all findings are kept' },
  { kept: 5, what: 'few findings are kept' },
])('many payments that wait are not counted as unresolved where $what', async ({ kept }) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await using sandbox = await startTestSandbox(
    { findingsKept: kept },
    { realTime: () => Date.now() },
  )
  const pages = new PageClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await new ControlClient(sandbox.url).post('/rules', losingAll('purchase'))
  await gateway.purchase({ 'transaction.reference': 'OLD-1' })
  vi.setSystemTime(Date.now() + 31_000)
  const numbers = Array.from({ length: 205 }, (_, i) => i + 1)
  for (const number of numbers) {
    await gateway.purchase({ 'transaction.reference': `W-${number}` })
  }
  const { text } = await pages.get('/_sandbox')
  expect(filterOf(text)).toBe('All 206 Unresolved 1 Waiting 205')
  expect(stripOf(text)).toMatch(
    /^Unsafe: 1 unresolved 205 responses lost, waiting for your client to look in 1 of 206 payments/,
  )
  const { text: judged } = await pages.get('/_sandbox?verdict=unresolved')
  expect(rowsOf(judged)).toContain('OLD-1')
  expect(rowsOf(judged)).not.toContain('W-')
  const { text: report } = await pages.get('/_sandbox/report')
  expect(stripOf(report)).toMatch(/^Unsafe: 1 unresolved( |$)/)
})

test('a request without a response yet is not counted as unresolved', async () => {
  await using shown = await started()
  await shown.control.post('/rules', {
    when: { operation: 'purchase' },
    outcome: { delay: '10m' },
  })
  const sent = shown.gateway.purchase().catch(() => undefined)
  await vi.waitFor(
    async () => expect(filterOf(await shown.home())).toBe('All 1 Waiting 1'),
    PATIENCE,
  )
  const strip = stripOf(await shown.home())
  expect(strip).not.toMatch(/unresolved|1 response/)
  await shown.control.delete('/rules')
  await shown[Symbol.asyncDispose]()
  await sent
})

test('the first line counts payments, as the filter does, however many findings they have', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await using shown = await started()
  const { control, gateway } = shown
  const order = { 'transaction.reference': 'H-1' }
  const { body } = await gateway.purchase(order)
  await control.post('/rules', losingAll('refund'))
  for (const amount of [200, 300]) {
    await gateway.refund((body as { audit: number }).audit, { ...order, ...cents(amount) })
  }
  vi.setSystemTime(Date.now() + 31_000)
  const text = await shown.home()
  expect(filterOf(text)).toBe('All 1 Unresolved 1')
  expect(stripOf(text)).toMatch(/^Unsafe: 1 unresolved in 1 of 1 payment , /)
})

test('the headline and the line beneath it do not count the same twice', async () => {
  await using shown = await started()
  const lost = { ...cents(9_800_000), 'transaction.reference': 'L-1' }
  for (const _ of [1, 2]) await shown.gateway.purchase(lost).catch(() => undefined)
  expect(stripOf(await shown.home())).toBe(
    'Unsafe: customers paid AUD 98,000.00 too much 1 double charge 1 blind retry in 1 of 1 payment , AUD 196,000.00 charged ▶ Watch the double charge',
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
  expect(await shown.home()).toContain('payment-grid same-day')
  await shown.control.post('/clock/advance', { by: '1d' })
  const text = await shown.home()
  expect(text).not.toContain('same-day')
  expect(rowsOf(text)).toMatch(/T-1 \d+ \w{3}, \d\d:/)
})

/** Loses the response to the next request of this operation, after it was processed. */
const loseNext = (control: ControlClient, operation: string) =>
  control.post('/rules', {
    when: { operation },
    times: 1,
    outcome: { fault: { at: 'after', reset: true } },
  })

test('a payment that was charged and refunded twice is marked and found as both', async () => {
  await using shown = await started()
  const { control, gateway } = shown
  const order = { 'transaction.reference': 'A-1', ...cents(12_000) }
  await loseNext(control, 'purchase')
  await gateway.purchase(order).catch(() => undefined)
  const { body: paid } = await gateway.purchase(order)
  await loseNext(control, 'refund')
  const part = { 'transaction.reference': 'A-1', ...cents(2_000) }
  await gateway.refund(paid.audit, part).catch(() => undefined)
  await gateway.refund(paid.audit, part)
  await gateway.purchase({ 'transaction.reference': 'A-2' })
  const text = await shown.home()
  expect(rowsOf(text)).toContain('charged twice, refunded twice: 40.00')
  expect(filterOf(text)).toBe('All 2 Double charge 1 Double refund 1 Paid 1')
  const found = rowsOf(await shown.home('?verdict=double-refund'))
  expect(found).toContain('A-1')
  expect(found).not.toContain('A-2')
  const { body } = await control.get('/report')
  expect(body).toMatchObject({ tests: [{ double_charges: 1, double_refunds: 1 }] })
})

test('the report says of lost responses how many the client recovered from', async () => {
  await using shown = await started()
  const { control, gateway } = shown
  const lose = async (reference: string) => {
    await loseNext(control, 'purchase')
    const id = `id-${reference}`
    await gateway
      .purchase({ 'transaction.reference': reference }, { 'x-correlation-id': id })
      .catch(() => undefined)
    return id
  }
  await gateway.search(await lose('A-1'))
  await lose('A-2')
  await gateway.purchase({ 'transaction.reference': 'A-2' })
  const { body } = await control.get('/report')
  expect(body).toMatchObject({ encountered: { faults_after: 2 }, unrecovered: { faults_after: 1 } })
  const { text } = await shown.pages.get('/_sandbox/report')
  const tested = wordsOf(/<section[^>]*id="encountered".*?<\/section>/s.exec(text)?.[0] ?? '')
  expect(tested).toContain('2 responses lost after processing, 1 recovered')
  expect(tested).toContain('1 search')
})

test('a payment that was only lucky to be paid once is not one that the client recovered from', async () => {
  await using shown = await started()
  const { control, gateway } = shown
  const fault = { when: { operation: 'purchase' }, times: 1 }
  await control.post('/rules', { ...fault, outcome: { fault: { at: 'before', http: 503 } } })
  await gateway.purchase({ 'transaction.reference': 'A-1' })
  await gateway.purchase({ 'transaction.reference': 'A-1' })
  const { body } = await control.get('/report')
  expect(body).toMatchObject({
    counts_by_code: { 'blind-retry': 1 },
    unrecovered: { faults_before: 1 },
  })
  const { text } = await shown.pages.get('/_sandbox/report')
  expect(wordsOf(text)).toContain('1 response lost before processing, none recovered')
})

test('what the dashboard sent itself waits for nobody, and is not judged', async () => {
  await using shown = await started()
  await loseNext(shown.control, 'purchase')
  await shown.pages.send('/_sandbox', 'purchase')
  expect(rowsOf(await shown.home())).not.toContain('Waiting')
  await shown.control.post('/reset', { label: 'next' })
  await shown.gateway.purchase({ 'transaction.reference': 'A-2' })
  const text = await shown.home()
  expect(rowsOf(text)).toMatch(/Not judged/)
  expect(filterOf(text)).toBe('All 2 Paid 1')
  expect(stripOf(text)).toContain('Untested: no response was lost')
  expect(rowsOf(await shown.home('?verdict=unresolved'))).toBe('')
})

test('warnings are the first line of the verdict', async () => {
  await using shown = await started()
  const { control, gateway } = shown
  await control.post('/rules', {
    when: { operation: 'purchase' },
    times: 1,
    outcome: { fault: { at: 'before', http: 503 } },
  })
  const id = { 'x-correlation-id': 'once' }
  await gateway.purchase({ 'transaction.reference': 'A-1' }, id)
  await gateway.search('once')
  expect(stripOf(await shown.home())).toMatch(/^Warnings: 1 lost sale/)
})

test('the page of worlds has bad ones first, in natural order', async () => {
  await using shown = await started()
  const { control, pages, api } = shown
  for (const name of ['shop-10', 'shop-9', 'shop-11']) await control.put(`/worlds/${name}`)
  const bad = new GatewayClient(api.replace('/v1', '/w/shop-11/v1'))
  for (const _ of [1, 2]) await bad.purchase(cents(9_800_000)).catch(() => undefined)
  const { text } = await pages.get('/_sandbox/worlds')
  const names = [...text.matchAll(/<tr id="world-(.*?)"/g)].map(([, name]) => name)
  expect(names).toEqual(['shop-11', 'default', 'shop-9', 'shop-10'])
})

test('a refund with a reference of its own is named by its order, and its picture counts refunds', async () => {
  await using shown = await started()
  const { control, gateway, pages } = shown
  const { body: paid } = await gateway.purchase({
    'transaction.reference': 'tea-7',
    ...cents(1_500),
  })
  await loseNext(control, 'refund')
  const back = { 'transaction.reference': 'tea-7-back', ...cents(700) }
  await gateway.refund(paid.audit, back).catch(() => undefined)
  await gateway.refund(paid.audit, back)
  const { text } = await pages.get('/_sandbox/report')
  expect(wordsOf(text)).toContain('Double refund order tea-7, AUD 7.00')
  const picture = /<svg class="chart sequence".*?<\/svg>/s.exec(text)?.[0] ?? ''
  expect(wordsOf(picture)).toMatch(/bank refunded .*AUD 7\.00 .*AUD 14\.00/)
  expect(redSums(picture)).toEqual(['AUD 14.00'])
  const { text: page } = await pages.get('/_sandbox/payments/default-1-1')
  const whole = /<svg class="chart sequence".*?<\/svg>/s.exec(page)?.[0] ?? ''
  expect(wordsOf(whole)).toContain('bank paid')
  expect(redSums(whole)).toEqual(['AUD 1.00'])
})

/** The sums of a picture that are too much. */
function redSums(picture: string): readonly string[] {
  return [...picture.matchAll(/class="paid bad"[^>]*>([^<]*)/g)].map(([, sum = '']) => sum)
}

test('an undecided payment that waits for its client is not in the first line', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await using shown = await started()
  const { control, gateway } = shown
  await control.post('/rules', { ...losingAll('purchase'), times: 1 })
  await gateway.purchase({ 'transaction.reference': 'OLD-1' })
  vi.setSystemTime(Date.now() + 31_000)
  await gateway.purchase({ 'transaction.reference': 'U-1', ...cents(9_700_099) })
  const text = await shown.home()
  expect(filterOf(text)).toBe('All 2 Unresolved 1 Waiting 1')
  expect(stripOf(text)).toMatch(/^Unsafe: 1 unresolved 1 response undecided, waiting/)
})

test('the line of the clock begins with the first day of the last week on which something happened', async () => {
  await using shown = await started()
  const { gateway, control } = shown
  await gateway.purchase(byDirectDebit())
  await control.post('/clock/advance', { by: '5d' })
  await gateway.purchase(byDirectDebit())
  await control.post('/settle', { all: true })
  const { text } = await shown.pages.get('/_sandbox/clock')
  const line = /<svg class="chart day-line".*?<figcaption/s.exec(text)?.[0] ?? ''
  expect(line.match(/fill-calm/g)).toHaveLength(2)
  expect(wordsOf(text)).toContain('The last days and the next two weeks')
})

test('a void by the client is not among what happened by itself on the page of the clock', async () => {
  await using shown = await started()
  const { body } = await shown.gateway.purchase({ 'transaction.reference': 'V-1' })
  await shown.gateway.void(body.audit)
  const clock = async () => wordsOf((await shown.pages.get('/_sandbox/clock')).text)
  expect(await clock()).toContain('No transaction has changed by itself or by hand.')
  await shown.gateway.preauthorise({ 'transaction.reference': 'H-1' })
  await shown.control.post('/clock/advance', { by: '30d' })
  expect(await clock()).toMatch(/H-1, AUD 10\.00 ?, hold expired/)
  expect(await clock()).not.toContain('V-1')
})

test('worlds without names are called worlds, and steps have the numbers of the list', async () => {
  await using shown = await started()
  for (const world of ['w-1', 'w-2']) {
    await new GatewayClient(`${shown.url}/w/${world}/v1`).purchase()
  }
  const text = await shown.home()
  expect(wordsOf(/<h2 id="tests-title">.*?<\/h2>/s.exec(text)?.[0] ?? '')).toMatch(/^2 worlds /)
  const { text: page } = await shown.pages.get('/w/w-2/_sandbox/payments/w-2-1-1')
  expect(wordsOf(page)).toContain('Step 1: purchase')
  expect(wordsOf(page)).not.toContain('equest 2')
})

test('a debit that came back is returned and a hold that ran out expired, not declined and approved', async () => {
  await using shown = await started()
  const { gateway, control, pages } = shown
  const back = { 'transaction.payment_method.directdebit.bsb': '032-056' }
  await gateway.purchase(byDirectDebit({ 'transaction.reference': 'R-1', ...back }))
  await gateway.preauthorise({ 'transaction.reference': 'H-1' })
  await control.post('/clock/advance', { by: '30d' })
  const { text } = await pages.get('/_sandbox/transactions')
  const rows = wordsOf(/<tbody>.*<\/tbody>/s.exec(text)?.[0] ?? '')
  expect(rows).toMatch(/preauthorisation expired .* purchase returned /)
})

test('a payment that its bank never decides is on the clock page, in place of nothing', async () => {
  await using shown = await started()
  const { gateway, control, pages } = shown
  await control.post('/rules', {
    when: { operation: 'purchase' },
    outcome: { status: 'pending' },
  })
  await gateway.purchase({ 'transaction.reference': 'P-1', ...cents(4_995) })
  const { text } = await pages.get('/_sandbox/clock')
  expect(wordsOf(text)).toContain('P-1, AUD 49.95 : pending')
  expect(wordsOf(text)).not.toContain('Nothing is scheduled')
})

test('a lost sale is among the payments that the first line counts', async () => {
  await using shown = await started()
  const { control, gateway } = shown
  const breakNext = (at: string) =>
    control.post('/rules', {
      when: { operation: 'purchase' },
      times: 1,
      outcome: { fault: { at, http: 503 } },
    })
  await breakNext('after')
  for (const _ of [1, 2]) await gateway.purchase({ 'transaction.reference': 'D-1' })
  await breakNext('before')
  await gateway.purchase({ 'transaction.reference': 'S-1' }, { 'x-correlation-id': 'sale' })
  await gateway.search('sale')
  expect(stripOf(await shown.home())).toMatch(
    / 1 double charge 1 lost sale, AUD 10.00 1 blind retry in 2 of 2 payments /,
  )
})

test('in one world too the worst payments come first, and of a kind those with the most money', async () => {
  await using shown = await started()
  for (const [reference, amount] of [
    ['D-1', 9_800_000],
    ['D-2', 9_800_503],
    ['D-3', 9_800_000],
    ['P-1', 1_000],
  ] as const) {
    const order = { 'transaction.reference': reference, ...cents(amount) }
    for (const _ of [1, 2]) await shown.gateway.purchase(order).catch(() => undefined)
  }
  const ids = [...(await shown.home()).matchAll(/<li id="payment-default-1-(\d)"/g)]
  expect(ids.map(([, id]) => id).slice(0, 4)).toEqual(['2', '3', '1', '5'])
})
