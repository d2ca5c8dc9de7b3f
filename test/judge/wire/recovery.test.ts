import { expect, test } from 'vitest'
import { moneyText } from '../../../src/domain/money.ts'
import { amount, Judged } from './judged.ts'

const lostAfter = ['9800500', '9800000', '9800001', '9800409'] as const
const lostBefore = ['9900500', '9900000', '9900001'] as const

test.each(lostAfter)('amount %s: a blind retry charges twice', async (cents) => {
  await using judged = await Judged.start()
  await judged.pay('a', amount(Number(cents)))
  await judged.pay('b', amount(Number(cents)))
  const report = await judged.report()
  expect(report.verdict).toBe('unsafe')
  expect(report.findings.map(({ code }) => code)).toEqual([
    'double-charge',
    'blind-retry',
    'unresolved',
  ])
  const money = moneyText(Number(cents), 'AUD')
  expect(report.headline).toBe(
    `Unsafe: 1 double charge, ${money} overcharged; 1 blind retry, 1 unresolved`,
  )
})

test.each(lostAfter)('amount %s: a client that searches is safe', async (cents) => {
  await using judged = await Judged.start()
  await judged.pay('a', amount(Number(cents)))
  const found = await judged.client.search('a')
  expect(found.body.results).toHaveLength(1)
  const report = await judged.report()
  expect(report.findings).toEqual([])
  expect(report).toMatchObject({
    verdict: 'safe',
    headline: 'Safe: 1 response was lost, and your client recovered from it (2 requests)',
  })
  expect(report.encountered).toMatchObject({ faults_after: 1, searches: 1 })
  expect(await judged.payments()).toMatchObject([{ verdict: 'paid', charged: Number(cents) }])
})

test.each(lostBefore)('amount %s: an empty search and no retry is a lost sale', async (cents) => {
  await using judged = await Judged.start()
  await judged.pay('a', amount(Number(cents)))
  await judged.client.search('a')
  expect(await judged.codes()).toEqual(['lost-sale'])
  expect(await judged.payments()).toMatchObject([{ verdict: 'lost-sale', charged: 0 }])
})

test('a double charge is named, however many tries lie between the two', async () => {
  await using judged = await Judged.start()
  const lose = (at: 'before' | 'after', times: number) =>
    judged.control.post('/rules', {
      when: { operation: 'purchase' },
      times,
      outcome: { fault: { at, http: 503 } },
    })
  await lose('after', 1)
  await judged.pay('first')
  await lose('before', 110)
  for (let n = 0; n < 110; n += 1) {
    await judged.pay(`id-${n}`)
    await judged.client.search(`id-${n}`)
  }
  await judged.pay('last')
  expect(await judged.codes()).toEqual(['double-charge', 'blind-retry'])
  expect(await judged.payments()).toHaveLength(1)
})

test('a finding shows its steps, with the calls that show it', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/reset', { label: 'checkout survives a timeout' })
  await judged.pay('corr-1', { 'transaction.reference': 'A-1001', ...amount(9800000) })
  await judged.pay('corr-2', { 'transaction.reference': 'A-1001', ...amount(9800000) })
  await judged.client.search('corr-2')
  const [finding] = await judged.findings()
  expect(finding).toMatchObject({
    code: 'double-charge',
    severity: 'error',
    subject: 'order A-1001, AUD 98,000.00',
    message: 'Charged twice: AUD 196,000.00 for an order of AUD 98,000.00.',
    test: { world: 'default', number: 2, label: 'checkout survives a timeout' },
    requests: [1, 2],
    steps: [
      {
        request: 1,
        audit: 1000001,
        kind: 'purchase',
        correlation_id: 'corr-1',
        text: 'the response was lost after the money moved (connection reset)',
      },
      {
        request: 2,
        audit: 1000002,
        text: 'the response was lost after the money moved (connection reset), with no lookup in between',
      },
    ],
  })
  expect(finding?.evidence).toMatchObject([{ id: 1, operation: 'purchase' }, { id: 2 }])
})

