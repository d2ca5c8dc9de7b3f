import { expect, test } from 'vitest'
import { bankCodes } from '../../../src/domain/transaction/bank-codes.ts'
import { cardResponse, debitReturn } from '../../../src/domain/transaction/outcome.ts'

const approved = '00 08 11 16 77'
const declined = [
  '01 02 03 04 05 07 10 12 13 14 15 17 18 19 1A 20 21 23 25 31 33 34 35 36 37 38 39 40',
  '41 42 43 44 46 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 75 78 79 82 83 85',
  '91 92 93 95 97 99 N7 R0 R1 R3',
].join(' ')
const failed = '06 09 22 30 68 90 94 96 98'

test.each([
  ['approved', approved],
  ['declined', declined],
  ['error', failed],
])('the codes that mean %s', (status, codes) => {
  const listed = bankCodes.filter((response) => response.status === status)
  expect(
    listed
      .map((response) => response.code)
      .sort()
      .join(' '),
  ).toBe(codes)
  for (const code of codes.split(' ')) expect(cardResponse(code).status).toBe(status)
})

test('each code is listed once, with a message', () => {
  const codes = bankCodes.map((response) => response.code)
  expect(new Set(codes).size).toBe(codes.length)
  for (const { code, message } of bankCodes) expect(cardResponse(code).message).toBe(message)
  expect(cardResponse('51')).toMatchObject({ status: 'declined', message: 'Insufficient funds' })
})

test.each(['76', '6', '', 'ZZ', 'constructor'])('the unlisted code "%s" declines', (code) => {
  expect(cardResponse(code)).toEqual({ status: 'declined', message: 'Declined by the bank' })
})

test.each([
  ['1', 'Invalid BSB number'],
  ['2', 'Payment stopped'],
  ['3', 'Account closed'],
  ['4', 'Customer deceased'],
  ['5', 'No such account'],
  ['6', 'Refer to customer'],
  ['7', 'Not used'],
  ['8', 'Invalid user ID'],
  ['9', 'Technically invalid'],
  ['06', 'Returned by the bank'],
])('a debit returned with %s: %s', (code, message) => {
  expect(debitReturn(code).message).toBe(message)
})
