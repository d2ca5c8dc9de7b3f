import { expect, test } from 'vitest'
import { assumptionsWith } from '../../../src/domain/assumptions/assumptions.ts'
import { amount, Judged } from './judged.ts'

const UNKNOWN_AT_FIRST = 9700099

test('an undecided response that is only replayed is unresolved until somebody looks', async () => {
  const assumptions = assumptionsWith({ duplicate_correlation_id: 'replay' })
  await using judged = await Judged.start({ assumptions })
  await judged.pay('a', amount(UNKNOWN_AT_FIRST))
  await judged.pass('1m')
  const again = await judged.pay('a', amount(UNKNOWN_AT_FIRST))
  expect(again?.body.status).toMatchObject({ transaction_status_code: 'unknown' })
  expect(await judged.codes()).toEqual(['unresolved'])
  expect(await judged.payments()).toMatchObject([{ verdict: 'unresolved' }])
  await judged.client.lookup(again?.body.audit ?? 0)
  expect(await judged.codes()).toEqual([])
  expect(await judged.payments()).toMatchObject([{ verdict: 'paid' }])
})

test('a decided response that was lost and is replayed is known', async () => {
  const assumptions = assumptionsWith({ duplicate_correlation_id: 'replay' })
  await using judged = await Judged.start({ assumptions })
  await judged.pay('a', amount(9800500))
  expect((await judged.pay('a', amount(9800500)))?.status).toBe(200)
  expect(await judged.codes()).toEqual([])
})

test('an undecided response whose id is refused the second time is unresolved', async () => {
  await using judged = await Judged.start()
  await judged.pay('a', amount(UNKNOWN_AT_FIRST))
  expect((await judged.pay('a', amount(UNKNOWN_AT_FIRST)))?.status).toBe(409)
  expect(await judged.codes()).toEqual(['unresolved'])
})

test('a replayed response is not taken for the retry that charges a lost payment again', async () => {
  const assumptions = assumptionsWith({ duplicate_correlation_id: 'replay' })
  await using judged = await Judged.start({ assumptions })
  const order = (reference: string) => ({ 'transaction.reference': reference })
  await judged.pay('paid', order('A-1001/a'))
  await judged.control.post('/rules', { outcome: { fault: { at: 'after', http: 503 } } })
  await judged.pay('lost', order('A-1001'))
  await judged.pay('paid', order('A-1001/a'))
  await judged.pay('retry', order('A-1001/b'))
  await judged.client.search('lost')
  expect(await judged.codes()).toEqual(['charged-again'])
})
