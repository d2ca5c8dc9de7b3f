import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { isLuhnValid, luhnDigit } from '../../../src/domain/card/card.ts'
import { isTestPan } from '../../../src/domain/card/test-cards.ts'
import { marksOf } from '../../../src/http/contract/marks.ts'
import { transactionContracts } from '../../../src/http/contract/transaction-request.ts'
import {
  keepNamedCvvs,
  numberPatterns,
  substitutedBody,
  substitutedDocument,
  tellsApart,
} from '../../../src/runtime/run-file/substitution/substituted.ts'
import { Substitutes } from '../../../src/runtime/run-file/substitution/substitutes.ts'
import { compileGlob } from '../../../src/scenario/conditions/glob.ts'

/** A number that passes for a real one. */
const pan = '4539148803436467'

const pans = fc
  .tuple(fc.constantFrom('453914', '510510', '356600'), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([start, rest]) => start + String(rest).padStart(9, '0'))
  .map((digits) => digits + luhnDigit(digits))
  .filter((one) => !isTestPan(one))

test('behind a percent sign or an escape, a number gets the same substitute', () => {
  const substitutes = new Substitutes(defaultAssumptions)
  for (const number of [pan, '371436330946689']) {
    const substitute = substitutes.pan(number)
    expect(substitute).not.toBe(number)
    for (const start of ['100%', 'Order %23', '%C3%A9', '%20', '\\u0023']) {
      expect(substitutes.text(start + number)).toBe(start + substitute)
    }
    expect(substitutes.text(`${number}, %3${number}`)).toBe(`${substitute}, %3${substitute}`)
  }
})

test('a substitute has the same ends, passes the same check and is always the same', () => {
  fc.assert(
    fc.property(fc.array(pans, { minLength: 1, maxLength: 20 }), (numbers) => {
      const substitutes = new Substitutes(defaultAssumptions)
      for (const number of numbers) {
        const substitute = substitutes.pan(number)
        expect(substitute).not.toBe(number)
        expect(substitute.slice(0, 6)).toBe(number.slice(0, 6))
        expect(substitute.slice(-4)).toBe(number.slice(-4))
        expect(isLuhnValid(substitute)).toBe(true)
        expect(substitutes.pan(number)).toBe(substitute)
      }
      const distinct = new Set(numbers)
      expect(new Set([...distinct].map((one) => substitutes.pan(one))).size).toBe(distinct.size)
    }),
  )
})

test.each([
  ['4539*', false],
  ['*6467', false],
  ['453914??????6467', false],
  [pan, false],
  ['45391488*', true],
  ['4539??88*', true],
  ['*36467', true],
  ['*0343*', true],
])('a rule on %s could tell a card from its stand-in: %s', (pattern, tells) => {
  const patterns = numberPatterns({ rules: [{ when: { pan: [pattern] } }] })
  expect(patterns.map(tellsApart)).toEqual([tells])
})

test.each([
  ['the number itself', pan],
  ['all of it but one digit', '453914880343646?'],
])('a rule that names %s names the substitute', (_what, pattern) => {
  const substitutes = new Substitutes(defaultAssumptions)
  const rule = { name: 'mine', when: { pan: pattern } }
  const written = substitutedDocument(rule, substitutes)
  expect(JSON.stringify(written)).not.toContain(pattern.slice(0, 15))
  const glob = (written as typeof rule).when.pan
  expect(compileGlob(glob)(substitutes.pan(pan))).toBe(true)
})

test.each(['4111111111111111', '4000000000000051', '9012345678901234'])(
  '%s belongs to nobody and stands',
  (number) => {
    expect(new Substitutes(defaultAssumptions).pan(number)).toBe(number)
  },
)

test('a mistyped number stays wrong', () => {
  const substitute = new Substitutes(defaultAssumptions).pan('4539148803436468')
  expect(isLuhnValid(substitute)).toBe(false)
  expect(substitute).not.toBe('4539148803436468')
})

test('a CVV becomes zeros, unless a rule names it', () => {
  const substitutes = new Substitutes(defaultAssumptions)
  keepNamedCvvs({ when: { cvv: ['911', '9*'] } }, substitutes)
  expect(['911', '987', '7391'].map((cvv) => substitutes.cvv(cvv))).toEqual(['911', '000', '0000'])
})

test('an account number keeps its last digits where answers show them', () => {
  const substitutes = new Substitutes(defaultAssumptions)
  expect(substitutes.account('123456789')).toBe('000000789')
  expect(substitutes.account('12345')).toBe('00001')
  expect(substitutes.account('123456789')).toBe('000000789')
})

test('a body keeps what the API looks at, and no number that it must not keep', () => {
  const body = {
    merchant: { id: 1 },
    kvps: { note: `card ${pan}` },
    transaction: {
      reference: `for ${pan}`,
      amount_details: { total_amount: '1995', currency: 'AUD' },
      payment_method: {
        creditcard: { pan, expiry_date: '1230', cvv: '123', security_code: '123' },
        987654321: { 123456789: 1 },
      },
    },
    [pan]: 4539148803436467,
  }
  const written = substitutedBody(
    body,
    new Substitutes(defaultAssumptions),
    marksOf(transactionContracts(defaultAssumptions).purchase).body,
  )
  expect(JSON.stringify(written)).not.toMatch(/4539148803436467|123"|987654321|123456789/)
  expect(written).toMatchObject({
    merchant: { id: 1 },
    transaction: {
      amount_details: { total_amount: '1995', currency: 'AUD' },
      payment_method: { creditcard: { expiry_date: '1230', cvv: '000', security_code: '000' } },
    },
  })
})
