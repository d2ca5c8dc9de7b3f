import { expect, onTestFinished, test } from 'vitest'
import { markdownReport, textReport } from '../../src/cli/report/report-format.ts'
import type { PaymentsResponse, ReportResponse } from '../../src/control/contract/calls/report.ts'
import { htmlReport } from '../../src/dashboard/report/html-report.tsx'
import { plannedCoverage } from '../../src/judge/coverage/coverage.ts'
import { openRun } from '../../src/runtime/run-file/open-run.ts'
import { lostAfter, SimulatedTest } from '../judge/support/test-chapter.ts'
import { Judged } from '../judge/wire/judged.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

const lost = { 'transaction.amount_details.total_amount': '9800000' }

/** A sandbox in which a client has charged twice. */
async function withDoubleCharge() {
  const sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(lost).catch(() => undefined)
  await gateway.purchase(lost).catch(() => undefined)
  return sandbox
}

test('the home page sums up, and links each number to its payments', async () => {
  await using sandbox = await withDoubleCharge()
  const client = new PageClient(sandbox.url)
  const { text } = await client.get('/_sandbox')
  const strip = /<section class="strip bad".*?<\/section>/s.exec(text)?.[0] ?? ''
  expect(wordsOf(strip)).toBe(
    'Unsafe: customers paid AUD 98,000.00 too much 1 double charge 1 blind retry in 1 of 1 payment , AUD 196,000.00 charged ▶ Watch the double charge',
  )
  expect(text).toContain('href="/_sandbox?verdict=double-charge"')
  expect(text).toContain('href="/_sandbox/payments/default-1-1#play"')
  const none = await client.get('/_sandbox?verdict=paid')
  expect(none.text).toContain('No payment matches.')
})

test('a payment that was charged three times is not told as two', async () => {
  await using sandbox = await withDoubleCharge()
  await new GatewayClient(sandbox.api).purchase(lost).catch(() => undefined)
  const client = new PageClient(sandbox.url)
  const home = await client.get('/_sandbox')
  expect(wordsOf(home.text)).toContain('charged 3 times')
  const address = /href="(\/_sandbox\/payments\/[^"]+)"/.exec(home.text)?.[1] ?? ''
  const page = wordsOf((await client.get(address)).text)
  expect(page).toContain('The customer was charged 3 times for one payment.')
  const answer = await fetch(`${sandbox.url}/_sandbox/report`)
  const report = (await answer.json()) as ReportResponse
  const told = 'AUD 196,000.00 too much.'
  for (const text of [textReport(report), markdownReport(report)]) expect(text).toContain(told)
  const payments = await fetch(`${sandbox.url}/_sandbox/payments`)
  const { payments: list } = (await payments.json()) as PaymentsResponse
  const paper = wordsOf(await htmlReport(report, { payments: list }))
  expect(paper).toContain(told)
  expect(paper).toContain('Double charge charged 3 times')
})

test('of a payment that was sent again and again, the report shows the first and the last steps', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  for (let i = 0; i < 60; i++) await gateway.purchase(lost).catch(() => undefined)
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/report')
  expect(wordsOf(text)).toContain('36 steps in between not shown.')
  const [first = ''] = text.match(/<article class="panel finding.*?<\/article>/s) ?? []
  const numbers = first.match(/<span class="soft">\d+\.<\/span>/g)
  expect(numbers?.length).toBe(24)
  expect([numbers?.[0], numbers?.at(-1)].map((one) => wordsOf(one ?? ''))).toEqual(['1.', '60.'])
})

test('the totals are over all payments, including those that had to make room', async () => {
  await using sandbox = await startTestSandbox({
    paymentsKept: 3,
  })
  const gateway = new GatewayClient(sandbox.api)
  for (let i = 0; i < 25; i++) {
    await gateway.purchase({ 'transaction.reference': `order ${i}` })
  }
  await gateway.purchase({ 'transaction.amount_details.total_amount': '1000051' })
  const client = new PageClient(sandbox.url)
  const { text } = await client.get('/_sandbox')
  const strip = /<section class="strip calm".*?<\/section>/s.exec(text)?.[0] ?? ''
  expect(wordsOf(strip)).toBe(
    'Untested: no response was lost 26 payments , AUD 250.00 charged Lose the next response',
  )
  expect(wordsOf(text)).toContain(' 23 older payments without findings are no longer kept')
  const charged = await client.get('/_sandbox?charged=true')
  expect(charged.text).not.toContain('Declined</span></a>')
})

