import { expect, test } from 'vitest'
import {
  isPercent,
  type SurchargePlan,
  surchargeOn,
  surchargePercent,
} from '../../src/domain/surcharge.ts'

test.each([
  [999, '1.5', 15],
  [100, '0.5', 1],
  [99, '0.5', 0],
  [100, '0.4999', 0],
  [1, '50', 1],
  [1, '49.9999', 0],
  [1000, '0', 0],
  [1000, '1.10', 11],
  [9_999_999_999, '100', 9_999_999_999],
  [9_999_999_999, '99.9999', 9_999_989_999],
])('%i cents at %s %% add %i', (cents, percent, added) => {
  expect(surchargeOn(cents, percent)).toBe(added)
})

test.each(['0', '0.5', '1.5', '10', '99.9999', '100', '100.00'])('%s is a percentage', (text) => {
  expect(isPercent(text)).toBe(true)
})

test.each(['', '-1', '01', '.5', '1.', '1.55555', '100.1', '101', '1,5', '1.5%', '1e1'])(
  '"%s" is no percentage',
  (text) => {
    expect(isPercent(text)).toBe(false)
  },
)

const plan: SurchargePlan = {
  default: '1.5',
  cardTypes: { amex: '2.2', diners: '0' },
  methods: { direct_debit: '0', card: '1.2' },
}

test.each([
  [plan, 'card', 'amex', '2.2'],
  [plan, 'card', 'diners', '0'],
  [plan, 'card', 'visa', '1.2'],
  [plan, 'card', '', '1.2'],
  [plan, 'direct_debit', undefined, '0'],
  [{ default: '1.5' }, 'direct_debit', '', '1.5'],
  [{ default: '1.5' }, 'card', 'constructor', '1.5'],
  [{ cardTypes: { amex: '2.2' } }, 'card', 'visa', undefined],
  [{}, 'card', 'visa', undefined],
] as const)('%j gives %s "%s" %s', (configured, method, type, percent) => {
  expect(surchargePercent(configured, method, type)).toBe(percent)
})
