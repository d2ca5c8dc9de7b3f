import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLuhnValid } from '../../../src/base/redaction/card-number.ts'
import { assumptionsWith, defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { virtualPan } from '../../../src/domain/card.ts'

const valid = defaultAssumptions
const invalid = assumptionsWith({ virtual_pan_luhn: 'invalid' })
const forms = { valid, invalid }

const ids = Array.from({ length: 100_000 }, (_, i) => i + 1)
const tokenId = fc.integer({ min: 1, max: 2_147_483_647 })
const seed = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })

test.each(['valid', 'invalid'] as const)(
  'a hundred thousand tokens share no number (%s)',
  (luhn) => {
    expect(new Set(ids.map((id) => virtualPan(7, id, forms[luhn]))).size).toBe(ids.length)
  },
)

test('a number has 16 digits, starts with 9 and has the check digit that was asked for', () => {
  fc.assert(
    fc.property(seed, tokenId, (key, id) => {
      const [good, bad] = [virtualPan(key, id, valid), virtualPan(key, id, invalid)]
      expect(good).toMatch(/^9\d{15}$/)
      expect(bad).toMatch(/^9\d{15}$/)
      expect([isLuhnValid(good), isLuhnValid(bad)]).toEqual([true, false])
    }),
  )
})

test('the same seed gives the same numbers, another seed gives others', () => {
  expect(virtualPan(7, 1, valid)).toBe(virtualPan(7, 1, valid))
  expect(virtualPan(7, 1, valid)).not.toBe(virtualPan(8, 1, valid))
})

test.each([
  [1, 16, '9107740675991594'],
  [2, 16, '9734435247405451'],
  [2_147_483_647, 16, '9349054881269292'],
  [1, 13, '9346955867658'],
  [1, 19, '9270736325661704843'],
])('token %i of a seed has the same number of %i digits in every release', (id, length, pan) => {
  const form = assumptionsWith({ virtual_pan: { length } })
  expect(virtualPan(7, id, form)).toBe(pan)
})

test('whatever its length and first digit, two tokens never share a number', () => {
  const length = fc.integer({ min: 13, max: 19 })
  fc.assert(
    fc.property(seed, length, fc.uniqueArray(tokenId, { minLength: 2 }), (key, digits, some) => {
      const form = assumptionsWith({ virtual_pan: { length: digits, first_digit: 7 } })
      const pans = some.map((id) => virtualPan(key, id, form))
      expect(new Set(pans).size).toBe(some.length)
      for (const pan of pans) expect(pan).toMatch(new RegExp(`^7[0-9]{${digits - 1}}$`))
    }),
  )
})