test('a payment has its own page, and a reset takes it away', async () => {
  await using sandbox = await withDoubleCharge()
  const client = new PageClient(sandbox.url)
  const { text } = await client.get('/_sandbox')
  const address = /href="(\/_sandbox\/payments\/[^"]+)"/.exec(text)?.[1] ?? ''
  const page = await client.get(address)
  expect(page.status).toBe(200)
  expect(page.text).toContain('AUD 196,000.00 <small><s class="soft">98,000.00</s></small>')
  expect(page.text).not.toContain('4111111111111111&quot;,&quot;cvv&quot;:&quot;123')
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
  expect((await client.get('/_sandbox')).text).toContain('No payments in this world yet')
})

test('outcomes over time count all requests of all worlds, also in a saved report', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  for (let i = 0; i < 205; i++) await gateway.get('/transactions/1')
  await gateway.purchase(cents(1_000_051))
  await gateway.purchase(lost).catch(() => undefined)
  await new GatewayClient(`${sandbox.url}/w/side/v1`).purchase()
  const client = new PageClient(sandbox.url)
  const all = '1 approved, or another 2xx 1 declined or pending 205 refused (4xx) 1 lost'
  for (const path of ['/_sandbox/report', '/_sandbox/save/report.html']) {
    const { text } = await client.get(path)
    const outcomes = wordsOf(/<section[^>]*id="outcomes".*?<\/section>/s.exec(text)?.[0] ?? '')
    expect(outcomes).toContain('208 requests, at most')
    expect(outcomes).toContain(all)
  }
})

test('a recorded run is shown over all its resets and worlds, and nothing can be done to it', async () => {
  await using sandbox = await startTestSandbox()
  const pay = (api: string) => new GatewayClient(api).purchase(lost).catch(() => undefined)
  await pay(sandbox.api)
  await pay(sandbox.api)
  await pay(`${sandbox.url}/w/side/v1`)
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
  await new GatewayClient(sandbox.api).purchase()
  const saved = await fetch(`${sandbox.url}/_sandbox/run`)
  const opened = await openRun('saved', { log: () => undefined, text: await saved.text() })
  onTestFinished(() => opened.running.stop())
  const client = new PageClient(opened.running.url)
  const { text } = await client.get('/_sandbox')
  expect(text).toMatch(
    /This run began on \w{3} \d+ \w{3} \d{4}, [:\d]+ in Sydney\. Nothing here can be changed\./,
  )
  expect(text).not.toContain('<form method="post"')
  const strip = /<section class="strip bad".*?<\/section>/s.exec(text)?.[0] ?? ''
  expect(wordsOf(strip)).toMatch(/^Unsafe: customers paid .* of 3 payments , [^,]*[\d,.]+ charged/)
  expect(wordsOf(strip)).not.toContain('since its last reset')
  expect(text).toContain('href="/w/side/_sandbox/payments/side-1-1"')
  const before = await client.get('/_sandbox/payments/default-1-1')
  expect(wordsOf(before.text)).toContain('Step 1: purchase')
  expect(before.text).toContain('transaction_status_code')
})

test.each([
  ['9900500', 'Warnings: 1 lost sale, AUD 99,005.00 not charged', '⚠️', 'strip warn'],
  [
    '9800500',
    'Safe: 1 response was lost, and your client recovered from it (2 requests)',
    '✅',
    'strip good',
  ],
])(
  'after amount %s and a search, the report looks as it is: %s',
  async (cents, line, mark, look) => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    const amount = { 'transaction.amount_details.total_amount': cents }
    await gateway.purchase(amount, { 'x-correlation-id': 'a' })
    await gateway.search('a')
    expect(markdownReport(await sandbox.running.report())).toContain(
      `### ${mark} Sandgate: ${line}`,
    )
    const { text } = await new PageClient(sandbox.url).get('/_sandbox/report')
    expect(text).toContain(`<section class="${look}" aria-label="Verdict"`)
    expect(wordsOf(text)).toContain(line)
  },
)

test('a report of a running sandbox has the address of each finding', async () => {
  await using sandbox = await withDoubleCharge()
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase(lost).catch(() => undefined)
  const report = (await (await fetch(`${sandbox.url}/_sandbox/report`)).json()) as ReportResponse
  const text = textReport(report, { sandbox: sandbox.url })
  const addresses = [...text.matchAll(/^ {2}See: (.+)$/gm)].map(([, address]) => address)
  expect(addresses).toContain(`${sandbox.url}/_sandbox/payments/default-1-1`)
  expect(addresses).toContain(`${sandbox.url}/w/blue/_sandbox/payments/blue-1-1`)
  const client = new PageClient(sandbox.url)
  for (const address of addresses)
    expect((await client.get(address?.slice(sandbox.url.length) ?? '')).status).toBe(200)
  expect(textReport(report)).not.toContain('/_sandbox/')
})

