import { expect, test } from 'vitest'
import { integer } from '../../../src/http/contract/control/control-field.ts'
import { integerText } from '../../../src/http/contract/field.ts'

test('a number is taken up to both ends of its range', () => {
  const text = integerText(2, 10)
  const taken = ['1', '2', '10', '11'].map((given) => text.safeParse(given).success)
  expect(taken).toEqual([false, true, true, false])
  const number = integer(2, 10)
  expect([1, 2, 10, 11].map((given) => number.safeParse(given).success)).toEqual(taken)
  expect(number.safeParse(11).error?.issues[0]?.message).toBe(
    'out_of_range\u0000Must be from 2 to 10',
  )
})
