import { describe, expect, test } from 'vitest'
import { clarityOf, isReadable, isSettled } from '../../../src/insight/stories/clarity.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const garbage = { fault: { at: 'after', kind: 'garbage' } } as const satisfies Told
const debit = { made: 'pending', rail: 'direct_debit' } as const satisfies Told

test.each<readonly [string, Told, string]>([
  ['200', {}, 'clear'],
  ['399', { status: 399 }, 'clear'],
  ['400', { status: 400 }, 'refused'],
  ['408', { status: 408 }, 'unclear'],
  ['409', { status: 409 }, 'refused'],
  ['409 of a request that made a transaction', { ...paid, status: 409 }, 'unclear'],
  ['403 of a request that made a transaction', { ...paid, status: 403 }, 'refused'],
  ['499', { status: 499 }, 'refused'],
  ['500', { status: 500 }, 'unclear'],
  ['503', { status: 503 }, 'unclear'],
  ['no answer', { status: undefined }, 'unclear'],
  ['an unreadable one', garbage, 'unclear'],
  ['approved', paid, 'clear'],
  ['pending', { made: 'pending' }, 'clear'],
  ['unknown', { made: 'unknown' }, 'undecided'],
  ['what no client knows', { ...paid, with: { isDrifting: true } }, 'undecided'],
])('what a client can conclude from an answer: %s', (_what, told, clarity) => {
  expect(clarityOf(new ToldChapter().exchangeOf(told))).toBe(clarity)
})

test.each<readonly [string, Told, boolean]>([
  ['200', {}, true],
  ['404', { status: 404 }, true],
  ['499', { status: 499 }, true],
  ['500', { status: 500 }, false],
  ['no answer', { status: undefined }, false],
  ['an unreadable one', garbage, false],
  ['a slow one', { fault: { at: 'after', kind: 'reset' } }, true],
])('whether an answer can be trusted: %s', (_what, told, isTrusted) => {
  expect(isReadable(new ToldChapter().exchangeOf(told))).toBe(isTrusted)
})

describe('nothing is left to do', () => {
  const plays: readonly (readonly [string, boolean, (told: ToldChapter) => void])[] = [
    ['approved', true, (told) => told.pay(paid)],
    ['declined', true, (told) => told.pay({ made: 'declined' })],
    ['failed', true, (told) => told.pay({ made: 'error' })],
    ['pending', false, (told) => told.pay(debit)],
    ['under way', false, (told) => told.begin(paid)],
    ['refused', true, (told) => told.pay({ status: 422 })],
    ['charged though refused', false, (told) => told.pay({ ...paid, status: 403 })],
    [
      'charged though refused, and found',
      true,
      (told) => {
        const audit = told.pay({ ...paid, status: 403, id: 'a' })
        told.search('a', { audit, status: 'approved' })
      },
    ],
    [
      'voided though refused',
      true,
      (told) => told.pay({ ...paid, status: 403, operation: 'void', target: 7 }),
    ],
    ['replayed', true, (told) => [told.pay({ ...paid, id: 'a' }), told.pay({ id: 'a' })]],
    [
      'pending, decided, and not looked up',
      false,
      (told) => {
        const audit = told.pay(debit)
        told.lookup(audit, 'pending')
        told.moved(audit, 'approved')
      },
    ],
    [
      'pending, decided and looked up',
      true,
      (told) => {
        const audit = told.pay(debit)
        told.moved(audit, 'approved')
        told.lookup(audit, 'approved')
      },
    ],
    ['undecided', false, (told) => told.pay({ made: 'unknown' })],
    [
      'undecided, and still so when looked up',
      false,
      (told) => told.lookup(told.pay({ made: 'unknown' }), 'unknown'),
    ],
    [
      'undecided, decided and looked up',
      true,
      (told) => {
        const audit = told.pay({ made: 'unknown' })
        told.moved(audit, 'approved')
        told.lookup(audit, 'approved')
      },
    ],
    ['lost', false, (told) => told.pay(lostAfter)],
    [
      'lost and found',
      true,
      (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.search('a', { audit, status: 'approved' })
      },
    ],
    [
      'lost, not processed, and not sent again',
      false,
      (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
      },
    ],
    [
      'lost, not processed, and sent again',
      true,
      (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
      },
    ],
    ['lost, then declined', false, (told) => [told.pay(lostAfter), told.pay({ made: 'declined' })]],
    [
      'lost and answered again',
      true,
      (told) => [told.pay({ ...lostAfter, id: 'a' }), told.pay({ id: 'a' })],
    ],
    [
      'lost, another without an id declined',
      false,
      (told) => [
        told.pay({ ...lostAfter, id: undefined }),
        told.pay({ made: 'declined', id: undefined }),
      ],
    ],
    [
      'lost, answered again as pending, and decided since',
      false,
      (told) => {
        const audit = told.pay({ ...lostAfter, ...debit, id: 'a' })
        told.pay({ id: 'a' })
        told.moved(audit, 'approved')
      },
    ],
    ['paid, its refund lost', false, (told) => refund(told, lostAfter)],
    ['paid, its refund answered', true, (told) => refund(told, paid)],
    ['charged twice', false, (told) => chargeTwice(told)],
    [
      'charged twice, something refunded',
      false,
      (told) => told.pay({ ...paid, operation: 'refund', target: chargeTwice(told), amount: 100 }),
    ],
    [
      'charged twice, one refunded',
      true,
      (told) => told.pay({ ...paid, operation: 'refund', target: chargeTwice(told) }),
    ],
    ['paid again with a suffix, then found', false, (told) => chargeAgain(told)],
    [
      'paid again with a suffix, found, something refunded',
      false,
      (told) => told.pay({ ...paid, operation: 'refund', target: chargeAgain(told), amount: 100 }),
    ],
    [
      'paid again with a suffix, found and refunded',
      true,
      (told) => told.pay({ ...paid, operation: 'refund', target: chargeAgain(told) }),
    ],
  ]

  test.each(plays)('in a payment that is %s: %s', (_what, isLeft, play) => {
    const told = new ToldChapter()
    play(told)
    const [story] = told.open()
    expect(story && isSettled(story)).toBe(isLeft)
  })

  function refund(told: ToldChapter, answer: Told): void {
    told.pay({ ...answer, operation: 'refund', target: told.pay(paid), amount: 100 })
  }

  /** Both charges are known in the end; gives the audit of the second. */
  function chargeTwice(told: ToldChapter): number {
    const audit = told.pay({ ...lostAfter, id: 'a' })
    const second = told.pay(paid)
    told.search('a', { audit, status: 'approved' })
    return second
  }

  function chargeAgain(told: ToldChapter): number {
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.pay({ ...paid, reference: 'A-1001-2' })
    told.search('a', { audit, status: 'approved' })
    return audit
  }
})

test('an undecided payment that may have been retried is unresolved, though it came to both', () => {
  const told = new ToldChapter()
  const audit = told.pay({ made: 'unknown' })
  told.pay({ ...paid, reference: 'A-1001-2' })
  told.moved(audit, 'approved')
  expect(told.codes()).toEqual(['unresolved'])
})

test('an answer that is given again shows the transaction of its id, not the latest', () => {
  const told = new ToldChapter()
  const target = told.pay({ ...paid, id: 'a' })
  told.pay({ ...paid, id: 'b', operation: 'refund', target, amount: 100 })
  told.pay({ id: 'a' })
  expect(told.stories()[0]?.steps.map(({ audit }) => audit)).toEqual([target, target + 1, target])
})
