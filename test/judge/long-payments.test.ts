import { expect, test } from 'vitest'
import { retriesIn } from '../../src/judge/payments/retry.ts'
import { doublingsOf } from '../../src/judge/payments/taken.ts'
import { lostAfter, SimulatedTest } from './support/test-chapter.ts'

/** How often the events of a payment are read while its attempts are compared with one another. */
function readsOf(attempts: number): number {
  const told = new SimulatedTest()
  for (let i = 0; i < attempts; i += 1) told.pay({ ...lostAfter, id: `id-${i}` })
  const [payment] = told.open()
  const intent = payment?.events.find((event) => event.kind === 'attempt')?.intent
  if (payment === undefined || intent === undefined) throw new Error('There is no payment')
  expect(payment.events).toHaveLength(attempts)
  // Nothing that was remembered counts.
  payment.changes += 1
  let reads = 0
  payment.events = new Proxy(payment.events, {
    get: (events, name, receiver) => {
      reads += 1
      return Reflect.get(events, name, receiver)
    },
  })
  expect(doublingsOf(intent)).toMatchObject([{ kind: 'double' }])
  expect(retriesIn(intent)).toHaveLength(attempts - 1)
  return reads
}

test('the work of comparing the attempts of a payment with one another grows with their pairs, not with their cube', () => {
  expect(readsOf(160)).toBeLessThan(6 * readsOf(80))
})