test('the HTML report needs nothing else: no script and no address', async () => {
  await using sandbox = await withDoubleCharge()
  const answer = await fetch(`${sandbox.url}/_sandbox/report`)
  const report = (await answer.json()) as ReportResponse
  const facts = [['Command', 'npm test <&>']] as const
  const text = await htmlReport(report, { facts, payments: sandbox.running.payments() })
  expect(text).toMatch(/^<!DOCTYPE html><html lang="en-AU">/)
  expect(wordsOf(text)).toContain('Unsafe: 1 double charge')
  expect(text).toContain('npm test &lt;&amp;&gt;')
  const words = wordsOf(text)
  expect(words).toContain('Payments 1 Outcome Payment Test Amount Charged Refunded')
  expect(words).toContain('Double charge order 1 world default')
  // Both findings of the payment stand over its steps, which are told once.
  expect(text.match(/<ol class="timeline">/g)).toHaveLength(1)
  expect(/<script|src=|href="(?!#|https:\/\/github\.com\/)|url\(|@import/.exec(text)).toBe(null)
})

test('what the dashboard buys is shown as a payment and never judged', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'break', { how: 'lose-the-answer' })
  const page = await client.send('/_sandbox', 'purchase')
  expect(wordsOf(page.text)).toContain('1 payment , AUD')
  const answer = await fetch(`${sandbox.url}/_sandbox/report`)
  const report = (await answer.json()) as ReportResponse
  expect(report).toMatchObject({ requests: 0, findings: [] })
})

test('a run from a file can be looked at and not changed', async () => {
  const shows = { command: 'npm test', startedAt: Date.parse('2026-11-16T23:00:00Z') }
  await using sandbox = await startTestSandbox({}, { shows })
  const client = new PageClient(sandbox.url)
  for (const path of ['', '/scenarios', '/worlds', '/clock', '/report']) {
    const { status, text } = await client.get(`/_sandbox${path}`)
    expect(status).toBe(200)
    expect(text).toContain(
      'ran on Tue 17 Nov 2026, 10:00:00 in Sydney. Nothing here can be changed.',
    )
    expect(text).toContain('<section class="read-only" aria-label="Opened run">')
    expect(text).not.toContain('method="post"')
  }
  expect((await client.post('/_sandbox/act/advance', { by: '1d' })).status).toBe(403)
})

test('of many equal findings one is shown and the others folded, with contents that count payments', async () => {
  await using judged = await Judged.start()
  for (let i = 1; i <= 5; i += 1) {
    const order = { 'transaction.reference': `C-${i}`, ...cents(9_800_503) }
    await judged.client.purchase(order)
    await judged.client.purchase(order)
  }
  await judged.client.purchase({ 'transaction.reference': 'D-1', extra: 1 })
  const html = await htmlReport(await judged.report())
  const words = wordsOf(html)
  expect(words).toContain(
    'Double charge order C-1, AUD 98,005.03, AUD 98,005.03 overcharged error double-charge',
  )
  expect(words).toContain('4 more like it')
  // How many of the five retries came before Retry-After was over is a matter of speed.
  expect(words).toMatch(/Double charge, [^.]*blind retry[^.]* \d Unknown field 1 /)
  expect(html).toMatch(/href="#unknown-field-[^"]+">Unknown field<\/a>/)
  expect(words).toContain("The gateway's own response, which the client never got")
  expect(words).toMatch(/Totals 11 requests, 6 payments, AUD 980,060.30 charged; 15 errors/)
})

test('a payment that the books have wrong too is drawn once', async () => {
  await using judged = await Judged.start()
  const order = { 'transaction.reference': 'C-1', ...cents(9_800_503) }
  await judged.client.purchase(order)
  await judged.client.purchase(order)
  const orders = [{ reference: 'C-1', paid: 9_800_503 }]
  await new ControlClient(judged.sandbox.url).post('/reconcile', { orders })
  const html = await htmlReport(await judged.report())
  expect(wordsOf(html)).toContain('Payment not booked order C-1 error paid-not-booked')
  expect(html.match(/class="sequence-room"/g)).toHaveLength(1)
})

test('a warning about a payment has its picture, one about a habit has none', async () => {
  await using judged = await Judged.start()
  const bsb = { 'transaction.payment_method.directdebit.bsb': '032-056' }
  await judged.client.purchase(byDirectDebit({ 'transaction.reference': 'D-1', ...bsb }))
  await judged.control.post('/clock/advance', { by: '5 banking days' })
  const busy = { 'transaction.reference': 'R-1', ...cents(9_900_503) }
  for (const _ of [1, 2]) await judged.client.purchase(busy)
  await judged.control.post('/reset', {})
  const html = await htmlReport(await judged.report())
  const drawn = html
    .split('<article')
    .map((one) => [
      /id="(ignored-[a-z-]*?)-default/.exec(one)?.[1],
      one.includes('class="sequence-room"'),
    ])
  expect(drawn).toContainEqual(['ignored-pending', true])
  expect(drawn).toContainEqual(['ignored-retry-after', false])
})

