import { describe, expect, test } from 'vitest'
import { lostAfter, SimulatedTest, type TestCall } from './support/test-chapter.ts'

const paid = { made: 'approved' } as const satisfies TestCall
const DAY = 24 * 3_600_000

/** An answer is lost, and a search finds the payment approved; gives its audit. */
function recover(told: SimulatedTest, first: TestCall = lostAfter): number {
  const audit = told.pay({ ...first, id: 'a' })
  told.search('a', { audit, status: 'approved' })
  return audit
}

const isTicked = (told: SimulatedTest) => told.part.tally.covered.has('recovered-without-duplicate')

describe('a client that heard "approved" after a lost response', () => {
  const again = 'there was another purchase for the same order with the same card: '
  const twice = `${again}if that was a retry, the customer was charged twice`

  test.each<readonly [string, (told: SimulatedTest) => void, boolean, string | undefined]>([
    ['right: leaves it at that', () => undefined, true, undefined],
    ['wrong: pays again', (told) => told.pay(paid), false, twice],
    [
      'wrong: pays again after a decline',
      (told) => {
        told.pay({ made: 'declined', code: '51' })
        told.pay(paid)
      },
      false,
      `${again}that may be a retry`,
    ],
    ['wrong: pays again, and that is lost too', (told) => told.pay(lostAfter), false, twice],
    ['near: is declined', (told) => told.pay({ made: 'declined' }), true, `${again}that may be`],
    ['near: another card', (told) => told.pay({ ...paid, card: 'card-2' }), true, undefined],
    ['near: another order', (told) => told.pay({ ...paid, reference: 'B-1' }), true, undefined],
    [
      'near: an instalment of the next day',
      (told) => {
        told.moveClock(DAY)
        told.pay(paid)
      },
      true,
      undefined,
    ],
  ])('%s', (_what, play, ticked, mention) => {
    const told = new SimulatedTest()
    recover(told)
    expect(isTicked(told)).toBe(true)
    play(told)
    expect(isTicked(told)).toBe(ticked)
    const text = told.payments()[0]?.steps[0]?.text
    if (mention === undefined) expect(text).not.toContain(';')
    else expect(text).toContain(mention)
    told.remove()
    expect(isTicked(told)).toBe(ticked)
  })

  test.each<readonly [string, TestCall]>([
    ['voids it', { operation: 'void' }],
    ['refunds it', { operation: 'refund' }],
  ])('near: %s before it pays again', (_what, undo) => {
    const told = new SimulatedTest()
    const audit = recover(told)
    told.pay({ ...undo, ...paid, target: audit })
    if (undo.operation === 'void') told.moved(audit, 'voided')
    told.pay(paid)
    expect(isTicked(told)).toBe(true)
  })

  test('near: completes the hold that it found', () => {
    const told = new SimulatedTest()
    const target = recover(told, { ...lostAfter, operation: 'preauthorisation' })
    told.pay({ ...paid, operation: 'completion', target })
    expect(isTicked(told)).toBe(true)
  })

  test('one payment that was charged again does not hide another that was not', () => {
    const told = new SimulatedTest()
    recover(told)
    told.pay(paid)
    const audit = told.pay({ ...lostAfter, id: 'b', reference: 'B-1' })
    told.search('b', { audit, status: 'approved' })
    expect(isTicked(told)).toBe(true)
  })
})

describe('a 403 that had charged', () => {
  const forbidden = { ...paid, status: 403, id: 'a' } as const satisfies TestCall

  test('wrong: it is retried with a suffix', () => {
    const told = new SimulatedTest()
    told.pay(forbidden)
    told.pay({ ...paid, reference: 'A-1001-2' })
    expect(told.findings()).toMatchObject([
      {
        code: 'charged-though-refused',
        message:
          'The response was 403, although AUD 49.95 was charged, and the client did not ask. 1.0 s later the same card was used for another purchase, order A-1001-2, AUD 49.95: if that was a retry, the customer was charged twice.',
        steps: [{ text: 'responded 403 after the money moved' }, { text: 'approved' }],
      },
    ])
  })

  test('right: it is searched for, and another order follows', () => {
    const told = new SimulatedTest()
    const audit = told.pay(forbidden)
    told.search('a', { audit, status: 'approved' })
    told.pay({ ...paid, reference: 'A-1001-2' })
    expect(told.codes()).toEqual([])
    expect(told.payments()[0]?.steps[0]?.text).not.toContain('retry')
  })

  test.each<readonly [string, TestCall, TestCall]>([
    ['that had charged nothing', { status: 403 }, { reference: 'A-1001-2' }],
    ['that was declined', { ...forbidden, made: 'declined' }, { reference: 'A-1001-2' }],
    ['before another order and amount', forbidden, { reference: 'B-7', amount: 700 }],
  ])('near: a 403%s', (_what, first, next) => {
    const told = new SimulatedTest()
    told.pay(first)
    told.pay({ ...paid, ...next })
    for (const { message } of told.findings()) expect(message).not.toContain('retry')
  })
})
