import { expect, test } from 'vitest'
import { amount, Judged } from './judged.ts'

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
  await expect.poll(() => judged.codes()).toEqual(['unresolved'])
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
