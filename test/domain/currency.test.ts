import { expect, test } from 'vitest'
import { isCurrency } from '../../src/domain/money.ts'

test.each(['AUD', 'NZD', 'USD', 'EUR', 'JPY', 'SLE', 'XCG', 'ZWG'])('%s is a currency', (code) => {
  expect(isCurrency(code)).toBe(true)
})

test.each(['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI'])('%s is a fund', (code) => {
  expect(isCurrency(code)).toBe(false)
})

test.each(['aud', 'AU', 'AUDD', 'ZZZ', '036', '', 'HRK', 'DEM', 'BGN', ' AUD'])(
  '"%s" is no currency in use',
  (code) => {
    expect(isCurrency(code)).toBe(false)
  },
)
