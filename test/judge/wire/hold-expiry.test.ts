import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'

import { PageClient, wordsOf } from '../../support/page-client.ts'
import { Judged } from './judged.ts'

const id = { 'x-correlation-id': 'hold' }

test('a hold that expired is shown at its instant and is no longer held', async () => {
  await using judged = await Judged.start()
  const { audit } = (await judged.client.preauthorise({}, id)).body
  expect(await judged.payments()).toMatchObject([{ verdict: 'held' }])
  await judged.pass('8d')
  const [payment] = await judged.payments()
  expect(payment).toMatchObject({
    verdict: 'expired',
    charged: 0,
    steps: [
      { kind: 'preauthorisation', at: '2026-03-10T01:00:00.000Z' },
      {
        kind: 'change',
        at: '2026-03-17T01:00:00.000Z',
        audit,
        text: `audit ${audit} has expired: the money is no longer held`,
      },
    ],
  })
  const home = await new PageClient(judged.sandbox.url).get('/_sandbox')
  expect(wordsOf(home.text)).not.toMatch(/Held/)
})

test('a completion that comes too late does not hold it again', async () => {
  await using judged = await Judged.start()
  const { audit } = (await judged.client.preauthorise({}, id)).body
  await judged.pass('8d')
  await judged.client.complete(audit)
  const [payment] = await judged.payments()
  expect(payment).toMatchObject({ verdict: 'expired' })
  expect(payment?.steps.map(({ text }) => text)).toEqual([
    'approved',
    `audit ${audit} has expired: the money is no longer held`,
    'declined (25 Record not found)',
  ])
})

test('a hold that expires at once is shown as expired, and a repeated response shows it once', async () => {
  const assumptions = { ...defaultAssumptions, duplicate_correlation_id: 'replay' } as const
  await using judged = await Judged.start({ assumptions })
  const card = { 'transaction.payment_method.creditcard.pan': '4000005000009804' }
  await judged.client.preauthorise(card, id)
  await judged.client.preauthorise(card, id)
  const [payment] = await judged.payments()
  expect(payment?.verdict).toBe('expired')
  expect(payment?.steps.filter(({ kind }) => kind === 'change')).toHaveLength(1)
})

test('a completed hold does not expire', async () => {
  await using judged = await Judged.start()
  const { audit } = (await judged.client.preauthorise({}, id)).body
  await judged.client.complete(audit)
  await judged.pass('8d')
  const [payment] = await judged.payments()
  expect(payment?.verdict).toBe('paid')
  expect(payment?.steps).toHaveLength(2)
})

const expiring = { 'transaction.payment_method.creditcard.pan': '4000005000009804' }

test.each([
  ['right: held again after the first had expired', expiring, ['blind-retry'], 'expired'],
  [
    'wrong: held again while the first is held',
    {},
    ['double-charge', 'blind-retry'],
    'double-charge',
  ],
])('%s', async (_what, card, codes, verdict) => {
  await using judged = await Judged.start()
  const outcome = { fault: { at: 'after', http: 503 } }
  await judged.control.post('/rules', { when: { operation: 'preauthorisation' }, outcome })
  await judged.client.preauthorise(card, id)
  await judged.pass('1s')
  await judged.client.preauthorise(card, { 'x-correlation-id': 'again' })
  expect(await judged.codes()).toEqual(codes)
  expect(await judged.payments()).toMatchObject([{ verdict }])
})

test('a hold that was lost and has expired is shown as such, and one of another week is separate', async () => {
  await using judged = await Judged.start()
  const outcome = { fault: { at: 'after', http: 503 } }
  await judged.control.post('/rules', { when: { operation: 'preauthorisation' }, outcome })
  await judged.client.preauthorise({}, id)
  await judged.pass('8d')
  await judged.client.preauthorise({}, { 'x-correlation-id': 'again' })
  expect(await judged.findings()).toMatchObject([
    { code: 'unresolved', message: expect.stringContaining('was held until it expired') },
  ])
  expect(await judged.payments()).toMatchObject([{ verdict: 'held' }, { verdict: 'unresolved' }])
})

test.each([
  ['right: held under a suffix after the first had expired', expiring, []],
  ['wrong: held under a suffix while the first is held', {}, ['charged-again']],
])('%s', async (_what, card, codes) => {
  await using judged = await Judged.start()
  const outcome = { fault: { at: 'after', http: 503 } }
  await judged.control.post('/rules', { when: { operation: 'preauthorisation' }, outcome })
  const order = { ...card, 'transaction.reference': 'A-1' }
  await judged.client.preauthorise(order, id)
  await judged.pass('1s')
  const again = { ...order, 'transaction.reference': 'A-1-2' }
  await judged.client.preauthorise(again, { 'x-correlation-id': 'again' })
  await judged.client.search('hold')
  expect(await judged.codes()).toEqual(codes)
})
