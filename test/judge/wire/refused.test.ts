import { expect, test } from 'vitest'
import type { FaultDocument } from '../../../src/scenario/faults/table.ts'
import { Judged } from './judged.ts'

/** A purchase that is processed and refused by a rule all the same. */
async function refusedAfterProcessing(fault: Omit<FaultDocument, 'at'>) {
  const judged = await Judged.start()
  await judged.control.post('/rules', {
    when: { operation: 'purchase' },
    outcome: { fault: { at: 'after', ...fault } },
  })
  await judged.pay('a')
  return judged
}

test('a 4xx without an error list that hid a charge is a finding', async () => {
  await using judged = await refusedAfterProcessing({ http: 403 })
  expect(await judged.codes()).toEqual(['charged-though-refused'])
})

test.each<readonly [string, Omit<FaultDocument, 'at'>]>([
  ['body: json', { http: 403, body: 'json' }],
  ['an error code', { http: 422, error_code: 'invalid_pan' }],
])('a client that trusts an error list, made by %s, is not blamed', async (_what, fault) => {
  await using judged = await refusedAfterProcessing(fault)
  expect(await judged.findings()).toMatchObject([{ code: 'misleading-rule', severity: 'note' }])
  await judged.pay('b')
  expect(await judged.codes()).toEqual(['misleading-rule'])
  // No response was lost, so no recovery was shown either.
  const { verdict, encountered } = await judged.report()
  expect([verdict, encountered.faults_after, encountered.refusals]).toEqual(['untested', 0, 1])
})

test('a 429 that hid a charge is a finding even with an error list', async () => {
  await using judged = await refusedAfterProcessing({ http: 429, body: 'json', retry_after: 1 })
  expect(await judged.codes()).toEqual(['charged-though-refused'])
})
