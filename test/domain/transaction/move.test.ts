import { describe, expect, test } from 'vitest'
import {
  effectsOfMove,
  effectsOfOpening,
  moved,
  outcomeInTime,
} from '../../../src/domain/transaction/move.ts'
import { bankAnswer } from '../../../src/domain/transaction/outcome.ts'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import { byDebit, hold, NOON, transaction } from '../../support/transaction.ts'

const LATER = NOON + 1000

function finder(...known: readonly Transaction[]) {
  return (audit: number) => {
    const found = known.find((one) => one.audit === audit)
    if (found === undefined) throw new Error(`No transaction ${audit}`)
    return found
  }
}

const purchase = transaction({ audit: 1 })
const refund = transaction({ audit: 2, kind: 'refund', target: 1, amount: 300 })
const completion = transaction({ audit: 2, kind: 'completion', target: 1, amount: 300, total: 305 })
const voiding = transaction({ audit: 3, kind: 'void', target: 1 })

describe('a move', () => {
  test('takes up what the bank said and is remembered', () => {
    const undecided = transaction({ status: 'unknown', gatewayStatusCode: -99, responseCode: '' })
    const after = moved(undecided, bankAnswer('card', '51'), { at: LATER, cause: 'due' })
    expect(after).toMatchObject({ status: 'declined', gatewayStatusCode: 0, responseCode: '51' })
    expect(after.moves.at(-1)).toEqual({
      at: LATER,
      from: 'unknown',
      to: 'declined',
      cause: 'due',
    })
    expect(after.moves).toHaveLength(2)
  })

  test('outside the state table is a broken promise', () => {
    const move = () => moved(purchase, bankAnswer('card', '51'), { at: LATER, cause: 'due' })
    expect(move).toThrow('Transaction 1 cannot move from approved to declined')
  })
})

describe('opening', () => {
  test.each([
    ['a purchase', purchase, []],
    ['a declined refund', { ...refund, status: 'declined' }, []],
    ['an approved refund', refund, [{ ...purchase, refunded: 300 }]],
    ['a pending refund', { ...refund, status: 'pending' }, [{ ...purchase, refunded: 300 }]],
    ['an undecided refund', { ...refund, status: 'unknown' }, [{ ...purchase, refunded: 300 }]],
    ['a declined void', { ...voiding, status: 'declined' }, []],
    ['an undecided void', { ...voiding, status: 'unknown' }, [{ ...purchase, voiding: true }]],
  ] as const)('%s', (_what, opened, expected) => {
    expect(effectsOfOpening(opened, finder(purchase), LATER)).toEqual(expected)
  })

  test('a completion claims its amount before surcharge', () => {
    const target = hold({ audit: 1 })
    const [after] = effectsOfOpening(completion, finder(target), LATER)
    expect(after).toEqual({ ...target, completions: 1, completed: 300 })
  })

  test('an approved void undoes its target and calls off what was planned for it', () => {
    const due = [
      { at: LATER, event: 'resolve', outcome: bankAnswer('direct_debit', '00') },
    ] as const
    const pending = transaction({ audit: 1, method: byDebit, status: 'pending', due })
    const [after] = effectsOfOpening(voiding, finder(pending), LATER)
    const move = { at: LATER, from: 'pending', to: 'voided', cause: 'void' }
    expect(after).toEqual({
      ...pending,
      due: [],
      status: 'voided',
      moves: [...pending.moves, move],
    })
  })

  test('a void of a refund frees its amount again', () => {
    const refunded = { ...purchase, refunded: 500 }
    const ofRefund = { ...voiding, target: 2 }
    const effects = effectsOfOpening(ofRefund, finder(refunded, refund), LATER)
    expect(effects.map(({ audit, status, refunded: cents }) => [audit, status, cents])).toEqual([
      [2, 'voided', 0],
      [1, 'approved', 200],
    ])
  })

  test('a void of a completion gives its hold back', () => {
    const target = hold({ audit: 1, completions: 1, completed: 300 })
    const effects = effectsOfOpening({ ...voiding, target: 2 }, finder(target, completion), LATER)
    expect(effects).toMatchObject([
      { audit: 2, status: 'voided' },
      { audit: 1, status: 'approved', completions: 0, completed: 0 },
    ])
  })
})

describe('a later move', () => {
  test.each([
    ['of a refund to approved', { ...refund, status: 'pending' }, 'approved', []],
    [
      'of a refund to declined frees its amount',
      { ...refund, status: 'pending' },
      'declined',
      [{ ...purchase, refunded: 0 }],
    ],
    [
      'of a void to declined lets its target go',
      { ...voiding, status: 'unknown' },
      'declined',
      [{ ...purchase, refunded: 300 }],
    ],
  ] as const)('%s', (_what, before, status, expected) => {
    const target = { ...purchase, refunded: 300, voiding: before.kind === 'void' }
    const after = { ...before, status }
    expect(effectsOfMove(before, after, finder(target), LATER)).toEqual(expected)
  })

  test('of a completion to declined gives its hold back', () => {
    const target = hold({ audit: 1, completions: 1, completed: 300 })
    const before = { ...completion, status: 'unknown' } as const
    const effects = effectsOfMove(before, { ...before, status: 'error' }, finder(target), LATER)
    expect(effects).toEqual([{ ...target, completions: 0, completed: 0 }])
  })

  test('of a void to approved undoes its target', () => {
    const before = { ...voiding, status: 'unknown' } as const
    const target = { ...purchase, voiding: true }
    const [after] = effectsOfMove(before, { ...before, status: 'approved' }, finder(target), LATER)
    expect(after).toMatchObject({ audit: 1, status: 'voided', voiding: false })
  })

  test('of a void comes to nothing when its target has moved on', () => {
    const approval = bankAnswer('card', '00')
    const returned = { ...purchase, method: byDebit, status: 'declined' } as const
    expect(outcomeInTime(voiding, approval, finder(purchase))).toEqual(approval)
    expect(outcomeInTime(voiding, approval, finder(returned))).toMatchObject({
      status: 'declined',
      responseCode: '21',
    })
    expect(outcomeInTime(refund, approval, finder(returned))).toEqual(approval)
  })
})
