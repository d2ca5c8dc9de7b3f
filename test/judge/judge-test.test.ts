import { describe, expect, test } from 'vitest'
import { Judge } from '../../src/judge/judge.ts'
import { paymentDocument } from '../../src/judge/payments/payment-view.ts'
import { Recorder } from '../../src/record/recorder.ts'
import { lostAfter, lostBefore, SimulatedTest, testLimits } from './support/test-chapter.ts'

const whole = { world: undefined, isCurrentOnly: false }

/** Everything that a run says, with the steps of its payments. */
function toldBy(judge: Judge) {
  const { findings, ...part } = judge.part(whole)
  return {
    part,
    findings: findings.map((one) => ({ ...one })),
    payments: judge.payments(whole).map((one) => ({ ...paymentDocument(one) })),
  }
}

/** Judges the same entries a second time. */
function judgedAgain({ recorder: { log }, now }: SimulatedTest): Judge {
  const recorder = new Recorder(testLimits)
  const judge = new Judge(testLimits, { recorder, now: () => now })
  for (const entry of log.entries) recorder.add(entry)
  return judge
}

/** A client that does most things wrong; `look` is called after each of them. */
function play(told: SimulatedTest, look: () => void): void {
  const acts = [
    () => told.pay(lostAfter),
    () => told.pay({ made: 'approved' }),
    () => told.pay({ ...lostBefore, id: 'before', reference: 'A-2' }),
    () => told.search('before', null),
    () => told.pay({ made: 'pending', method: 'direct_debit', reference: 'A-3', id: 'debit' }),
    () => told.search('debit', { audit: 1_000_003, status: 'pending' }),
    () => told.moved(1_000_003, 'declined'),
    () => told.paySlowly({ made: 'approved', reference: 'A-4' }, () => told.pay({ status: 422 })),
    () => told.slow({ made: 'unknown', reference: 'A-5' }).leave(3000),
  ]
  for (const act of acts) {
    act()
    look()
  }
}

describe('a run is judged alike', () => {
  test.each([
    ['read after everything that happens', (told: SimulatedTest) => () => told.part],
    ['read once', () => () => undefined],
  ])('as it happens, %s, and from its entries', (_how, lookAt) => {
    const told = new SimulatedTest({}, 'first test')
    play(told, lookAt(told))
    told.reset()
    play(told, lookAt(told))
    const again = judgedAgain(told)
    expect(toldBy(again)).toEqual(toldBy(told.judge))
    expect(toldBy(again).findings.length).toBeGreaterThan(4)
  })

  test('if a test ends while a response of it is under way', () => {
    const told = new SimulatedTest()
    const answer = told.begin({ made: 'approved', reference: 'slow' })
    told.reset()
    told.pay({ made: 'approved', reference: 'quick' })
    answer()
    const again = judgedAgain(told)
    const tests = toldBy(again).payments.map((one) => [one.reference, one.test.number, one.verdict])
    expect(tests).toEqual([
      ['slow', 1, 'paid'],
      ['quick', 2, 'paid'],
    ])
    expect(toldBy(again)).toEqual(toldBy(told.judge))
  })
})
