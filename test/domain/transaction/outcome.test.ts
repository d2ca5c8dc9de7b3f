import { describe, expect, test } from 'vitest'
import { redactMembers } from '../../../src/domain/redaction/redacted.ts'
import {
  bankAnswer,
  type NumberedVerdict,
  outcomeOf,
  pendingOutcome,
} from '../../../src/domain/transaction/outcome.ts'

const natural = bankAnswer('card', '00')

test.each([
  ['card', '00', 'approved', 'Approved'],
  ['card', '08', 'approved', 'Approved, honour with identification'],
  ['card', '51', 'declined', 'Insufficient funds'],
  ['card', '06', 'error', 'Error'],
  ['card', '6', 'declined', 'Declined by the bank'],
  ['card', 'Q7', 'declined', 'Declined by the bank'],
  ['direct_debit', '00', 'approved', 'Approved'],
  ['direct_debit', '6', 'declined', 'Refer to customer'],
  ['direct_debit', '06', 'error', 'Error'],
] as const)('by %s, %s is %s', (rail, code, status, responseMessage) => {
  expect(bankAnswer(rail, code)).toEqual({
    status,
    gatewayStatusCode: 0,
    responseCode: code,
    responseMessage,
  })
})

test('a verdict that asks for nothing leaves the natural course', () => {
  expect(outcomeOf({}, 'card', natural)).toEqual(natural)
  expect(outcomeOf({ kvps: redactMembers({ a: 'b' }) }, 'direct_debit', pendingOutcome)).toEqual(
    pendingOutcome,
  )
})

describe('a verdict', () => {
  const cases: readonly [NumberedVerdict, string, number, string][] = [
    [{ status: 'approved' }, 'approved', 0, '00'],
    [{ status: 'declined' }, 'declined', 0, '05'],
    [{ status: 'error' }, 'error', 0, '96'],
    [{ status: 'pending' }, 'pending', 0, ''],
    [{ status: 'unknown' }, 'unknown', -99, ''],
    [{ status: 'declined', responseCode: '51' }, 'declined', 0, '51'],
    [{ status: 'approved', responseCode: '51' }, 'approved', 0, '51'],
    [{ responseCode: '96' }, 'error', 0, '96'],
    [{ gatewayStatusCode: -99 }, 'unknown', -99, ''],
    [{ gatewayStatusCode: 21 }, 'error', 21, ''],
    [{ status: 'error', gatewayStatusCode: 60, responseCode: '96' }, 'error', 60, ''],
  ]
  test.each(cases)('%j is %s, %i and %j', (verdict, status, gatewayStatusCode, responseCode) => {
    const { responseMessage: _any, ...outcome } = outcomeOf(verdict, 'card', natural)
    expect(outcome).toEqual({ status, gatewayStatusCode, responseCode })
  })

  test.each([
    ['declined', '6', 'Refer to customer'],
    ['error', '9', 'Technically invalid'],
  ] as const)('of %s on a direct debit has code %s', (status, responseCode, responseMessage) => {
    const outcome = outcomeOf({ status }, 'direct_debit', pendingOutcome)
    expect(outcome).toEqual({ status, gatewayStatusCode: 0, responseCode, responseMessage })
  })

  test.each([{}, { status: 'unknown' }, { responseCode: '51' }] as const)(
    'has the last word on the message: %j',
    (verdict) => {
      const outcome = outcomeOf({ ...verdict, responseMessage: 'As told' }, 'card', natural)
      expect(outcome.responseMessage).toBe('As told')
    },
  )
})