test('the address in an advice is followed by its punctuation, and copied only if it is whole', async () => {
  await using sandbox = await withDoubleCharge()
  const orders = [{ reference: 'GONE-1', paid: 100 }]
  await new ControlClient(sandbox.url).post('/reconcile', { orders })
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/report')
  expect(wordsOf(text)).toMatch(/correlation_id_lookup=test-\d+ ; Copy send the request again/)
  expect(wordsOf(text)).toMatch(/correlation_id_lookup=… ; send the payment again/)
  expect(text).not.toMatch(/data-copy-text="[^"]*…/)
})

test('of payments with hundreds of steps only a few can be unfolded, so the page stays small', async () => {
  await using judged = await Judged.start()
  const { history } = judged.sandbox.world
  const told = new SimulatedTest()
  for (let n = 0; n < 2000; n += 1) {
    history.ended({ ...told.exchangeOf(lostAfter), id: history.nextId() })
  }
  const { text } = await new PageClient(judged.sandbox.url).get('/_sandbox/report')
  const shown = /([\d,]+) more like it.*?(\d+) more findings not shown/s.exec(wordsOf(text))
  expect(shown?.slice(1)).toEqual(['9', '8'])
  // The pictures show the start and the end, as the lists of steps do.
  const pictures = text.match(/<svg class="chart (?:narrow-)?sequence".*?<\/svg>/gs) ?? []
  expect(pictures.length).toBeGreaterThan(0)
  for (const picture of pictures) {
    expect(wordsOf(picture)).toMatch(/\d+ steps not shown .* AUD [\d,]+\.00/s)
    expect(picture.match(/purchase/g)).toHaveLength(24)
  }
  expect(text.length).toBeLessThan(200_000)
})

test('a plan is on the first page, with what is shown, what is not and what does not apply', async () => {
  await using judged = await Judged.start()
  await judged.client.purchase()
  const report = await judged.report()
  const plan = [
    { name: 'approved-visa', why: 'we take it', notApplicable: undefined },
    { name: 'hold-expired', why: undefined, notApplicable: 'we hold nothing' },
    { name: 'void', why: undefined, notApplicable: undefined },
  ]
  const coverage = plannedCoverage(report.coverage.cases, plan)
  const words = wordsOf(await htmlReport({ ...report, coverage }, { isPlanned: true }))
  expect(words).toContain('Plan 1 of 2 cases shown')
  expect(words).toMatch(
    /yes approved-visa .* we take it does not apply hold-expired .* we hold nothing no void/,
  )
  expect(words.match(/approved-visa/g)).toHaveLength(1)
})

test('a payment that is charged twice and refunded twice tells the steps and the advice of each', async () => {
  await using judged = await Judged.start()
  const lose = (operation: string) => {
    const outcome = { fault: { at: 'after', http: 503 } }
    return judged.control.post('/rules', { when: { operation }, times: 1, outcome })
  }
  const order = { 'transaction.reference': 'E-1' }
  await lose('purchase')
  await judged.client.purchase(order, { 'x-correlation-id': 'paid-1' })
  const { body } = await judged.client.purchase(order, { 'x-correlation-id': 'paid-2' })
  await lose('refund')
  const back = { ...order, ...cents(400) }
  await judged.client.refund(body.audit, back, { 'x-correlation-id': 'back-1' })
  await judged.client.refund(body.audit, back, { 'x-correlation-id': 'back-2' })
  const report = await judged.report()
  const codes = report.findings.map(({ code }) => code)
  expect(codes).toContain('double-charge')
  expect(codes).toContain('double-refund')
  for (const text of [textReport(report), wordsOf(await htmlReport(report))]) {
    expect(text).toMatch(/correlation_id_lookup=paid-1 ?;/)
    expect(text).toMatch(/correlation_id_lookup=back-1 ?;/)
    expect(text).toContain('paid-2')
    expect(text).toContain('back-2')
  }
})

test('the report of what is there now can be saved from home and report', async () => {
  await using sandbox = await withDoubleCharge()
  const client = new PageClient(sandbox.url)
  for (const path of ['/_sandbox', '/_sandbox/report']) {
    const { text } = await client.get(path)
    expect(text).toContain('href="/_sandbox/save/report.html" download')
    expect(text).toContain('href="/_sandbox/save/run.jsonl" download')
  }
  const saved = await client.get('/_sandbox/save/report.html')
  expect(saved.headers.get('content-disposition')).toBe(
    'attachment; filename="sandgate-report.html"',
  )
  const words = wordsOf(saved.text)
  expect(words).toContain('Unsafe: 1 double charge')
  expect(words).toContain('sandbox clock Tue 10 Mar 2026, 12:00:00 in Sydney, frozen')
  expect(words).toContain("The gateway's own response, which the client never got")
  expect(saved.text).not.toMatch(/<script|href="\/_sandbox/)
})
