import { describe, expect, test } from 'vitest'
import { DAY } from '../../../../../src/domain/time/instant.ts'
import { sydneyIso } from '../../../../../src/domain/time/sydney-time.ts'
import { reached } from '../../../../../src/domain/transaction/move.ts'
import { existing } from '../../../../../src/gateway/world/transaction-moves.ts'
import { bareWorld, make } from '../../../../support/bare-world.ts'
import { advance } from '../../../../support/world-time.ts'

const START = Date.parse('2026-03-10T12:00:00+11:00')
const RETURN = '2026-03-12T09:00:00+11:00'
const CLEARANCE = '2026-03-13T09:00:00+11:00'
const LATE = '2026-03-17T09:00:00+11:00'

/** The whole life of a direct debit, seen a month later. */
function lifeOf(asked: Parameters<typeof make>[1]): readonly string[] {
  const { world } = bareWorld(START)
  const { audit } = make(world, asked)
  advance(world, START + 30 * DAY)
  const transaction = existing(world, audit)
  const { responseCode } = transaction
  const lived = reached(transaction).map(({ at, to }) => `${to} ${sydneyIso(at, 'seconds')}`)
  return [...lived, `code ${responseCode}`]
}

const OPENED = 'pending 2026-03-10T12:00:00+11:00'

const codes = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

describe('magic BSBs', () => {
  test.each(codes)('032-05%s is returned with that code', (code) => {
    const life = [OPENED, `declined ${RETURN}`, `code ${code}`]
    expect(lifeOf({ bsb: `032-05${code}` })).toEqual(life)
  })

  test.each([
    ['032-050', 'is declined at once', ['declined 2026-03-10T12:00:00+11:00', 'code 6']],
    [
      '032-060',
      'clears, and is returned late',
      [OPENED, `approved ${CLEARANCE}`, `declined ${LATE}`, 'code 6'],
    ],
    ['032-070', 'is pending for ever', [OPENED, 'code ']],
    ['062-000', 'is like any other', [OPENED, `approved ${CLEARANCE}`, 'code 00']],
  ])('%s %s', (bsb, _title, life) => {
    expect(lifeOf({ bsb })).toEqual(life)
  })
})

test.each(codes)('the magic amount 200000%s is returned with that code', (code) => {
  const life = [OPENED, `declined ${RETURN}`, `code ${code}`]
  expect(lifeOf({ bsb: '062-000', amount: Number(`200000${code}`) })).toEqual(life)
})

test('the magic amounts of direct debits mean nothing to a card', () => {
  const life = ['approved 2026-03-10T12:00:00+11:00', 'code 00']
  expect(lifeOf({ amount: 2_000_004 })).toEqual(life)
})

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
