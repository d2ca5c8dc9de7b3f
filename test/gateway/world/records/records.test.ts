import { expect, test } from 'vitest'
import { FIRST_AUDIT, Records } from '../../../../src/gateway/world/records/records.ts'
import { transaction } from '../../../support/transaction.ts'

test('a transaction that was read before is as it is now, after a change and after its undoing', () => {
  const records = new Records()
  const line = (status: 'approved' | 'voided') => JSON.stringify(transaction({ status }))
  const put = (status: 'approved' | 'voided') =>
    records.apply([{ table: 'transactions', key: FIRST_AUDIT, line: line(status) }])
  const statusNow = () => records.transaction(FIRST_AUDIT)?.status

  const made = put('approved')
  expect(statusNow()).toBe('approved')
  const voided = put('voided')
  expect(statusNow()).toBe('voided')
  records.apply(voided)
  expect(statusNow()).toBe('approved')
  records.apply(made)
  expect(statusNow()).toBeUndefined()
})
