import { expect, test } from 'vitest'
import { Judged } from './judged.ts'

const drift = { when: { operation: 'purchase' }, outcome: { drift: true } }

test('a payment that is shown with a word that no client knows is not settled by a search', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', drift)
  await judged.pay('one')
  await judged.client.search('one')
  expect(await judged.codes()).toEqual([])
  await judged.pay('two')
  expect(await judged.findings()).toMatchObject([
    { code: 'double-charge', advice: expect.stringContaining('do not send the payment again') },
  ])
  const [payment] = await judged.payments()
  expect(payment?.steps.map(({ text }) => text)).toEqual([
    'got an undocumented status',
    'found it with an undocumented status',
    'approved, although the lookup had said unknown',
  ])
})

test('nor is a client that saw nothing but that word simply safe', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', drift)
  await judged.pay('one')
  await judged.client.search('one')
  expect(await judged.report()).toMatchObject({
    undecided: 1,
    headline: expect.stringMatching(/^(?!Safe:).*1 payment is still undecided/),
  })
  expect(await judged.payments()).toMatchObject([{ verdict: 'unresolved' }])
})

test('the same after a lost response', async () => {
  await using judged = await Judged.start()
  const lost = { drift: true, fault: { at: 'after', http: 503 } }
  await judged.control.post('/rules', { ...drift, outcome: lost })
  await judged.pay('one')
  await judged.client.search('one')
  await judged.pay('two')
  expect(await judged.codes()).toContain('double-charge')
})

test('what a proxy refused may be sent again, and is a warning if it is refused again', async () => {
  await using judged = await Judged.start()
  const refused = { outcome: { fault: { at: 'before', http: 403 } } }
  await judged.control.post('/rules', refused)
  await judged.pay('one')
  await judged.client.search('one')
  await judged.pay('two')
  expect(await judged.codes()).toEqual([])
  for (const id of ['three', 'four']) {
    await judged.control.post('/rules', refused)
    await judged.pay(id, { 'transaction.reference': 'other' })
  }
  expect(await judged.codes()).toContain('retried-rejection')
})
