import { expect, test } from 'vitest'
import {
  cardResponse,
  cardResponseCodes,
  debitReturn,
} from '../../../src/domain/transaction/response-code.ts'

const approved = '00 08 10 11 16'
const declined = [
  '01 02 03 04 05 07 12 13 14 15 17 19 21 25 31 33 34 36 39',
  '41 42 43 51 54 57 58 59 61 62 65 75 82 91 92 93',
].join(' ')
const failed = '06 09 22 30 68 90 94 96 98'

test.each([
  ['approved', approved],
  ['declined', declined],
  ['error', failed],
])('the codes that mean %s', (status, codes) => {
  const listed = cardResponseCodes.filter((response) => response.status === status)
  expect(listed.map((response) => response.code).join(' ')).toBe(codes)
  for (const code of codes.split(' ')) expect(cardResponse(code).status).toBe(status)
})

test('each code has a message, and the list is sorted', () => {
  const codes = cardResponseCodes.map((response) => response.code)
  expect(codes).toEqual([...new Set(codes)].sort())
  for (const { code, message } of cardResponseCodes)
    expect(cardResponse(code).message).toBe(message)
  expect(cardResponse('51')).toEqual({ status: 'declined', message: 'Insufficient funds' })
})

test.each(['77', '6', '', 'ZZ', 'constructor'])('the unlisted code "%s" declines', (code) => {
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
  expect(debitReturn(code)).toEqual({ message })
})
