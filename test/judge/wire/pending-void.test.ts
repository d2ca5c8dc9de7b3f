import { expect, test } from 'vitest'
import { Judged } from './judged.ts'

/** A payment, and its void, which the bank approves 30 s later. */
async function pendingVoid() {
  const judged = await Judged.start()
  const undecided = { as: 'pending', for: '30s' }
  await judged.control.post('/rules', { when: { operation: 'void' }, outcome: { undecided } })
  const paid = await judged.pay('paid')
  const audit = paid?.body.audit ?? 0
  const { body } = await judged.client.void(audit)
  expect(body.status.transaction_status_code).toBe('pending')
  return { judged, audit }
}

test('right: a lookup of the payment shows that its pending void has been approved', async () => {
  const { judged, audit } = await pendingVoid()
  await using _ = judged
  await judged.pass('30s')
  expect(await judged.codes()).toEqual(['ignored-pending'])
  const { body } = await judged.client.lookup(audit)
  expect(body.status.transaction_status_code).toBe('voided')
  expect(await judged.codes()).toEqual([])
})

test('near: the lookup comes while the void is still pending', async () => {
  const { judged, audit } = await pendingVoid()
  await using _ = judged
  await judged.client.lookup(audit)
  await judged.pass('30s')
  expect(await judged.codes()).toEqual(['ignored-pending'])
})
