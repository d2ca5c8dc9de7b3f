import { expect, test } from 'vitest'
import { DAY } from '../../../../../src/domain/time/instant.ts'
import { bareWorld, make } from '../../../../support/bare-world.ts'
import { advance } from '../../../../support/world-time.ts'

const START = Date.parse('2026-03-10T12:00:00+11:00')
const CLEARANCE = '2026-03-13T09:00:00+11:00'
const LATE = '2026-03-17T09:00:00+11:00'

test('a refund of a late return’s debit stays as it is, and no other is accepted', () => {
  const { world } = bareWorld(START)
  const { audit } = make(world, { bsb: '032-060' })
  expect(() => make(world, { operation: 'refund', target: audit })).toThrow('not an approved')
  advance(world, Date.parse(CLEARANCE))
  const refund = make(world, { operation: 'refund', target: audit, amount: 400 })
  expect(refund.status).toBe('pending')
  advance(world, Date.parse(LATE))
  expect(world.records.transaction(audit)).toMatchObject({ status: 'declined', refunded: 400 })
  expect(world.records.transaction(refund.audit)?.status).toBe('approved')
  expect(() => make(world, { operation: 'refund', target: audit, amount: 1 })).toThrow(
    'not an approved',
  )
})

test('a voided debit is never heard of again, and its credit frees what it claimed', () => {
  const { world } = bareWorld(START)
  const debit = make(world, { bsb: '062-000' })
  make(world, { operation: 'void', target: debit.audit })
  expect(advance(world, START + 30 * DAY)).toEqual([])
  const other = make(world, { bsb: '062-000' })
  advance(world, world.now() + 10 * DAY)
  const refund = make(world, { operation: 'refund', target: other.audit })
  expect(world.records.transaction(other.audit)?.refunded).toBe(1000)
  make(world, { operation: 'void', target: refund.audit })
  expect(world.records.transaction(refund.audit)).toMatchObject({ status: 'voided', due: [] })
  expect(world.records.transaction(other.audit)?.refunded).toBe(0)
})
