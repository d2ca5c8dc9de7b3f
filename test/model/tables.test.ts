import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardType } from '../../src/base/redaction/card-number.ts'
import { redactText } from '../../src/base/redaction/redacted.ts'
import { surchargeOn } from '../../src/domain/surcharge.ts'
import {
  bankingCalendar,
  defaultHolidays,
  isBankingDay,
} from '../../src/domain/time/banking-day.ts'
import { sydneyInstant, sydneyIso } from '../../src/domain/time/sydney-time.ts'
import { cardResponse } from '../../src/domain/transaction/outcome.ts'
import { cardType as typeByModel } from './law/card/card.ts'
import { maskedText } from './law/card/text.ts'
import { isBankingDay as isBankingDayByModel } from './law/time/banking-days.ts'
import { daysAfter, instantOf, timestamp } from './law/time/sydney.ts'
import { statusOfCode } from './law/transaction/bank-codes.ts'
import { surchargeOf } from './law/transaction/money.ts'

const calendar = bankingCalendar(defaultHolidays)

function days(): string[] {
  const all = []
  for (let date = '2024-01-01'; date < '2031'; date = daysAfter(date, 1)) all.push(date)
  return all
}

/** Histories meet few of the values that a table has; here each of them is met. */
test('product and model have the same banking days from 2024 to 2030', () => {
  const odd = days().filter((date) => isBankingDay(date, calendar) !== isBankingDayByModel(date))
  expect(odd).toEqual([])
})

test('product and model show the same time on each day, even when the clocks change', () => {
  // In Sydney clocks change at 16:00 UTC.
  const times = ['T02:00:00Z', 'T15:59:59.999Z', 'T16:00:00Z']
  const odd = days()
    .flatMap((date) => times.map((time) => Date.parse(date + time)))
    .filter((at) => sydneyIso(at, 'milliseconds') !== timestamp(at, 'milliseconds'))
  expect(odd).toEqual([])
})

test.each([9, 16, 18])('product and model know when it is %i o’clock on each day', (hour) => {
  const time = `${String(hour).padStart(2, '0')}:00`
  const odd = days().filter((date) => sydneyInstant(date, time) !== instantOf(date, hour * 60))
  expect(odd).toEqual([])
})

test('every code of two digits has the same outcome', () => {
  for (let code = 0; code < 100; code += 1) {
    const text = String(code).padStart(2, '0')
    expect([text, cardResponse(text).status]).toEqual([text, statusOfCode(text)])
  }
})

test('every first four digits belong to the same scheme', () => {
  const pans = Array.from({ length: 8000 }, (_, place) => `${1000 + place}000000000000`)
  expect(pans.filter((pan) => cardType(pan) !== typeByModel(pan))).toEqual([])
})

test('the same numbers in a text are card numbers', () => {
  const digits = fc.stringMatching(/^[1-8][0-9]{11,19}$/)
  fc.assert(
    fc.property(digits, fc.constantFrom('', 'x', ' '), (number, around) => {
      const text = around + number + around
      expect(redactText(text)).toBe(maskedText(text))
    }),
    {
      numRuns: 2000,
      examples: [
        ['4222222222222', 'x'],
        ['36227206271667', ''],
      ],
    },
  )
})

test('the same surcharge is added', () => {
  const percent = fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.stringMatching(/^(?:|\.[0-9]{1,4})$/))
    .map(([whole, fraction]) => (whole === 100 ? '100' : `${whole}${fraction}`))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), percent, (cents, text) => {
      expect(BigInt(surchargeOn(cents, text))).toBe(surchargeOf(BigInt(cents), text))
    }),
    { numRuns: 2000 },
  )
})