test('a search that failed on the wire is a step of what is unresolved', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    when: { operation: 'search' },
    outcome: { fault: { at: 'before', http: 503 } },
  })
  await judged.pay('corr-1', amount(9800000))
  await judged.client.search('corr-1')
  const [finding] = await judged.findings()
  expect(finding).toMatchObject({
    code: 'unresolved',
    message:
      'The only search failed, and the client did not ask again. AUD 98,000.00 was charged, and the client does not know that.',
    steps: [{ kind: 'purchase' }, { kind: 'search', text: 'had no usable response itself (503)' }],
  })
})

test.each([
  [{ reset: true }, 'connection reset'],
  [{ truncate: true }, 'cut off'],
  [{ garbage: true }, 'unreadable'],
])('the step of a search that met the fault %j says why it was of no use', async (fault, why) => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    when: { operation: 'search' },
    outcome: { fault: { at: 'after', ...fault } },
  })
  await judged.pay('corr-1', amount(9800000))
  await judged.client.search('corr-1').catch(() => undefined)
  const [finding] = await judged.findings()
  expect(finding?.steps[1]?.text).toBe(`had no usable response itself (${why})`)
})

test('a client that gives up waiting and asks again blindly charges twice', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    name: 'slow',
    when: { operation: 'purchase' },
    outcome: { delay: '300ms' },
  })
  await judged.giveUpOn('slow', 'rules/slow')
  await judged.pay('again')
  await expect
    .poll(async () => await judged.codes(), { timeout: 5000 })
    .toEqual(['double-charge', 'blind-retry'])
  expect(await judged.payments()).toMatchObject([{ verdict: 'double-charge', charged: 2000 }])
  const { encountered } = await judged.report()
  expect(encountered.timeouts).toBe(1)
})

test('a client that gives up, searches and waits while it is unknown is safe', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    name: 'slow',
    when: { operation: 'purchase' },
    outcome: { delay: '200ms' },
  })
  await judged.giveUpOn('slow', 'rules/slow')
  const status = async () => (await judged.client.search('slow')).body.results[0]?.status
  await expect
    .poll(status, { interval: 250 })
    .toMatchObject({ transaction_status_code: 'approved' })
  expect(await judged.codes()).toEqual([])
  expect(await judged.covered()).toContain('undecided-then-resolved')
  const [payment] = await judged.payments()
  expect(payment?.steps.map(({ kind }) => kind)).toContain('change')
})

test('a client that gave up is recognised by what it last heard, not by the response that it lost', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    name: 'slow',
    when: { operation: 'purchase' },
    outcome: { delay: '3s' },
  })
  await judged.giveUpOn('slow', 'rules/slow')
  const { results } = (await judged.client.search('slow')).body
  expect(results[0]?.status).toMatchObject({ transaction_status_code: 'unknown' })
  await expect.poll(() => judged.codes(), { timeout: 10_000 }).toEqual(['unresolved'])
  expect(await judged.findings()).toMatchObject([
    {
      message:
        'The client saw that it was undecided, and did not look again after it was decided. AUD 10.00 was charged, and the client does not know that.',
    },
  ])
})

test('to a client that waits, a slow response is a response and nothing more', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    when: { operation: 'purchase' },
    outcome: { delay: '50ms' },
  })
  await judged.pay('a')
  expect(await judged.payments()).toMatchObject([
    { verdict: 'paid', steps: [{ kind: 'purchase', result: 'approved', status: 'approved' }] },
  ])
  expect(await judged.covered()).not.toContain('undecided-then-resolved')
})

test.each([
  ['another reference', { 'transaction.reference': 'other' }],
  ['another amount', amount(2000)],
  ['another card', { 'transaction.payment_method.creditcard.pan': '5555555555554444' }],
])('two parallel payments that are slow are two payments with %s', async (_what, other) => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    name: 'slow',
    when: { operation: 'purchase' },
    times: 2,
    outcome: { delay: '50ms' },
  })
  await Promise.all([judged.pay('a'), judged.pay('b', other)])
  expect(await judged.codes()).toEqual([])
  expect(await judged.payments()).toMatchObject([{ verdict: 'paid' }, { verdict: 'paid' }])
})

