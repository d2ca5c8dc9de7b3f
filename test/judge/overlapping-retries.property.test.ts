import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Intent, intentsOf } from '../../src/judge/payments/judged-payment.ts'
import { retriesIn } from '../../src/judge/payments/retry.ts'
import { lostAfter, lostBefore, SimulatedTest } from './support/test-chapter.ts'

function intentsIn(told: SimulatedTest): readonly Intent[] {
  return told.open().flatMap(intentsOf)
}

test('a retry that is known as one only after later ones is listed before them', () => {
  const told = new SimulatedTest()
  const answers = [1, 2, 3].map((n) => told.begin({ ...lostAfter, id: `id-${n}` }))
  answers[0]?.()
  told.pay({ ...lostAfter, id: 'id-4' })
  answers[1]?.()
  answers[2]?.()
  expect(told.codes()).toContain('double-charge')
  const [intent] = intentsIn(told)
  const ids = intent?.attempts.map(({ correlationId }) => correlationId)
  expect(ids).toEqual(['id-1', 'id-2', 'id-3', 'id-4'])
})

const kinds = { lostAfter, lostBefore, paid: { made: 'approved' } } as const

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('lostAfter', 'lostBefore', 'paid') },
  { weight: 3, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.constant('search' as const) },
)

test('however requests for one payment overlap, each retry comes after what it repeats', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
      const told = new SimulatedTest()
      const open: (() => number)[] = []
      for (const one of steps) {
        if (one === 'search') told.search('corr-1', null)
        else if (typeof one === 'number') open.splice(one, 1)[0]?.()
        else open.push(told.begin(kinds[one]))
      }
      for (const answer of open) answer()
      told.findings()
      for (const intent of intentsIn(told)) {
        const orders = intent.attempts.map(({ order }) => order)
        expect(orders).toEqual([...orders].sort((a, b) => a - b))
        for (const { attempt, after } of retriesIn(intent)) {
          expect(attempt.order).toBeGreaterThan(after.order)
        }
      }
    }),
    { numRuns: 500 },
  )
})
