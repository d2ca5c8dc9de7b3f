import { expect, test } from 'vitest'
import { lostAfter, SimulatedTest, type TestCall } from './support/test-chapter.ts'

/** A transaction of a test that has ended. */
const OLDER = 999_999

const payments: readonly (readonly [string, string, (told: SimulatedTest) => void])[] = [
  [
    'a declined purchase whose void is refused',
    'declined',
    (told) => {
      const target = told.pay({ made: 'declined' })
      told.pay({ operation: 'void', target, status: 422 })
    },
  ],
  [
    'an approved void of a payment that is older than the test',
    'voided',
    (told) => told.pay({ operation: 'void', target: OLDER, made: 'approved' }),
  ],
  [
    'a declined void of a payment that is older than the test',
    'declined',
    (told) => told.pay({ operation: 'void', target: OLDER, made: 'declined' }),
  ],
  [
    'a refused void of a payment that is older than the test',
    'failed',
    (told) => told.pay({ operation: 'void', target: OLDER, status: 422 }),
  ],
]

test.each(payments)('%s: %s', (_what, verdict, happens) => {
  const told = new SimulatedTest()
  happens(told)
  expect(told.payments()).toMatchObject([{ verdict, charged: 0 }])
})

test('the worst doubling of a payment is reported: charges before refunds, then the most frequent', () => {
  const told = new SimulatedTest()
  const target = told.pay({ made: 'approved', operation: 'preauthorisation' })
  const first = told.pay({ made: 'approved', operation: 'completion', target, amount: 1000 })
  const doubled = () => told.payments()[0]?.doubled
  const send = (times: number, call: TestCall) => {
    for (let n = 1; n < times; n += 1) told.pay({ ...lostAfter, ...call })
    told.pay({ made: 'approved', ...call })
  }
  send(2, { operation: 'refund', target: first, amount: 100 })
  expect(doubled()).toEqual({ what: 'refunded', count: 2 })
  send(3, { operation: 'refund', target: first, amount: 200 })
  expect(doubled()).toEqual({ what: 'refunded', count: 3 })
  send(2, { operation: 'completion', target, amount: 2000 })
  expect(doubled()).toEqual({ what: 'charged', count: 2 })
  expect(told.payments()[0]?.also_doubled).toEqual({ what: 'refunded', count: 3 })
})