test('a refund that is lost and made again is a double refund', async () => {
  await using judged = await Judged.start()
  const paid = await judged.pay('a', amount(5000))
  await judged.control.post('/rules', {
    name: 'lose',
    when: { operation: 'refund' },
    outcome: { fault: { at: 'after', reset: true } },
  })
  const audit = paid?.body.audit ?? 0
  await judged.client
    .refund(audit, amount(1000), { 'x-correlation-id': 'r1' })
    .catch(() => undefined)
  await judged.client.refund(audit, amount(1000), { 'x-correlation-id': 'r2' })
  expect(await judged.codes()).toEqual(['double-refund', 'blind-retry'])
  expect(await judged.payments()).toMatchObject([
    { verdict: 'double-refund', charged: 5000, refunded: 2000 },
  ])
})

test('a refund that was not processed and never sent again is reported; one made otherwise is not', async () => {
  await using judged = await Judged.start()
  const paid = await judged.pay('a', amount(5000))
  await judged.control.post('/rules', {
    when: { operation: 'refund' },
    outcome: { fault: { at: 'before', reset: true } },
  })
  await judged.client
    .refund(paid?.body.audit ?? 0, amount(1000), { 'x-correlation-id': 'r1' })
    .catch(() => undefined)
  await judged.client.search('r1')
  expect(await judged.report()).toMatchObject({
    findings: [
      {
        code: 'lost-sale',
        message:
          'The refund of AUD 10.00 was not processed and never sent again: the customer was not paid back.',
      },
    ],
  })
  const other = { 'transaction.reference': 'sorry' }
  await judged.client.standaloneRefund({ ...amount(1000), ...other })
  expect(await judged.codes()).toEqual(['standalone-refund'])
})

test('a pending debit that nobody looks up after it cleared is reported until somebody does', async () => {
  await using judged = await Judged.start()
  const debit = {
    'transaction.payment_method': {
      directdebit: { bsb: '062-000', account_number: '12345678', account_name: 'Ann Example' },
    },
  }
  const { audit } = (await judged.pay('a', debit))?.body ?? { audit: 0 }
  expect(await judged.codes()).toEqual([])
  await judged.control.post('/clock/advance', { by: '4 banking days' })
  expect(await judged.codes()).toEqual(['ignored-pending'])
  await judged.client.lookup(audit)
  expect(await judged.codes()).toEqual([])
  expect(await judged.covered()).toContain('debit-cleared')
})

test('a run in which nothing was lost says first that recovery was not tested', async () => {
  await using judged = await Judged.start()
  await judged.pay('a')
  expect(await judged.report()).toMatchObject({
    verdict: 'untested',
    headline:
      'Untested: no response was lost, so your recovery code never ran. Next: npx sandgate sweep --quick -- npm test',
    not_tested: null,
  })
})

test('a run without a payment has tested nothing, even if a search failed', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    when: { operation: 'search' },
    outcome: { fault: { at: 'before', http: 503 } },
  })
  await judged.client.search('corr-1')
  await judged.client.search('corr-1')
  const report = await judged.report()
  expect(report).toMatchObject({
    verdict: 'untested',
    headline: 'Untested: no payment was made, so no recovery of one was tried',
    not_tested: null,
  })
  expect(report.tests.map(({ verdict }) => verdict)).toEqual(['untested'])
})

test('a lost sale is named in the first line, before other warnings', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', {
    when: { operation: 'purchase' },
    outcome: { fault: { at: 'before', http: 503 } },
  })
  await judged.pay('corr-1')
  await judged.client.search('corr-1')
  expect(await judged.report()).toMatchObject({
    verdict: 'warnings',
    headline: 'Warnings: 1 lost sale, AUD 10.00 not charged',
  })
  const unknown = { 'transaction.colour': 'red' }
  await judged.pay('corr-2', { 'transaction.reference': 'A-2', ...amount(2000), ...unknown })
  expect((await judged.report()).headline).toBe(
    'Warnings: 1 lost sale, AUD 10.00 not charged; 1 unknown field',
  )
})

test('what has warnings is not called free of faults', async () => {
  await using judged = await Judged.start()
  await judged.pay('corr-1', { 'transaction.colour': 'red' })
  expect(await judged.report()).toMatchObject({
    verdict: 'warnings',
    headline: 'Warnings: 1 unknown field',
    not_tested:
      'No response was lost, so your recovery code never ran. Next: npx sandgate sweep --quick -- npm test',
  })
})
