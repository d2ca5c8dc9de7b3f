import { expect, test } from 'vitest'
import { assumptionsWith } from '../../../src/domain/assumptions/assumptions.ts'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { amount, Judged } from './judged.ts'

const cases = [
  ['approved', amount(1000), 'approved'],
  ['declined', amount(1_000_051), 'declined'],
  ['failed at the gateway', amount(9_600_060), 'failed'],
  ['undecided', amount(9_700_099), 'undecided'],
  ['answered with what no client knows', amount(9_700_777), 'undecided'],
  ['lost before', amount(9_900_000), 'lost'],
  ['lost after', amount(9_800_001), 'lost'],
  ['a 503', amount(9_800_503), 'lost'],
  ['refused', amount(0), 'refused'],
  ['pending', byDirectDebit(), 'pending'],
] as const

test.each(cases)('%s: the step shows it in one word', async (_title, changes, result) => {
  await using judged = await Judged.start()
  await judged.pay('a', changes)
  expect(await judged.payments()).toMatchObject([{ steps: [{ kind: 'purchase', result }] }])
})

test.each(['before', 'after'] as const)(
  'a 404%s processing that is not the response of the gateway tells the client nothing',
  async (at) => {
    await using judged = await Judged.start()
    await judged.pay('a', amount(9_800_000))
    await judged.control.post('/rules', {
      when: { operation: 'search' },
      outcome: { fault: { at, http: 404 } },
    })
    await fetch(`${judged.sandbox.api}/transactions?merchant_id=1&correlation_id_lookup=a`)
    expect(await judged.codes()).toEqual(['unresolved'])
    const [payment] = await judged.payments()
    expect(payment?.steps[1]?.text).toBe('the search got a 404, but not from the gateway')
    await judged.pay('b', amount(9_800_000))
    expect(await judged.codes()).toEqual(['double-charge', 'blind-retry', 'unresolved'])
    const [{ steps } = { steps: [] }] = await judged.payments()
    expect(steps.at(-1)?.text).toContain(
      ', although the search got a 404, but not from the gateway',
    )
    const [double] = await judged.findings()
    expect(double?.advice).toMatch(/^A search that fails says nothing: repeat GET /)
  },
)

test('a kept response that is repeated is shown as such, and charges nothing', async () => {
  const assumptions = assumptionsWith({ duplicate_correlation_id: 'replay' })
  await using judged = await Judged.start({ assumptions })
  await judged.pay('a')
  await judged.pay('a')
  expect(await judged.payments()).toMatchObject([
    {
      verdict: 'paid',
      charged: 1000,
      steps: [
        { request: 1, result: 'approved', audit: 1000001 },
        {
          ...{ request: 2, result: 'replayed', audit: 1000001, status: 'approved' },
          text: 'got the response of the first request with this id again; nothing more was charged',
        },
      ],
    },
  ])
  expect(await judged.codes()).toEqual([])
})

test('a debit that its bank sends back is returned, not just declined', async () => {
  await using judged = await Judged.start()
  const bsb = { 'transaction.payment_method.directdebit.bsb': '032-051' }
  await judged.pay('a', byDirectDebit(bsb))
  await judged.control.post('/clock/advance', { by: '3 banking days' })
  const [payment] = await judged.payments()
  expect(payment).toMatchObject({
    verdict: 'declined',
    steps: [
      { kind: 'purchase', result: 'pending' },
      { kind: 'change', result: 'returned', status: 'declined' },
    ],
  })
  expect(payment?.steps[1]?.text).toBe(
    'audit 1000001 is now declined: the debit was returned (1 Invalid BSB number)',
  )
})

test('a search that a rule hides proves nothing, and is no search for a forgotten id', async () => {
  await using judged = await Judged.start()
  await judged.pay('a', amount(9_800_000))
  await judged.control.post('/rules', {
    when: { operation: 'search' },
    outcome: { found: false },
  })
  await judged.client.search('a')
  const [payment] = await judged.payments()
  expect(payment?.steps[1]?.text).toBe('found nothing: a rule hid it')
  await judged.pay('b', amount(9_800_000))
  const findings = await judged.findings()
  expect(findings.map(({ code }) => code)).not.toContain('search-too-late')
  expect(findings[0]?.code).toBe('double-charge')
  expect(findings[0]?.advice).toMatch(/^Do not trust the first empty response to GET /)
})
