import { describe, expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import { attemptsOf } from '../../../src/insight/stories/story.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const debit = { made: 'pending', rail: 'direct_debit' } as const satisfies Told
const suffixed = { ...paid, reference: 'A-1001-2' } as const satisfies Told

function kinds(told: ToldChapter) {
  return told.stories().map(({ steps }) => steps.map(({ kind }) => kind))
}

test('payments are numbered from 1', () => {
  const told = new ToldChapter()
  for (const reference of ['a', 'b', 'c']) told.pay({ ...paid, reference })
  expect(told.open().map(({ number }) => number)).toEqual([1, 2, 3])
})

describe('a step is told, whatever was read before it', () => {
  type Play = (told: ToldChapter) => unknown
  const search: Play = (told) => told.search('a', { audit: 1_000_001, status: 'pending' })
  const slow = new WeakMap<ToldChapter, ReturnType<ToldChapter['slow']>>()
  const begin: Play = (told) => slow.set(told, told.slow({ ...lostAfter, id: 'slow' }))

  test.each<readonly [string, Play, Play]>([
    ['a retry', (told) => told.pay(lostAfter), (told) => told.pay(paid)],
    ['a retry that is under way', (told) => told.pay(lostAfter), begin],
    ['the answer of a retry', begin, (told) => slow.get(told)?.answer()],
    ['a client that stops waiting', begin, (told) => slow.get(told)?.leave(700)],
    ['a search', (told) => told.pay({ ...lostAfter, ...debit, id: 'a' }), search],
    [
      'a second search',
      (told) => {
        told.pay({ ...lostAfter, ...debit, id: 'a' })
        search(told)
      },
      search,
    ],
    ['a stray search', (told) => told.pay(lostAfter), (told) => told.search('x', null)],
    ['a change', (told) => told.pay(debit), (told) => told.moved(1_000_001, 'declined')],
    [
      'a client that stops waiting, and then the answer',
      begin,
      (told) => {
        slow.get(told)?.leave(700)
        slow.get(told)?.answer()
      },
    ],
    [
      'a change and a lookup',
      (told) => told.pay(debit),
      (told) => {
        told.moved(1_000_001, 'declined')
        told.lookup(1_000_001, 'declined')
      },
    ],
    [
      'a search, and a change of what may be a retry',
      (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.pay(suffixed)
      },
      (told) => {
        told.search('a', { audit: 1_000_001, status: 'approved' })
        told.moved(1_000_002, 'voided')
      },
    ],
    [
      'a payment that may be a retry',
      (told) => {
        const audit = told.pay({ ...paid, status: 403, id: 'a' })
        told.search('a', { audit, status: 'unknown' })
      },
      (told) => told.pay(suffixed),
    ],
  ])('%s', (_what, before, step) => {
    const read = (told: ToldChapter) =>
      JSON.stringify([told.stories(), told.part.findings, told.part.tally.stories])
    const [twice, once] = [new ToldChapter(), new ToldChapter()]
    for (const told of [twice, once]) before(told)
    const first = read(twice)
    for (const told of [twice, once]) step(told)
    expect(read(twice)).toBe(read(once))
    expect(read(twice)).not.toBe(first)
  })

  test.each([0, 1, 3])(
    'a retry that is evident, in place of one that was only likely, after %i lookups of it',
    (looks) => {
      const told = new ToldChapter()
      told.pay(lostAfter)
      told.pay({ ...paid, reference: 'B-1' })
      expect(told.findings()[0]?.message).toContain('order B-1')
      const audit = told.pay(suffixed)
      for (let n = 0; n < looks; n += 1) told.lookup(audit, 'approved')
      expect(told.findings()[0]?.message).toContain('order A-1001-2')
    },
  )

  test('the change of a payment that may be a retry, and one that is named in its place', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    const other = told.pay({ ...paid, reference: 'B-1' })
    told.lookup(other, 'approved')
    const read = () => {
      const [finding] = told.findings()
      return finding?.message.replace(/^.*later/, '')
    }
    expect(read()).toContain(
      'order B-1, AUD 49.95: if that was a retry, the customer was charged twice',
    )
    told.moved(other, 'voided')
    expect(read()).toContain('order B-1, AUD 49.95: that may be a retry')
    told.pay(suffixed)
    expect(read()).toContain('order A-1001-2, AUD 49.95: if that was a retry')
    told.search('a', { audit, status: 'approved' })
    expect(told.codes()).toEqual(['charged-again'])
    told.moved(other + 1, 'voided')
    expect(told.codes()).toEqual([])
  })
})

describe('the payment that is named as a possible retry', () => {
  const named = (told: ToldChapter) => {
    const [first] = told.open().flatMap(attemptsOf)
    return first?.likelyRetry?.requested.reference
  }

  test.each<readonly [string, readonly Told[], string | undefined]>([
    [
      'the first that is only likely',
      [
        { ...paid, reference: 'B-1' },
        { ...paid, reference: 'B-2' },
      ],
      'B-1',
    ],
    ['an evident one in place of it', [{ ...paid, reference: 'B-1' }, suffixed], 'A-1001-2'],
    ['the first evident one', [suffixed, { ...suffixed, reference: 'A-1001-3' }], 'A-1001-2'],
    [
      'an evident one, not a likely one after it',
      [suffixed, { ...paid, reference: 'B-1' }],
      'A-1001-2',
    ],
    ['one of the same order with another card', [{ ...paid, card: 'card-2' }], 'A-1001'],
    ['one of another amount, with a suffix', [{ ...suffixed, amount: 100 }], 'A-1001-2'],
    ['none of another amount', [{ ...paid, reference: 'B-1', amount: 100 }], undefined],
    ['none in another currency', [{ ...paid, reference: 'B-1', currency: 'NZD' }], undefined],
    ['no refund', [{ ...suffixed, operation: 'standalone_refund' }], undefined],
    [
      'none after it was declined when it was sent again',
      [{ made: 'declined' }, suffixed],
      undefined,
    ],
    ['one after it was refused when it was sent again', [{ status: 422 }, suffixed], 'A-1001-2'],
    ['none with another card', [{ ...suffixed, card: 'card-2' }], undefined],
    ['none with no known card', [{ ...suffixed, card: undefined }], undefined],
    ['none that was refused', [{ reference: 'A-1001-2', status: 422 }], undefined],
  ])('is %s', (_what, next, reference) => {
    const told = new ToldChapter()
    told.pay(lostAfter)
    for (const call of next) told.pay(call)
    expect(named(told)).toBe(reference)
  })

  test('is none that the sandbox sent, and none of what it sent', () => {
    for (const isFirst of [true, false]) {
      const told = new ToldChapter()
      for (const call of [lostAfter, suffixed]) {
        const isOwn = (call === lostAfter) === isFirst
        told.history.ended({ ...told.exchangeOf(call), sender: isOwn ? 'dashboard' : undefined })
      }
      expect(named(told)).toBeUndefined()
    }
  })

  test('is none after the first was given back', () => {
    const told = new ToldChapter()
    const audit = told.pay(lostAfter)
    told.moved(audit, 'voided')
    told.pay(suffixed)
    expect(named(told)).toBeUndefined()
  })

  test('is the latest of several lost ones, unless another is evident', () => {
    const told = new ToldChapter()
    told.pay(lostAfter)
    told.pay({ ...lostAfter, reference: 'B-1' })
    told.pay({ ...paid, reference: 'C-1' })
    const [first, second] = told.open().flatMap(attemptsOf)
    expect(second?.likelyRetry?.requested.reference).toBe('C-1')
    expect(first?.likelyRetry?.requested.reference).toBe('B-1')
    told.pay(suffixed)
    told.open()
    expect(first?.likelyRetry?.requested.reference).toBe('A-1001-2')
    expect(second?.likelyRetry?.requested.reference).toBe('C-1')
  })
})

describe('the card of a request that does not show it', () => {
  test.each<readonly [string, Told, string | undefined]>([
    ['a refund has that of its payment', { operation: 'refund' }, 'card-1'],
    ['a completion has that of its hold', { operation: 'completion' }, 'card-1'],
    ['a void has none', { operation: 'void' }, undefined],
  ])('%s', (_what, next, card) => {
    const told = new ToldChapter()
    const target = told.pay({ ...paid, operation: 'preauthorisation' })
    told.pay({ ...lostBefore, ...next, target, card: undefined })
    expect(told.open().flatMap(attemptsOf).at(-1)?.card).toBe(card)
  })
})

describe('a search that was answered before its request arrived', () => {
  test('is told in the story of a request that was replaced, once', () => {
    const told = new ToldChapter()
    told.search('a', null)
    told.pay({ ...paid, id: 'b' })
    told.pay({ ...paid, id: 'a' })
    expect(kinds(told)).toEqual([['search', 'purchase', 'purchase']])
    expect(told.stories()[0]?.steps[0]).toMatchObject({ result: 'nothing' })
  })

  test('is not told if nothing was lost', () => {
    const told = new ToldChapter()
    told.search('a', null)
    told.pay({ ...paid, id: 'a' })
    expect(kinds(told)).toEqual([['purchase']])
  })

  test.each<readonly [string, (told: ToldChapter) => void]>([
    ['is lost', (told) => told.pay({ ...lostAfter, id: 'a' })],
    ['is left by its client', (told) => told.slow({ ...paid, id: 'a' }).leave(100)],
  ])('is told if the request %s', (_what, play) => {
    const told = new ToldChapter()
    told.search('a', null)
    play(told)
    expect(kinds(told)).toEqual([['search', 'purchase']])
  })

  test('is not about a request without an id, though it asked for `undefined`', () => {
    const told = new ToldChapter()
    told.search('undefined', null)
    told.pay({ ...paid, id: 'b' })
    told.pay({ ...paid, id: undefined })
    expect(told.codes()).toEqual([])
    expect(kinds(told)).toEqual([['purchase'], ['purchase']])
  })

  test('is that of its merchant', () => {
    const told = new ToldChapter()
    told.search('a', null, 2)
    told.pay({ ...lostAfter, id: 'a' })
    expect(kinds(told)).toEqual([['purchase']])
  })

  test('is not one that failed, nor a lookup', () => {
    const told = new ToldChapter()
    told.failSearch('a', 422)
    const base = told.exchangeOf({ id: undefined })
    const facts = { waitedMs: 1, about: { correlationKey: redactText('a') }, shown: null }
    told.history.ended({ ...base, operation: 'lookup', facts })
    told.pay({ ...lostAfter, id: 'a' })
    expect(kinds(told)).toEqual([['purchase']])
  })

  test('that found nothing the first time makes the same id late, if another came between', () => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    told.pay({ ...paid, id: 'b' })
    told.pay({ ...paid, id: 'a' })
    expect(
      told
        .open()
        .flatMap(attemptsOf)
        .map(({ isLate }) => isLate),
    ).toEqual([false, false, true])
  })

  test('that found it makes nothing late', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.search('a', { audit, status: 'unknown' })
    told.pay({ ...paid, id: 'b' })
    told.pay({ id: 'a' })
    expect(
      told
        .open()
        .flatMap(attemptsOf)
        .some(({ isLate }) => isLate),
    ).toBe(false)
  })

  test('stands where it was found, if it was looked for under its id before', () => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    told.pay({ ...lostAfter, id: 'a' })
    expect(kinds(told)).toEqual([['purchase', 'search', 'purchase']])
  })
})

describe('a slow request', () => {
  const first = { ...paid, id: 'a', with: { status: 'unknown' } } as const satisfies Told
  const audit = 1_000_001
  const decided = { status: 'approved' } as const

  test('whose answer shows what the bank decided says it once', () => {
    const told = new ToldChapter()
    const { answer } = told.slow(first)
    told.moved(audit, 'approved', { isAnswer: true })
    expect(kinds(told)).toEqual([['purchase', 'change']])
    answer(decided)
    expect(kinds(told)).toEqual([['purchase']])
    expect(told.stories()[0]).toMatchObject({ verdict: 'paid', charged: 4995 })
    expect(told.open().flatMap(attemptsOf)[0]).toMatchObject({
      made: { status: 'approved' },
      resolvedOrder: undefined,
      lookedOrder: undefined,
    })
    expect(told.codes()).toEqual([])
  })

  test('whose decision was looked up before its answer keeps both', () => {
    const told = new ToldChapter()
    const { answer } = told.slow(first)
    told.lookup(audit, 'unknown')
    told.moved(audit, 'approved', { isAnswer: true })
    answer(decided)
    expect(kinds(told)).toEqual([['purchase', 'lookup', 'change']])
    expect(told.codes()).toEqual([])
  })

  test('whose answer is lost after the decision keeps it, and has to be looked up', () => {
    const told = new ToldChapter()
    const { answer } = told.slow({ ...first, status: undefined })
    told.moved(audit, 'approved', { isAnswer: true })
    answer(decided)
    expect(kinds(told)).toEqual([['purchase', 'change']])
    expect(told.codes()).toEqual(['unresolved'])
  })

  test('that was decided by hand has been told so by its answer', () => {
    const told = new ToldChapter()
    const { answer } = told.slow({ ...debit, id: 'a' })
    told.moved(audit, 'declined')
    answer({ status: 'declined' })
    expect(kinds(told)).toEqual([['purchase', 'change']])
    expect(told.codes()).toEqual([])
    expect(told.open()[0]?.events.map(({ order }) => order)).toEqual([1, 2])
    expect(told.open().flatMap(attemptsOf)[0]?.lookedOrder).toBe(3)
  })

  test('whose client has left is not left a second time, and ends as what it was', () => {
    const told = new ToldChapter()
    const { leave, answer } = told.slow({ ...paid, status: undefined })
    leave(700)
    leave(9000)
    expect(told.stories()[0]?.steps[0]?.text).toBe(
      'the client stopped waiting after 0.7 s, after the money moved',
    )
    expect(told.codes()).toEqual(['unresolved'])
    answer()
    leave(9000)
    const [attempt] = told.open().flatMap(attemptsOf)
    expect(attempt?.lostAt).toBe((attempt?.realAt ?? 0) + 1)
  })

  test('whose client has left may be retried with a suffix, or sought with a stray search', () => {
    const told = new ToldChapter()
    told.slow(paid).leave(500)
    told.search('x', null)
    expect(kinds(told)).toEqual([['purchase', 'search']])
    told.pay(suffixed)
    expect(told.open().flatMap(attemptsOf)[0]?.likelyRetry).toBeDefined()
  })
})

test('two requests that were sent before either was answered are one payment', () => {
  const told = new ToldChapter()
  const answers = [told.prepare(paid), told.prepare(paid)]
  for (const answer of answers) answer()
  expect(kinds(told)).toEqual([['purchase', 'purchase']])
})

test('an undecided answer that is given again is undecided', () => {
  const told = new ToldChapter()
  told.pay({ made: 'unknown', id: 'a' })
  told.pay({ id: 'a' })
  const clarities = told
    .open()
    .flatMap(attemptsOf)
    .map(({ clarity }) => clarity)
  expect(clarities).toEqual(['undecided', 'undecided'])
})

test('of many refusals in a row, twenty are steps', () => {
  const told = new ToldChapter()
  for (let n = 0; n < 25; n += 1) told.pay({ status: 422 })
  expect(told.open()[0]?.events).toHaveLength(20)
})

test('a change that is reported before its request is not lost', () => {
  const told = new ToldChapter()
  told.moved(1_000_001, 'declined')
  told.pay(debit)
  told.moved(1_000_002, 'pending')
  told.pay({ ...debit, reference: 'B-1' })
  expect(told.stories()).toMatchObject([{ verdict: 'declined' }, { verdict: 'pending' }])
  expect(kinds(told)).toEqual([['purchase', 'change'], ['purchase']])
})

describe('the time from a lost answer to the next payment', () => {
  test('is counted from when its client gave up', () => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, facts: { waitedMs: 500 } })
    told.pay({ ...suffixed, later: 90 })
    expect(told.findings()[0]?.message).toContain('0.6 s later the same card')
  })
})

describe('a look at the payment that a lost void acts on', () => {
  const lost = { ...lostAfter, operation: 'void', id: 'v' } as const satisfies Told

  test('shows what became of the void', () => {
    const told = new ToldChapter()
    const target = told.pay(paid)
    told.pay({ ...lost, target })
    told.moved(target, 'voided')
    expect(told.codes()).toEqual(['unresolved'])
    told.lookup(target, 'voided')
    expect(told.codes()).toEqual([])
    expect(kinds(told)).toEqual([['purchase', 'void', 'change', 'lookup']])
  })

  test('of a payment that is older than the run is a step of the void', () => {
    const told = new ToldChapter()
    told.pay({ ...lost, target: 7 })
    told.lookup(7, 'voided')
    expect(told.codes()).toEqual([])
    expect(kinds(told)).toEqual([['void', 'lookup']])
    expect(told.stories()[0]?.steps[1]).toMatchObject({ result: 'found', text: 'found it voided' })
  })

  test('that cannot be read shows nothing', () => {
    const told = new ToldChapter()
    told.pay({ ...lost, target: 7 })
    const shown = { audit: 7, status: 'voided', isDrifting: false } as const
    const facts = { waitedMs: 1, about: { audit: 7 }, shown }
    const base = told.exchangeOf({ fault: { at: 'after', kind: 'garbage' } })
    told.history.ended({ ...base, operation: 'lookup', facts })
    expect(told.codes()).toEqual(['unresolved'])
    expect(kinds(told)).toEqual([['void']])
  })

  test('is none if nothing was found, though the void has no target that can be read', () => {
    const told = new ToldChapter()
    told.pay({ ...lost, reference: 'void' })
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    expect(told.stories()[0]).toMatchObject({ verdict: 'unclear', steps: [{ kind: 'void' }] })
  })

  test('that shows a payment nobody lost anything of is no step of any', () => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, id: 'a' })
    told.lookup(7, 'approved')
    expect(kinds(told)).toEqual([['purchase', 'lookup']])
    expect(told.stories()[0]?.steps[1]?.text).toBe(
      'the client looked up audit 7, which is not this payment',
    )
  })
})

describe('searches for ids that nobody knows', () => {
  test('are steps of the last lost payment until its result is known', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.search('x', null)
    told.search('a', { audit, status: 'approved' })
    told.search('y', null)
    expect(kinds(told)).toEqual([['purchase', 'search', 'search']])
  })

  test.each<readonly [string, (told: ToldChapter, n: number) => void]>([
    ['for one id after another', (told, n) => told.search(`x-${n}`, null)],
    [
      'and lookups in turns',
      (told, n) => {
        if (n % 2 === 0) told.lookup(1_000_001, 'unknown')
        else told.search('a', { audit: 1_000_001, status: 'unknown' })
      },
    ],
  ])('%s do not fill the memory', (_what, look) => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, id: 'a' })
    for (let n = 1; n < 150; n += 1) look(told, n)
    expect(told.open()[0]?.events).toHaveLength(150)
    look(told, 150)
    expect(told.open()[0]?.events).toHaveLength(21)
  })
})

test('payments with a card are found by merchant, latest first, without holds and refunds', () => {
  const told = new ToldChapter()
  const target = told.pay({ ...paid, operation: 'preauthorisation', reference: 'hold' })
  told.pay({ ...paid, operation: 'completion', target, amount: 100, reference: 'hold' })
  told.pay({ ...paid, operation: 'completion', target, amount: 200, reference: 'hold' })
  told.pay({ ...paid, reference: 'B-1' })
  told.pay({ ...paid, reference: 'C-1', card: 'card-2' })
  told.pay({ ...paid, reference: 'D-1', merchant: 2 })
  told.pay({ ...paid, reference: 'E-1', operation: 'standalone_refund' })
  told.open()
  const found = (merchant: number, card: string) =>
    Array.from(told.chapter.book.paidWith(merchant, card), ({ requested }) => [
      requested.reference,
      requested.amount,
    ])
  expect(found(1, 'card-1')).toEqual([
    ['B-1', 4995],
    ['hold', 200],
    ['hold', 100],
  ])
  expect(found(2, 'card-1')).toEqual([['D-1', 4995]])
  expect(found(1, 'card-3')).toEqual([])
})

describe('payments make room once nothing is left to do', () => {
  const last = (told: ToldChapter) => {
    for (const reference of ['x', 'y']) told.pay({ ...paid, reference, card: reference })
    return told.open().map(({ reference }) => reference)
  }

  test.each<readonly [string, (told: ToldChapter) => unknown]>([
    ['an answer', (told) => told.pay(paid)],
    [
      'a search',
      (told) =>
        told.search('a', { audit: told.pay({ ...lostAfter, id: 'a' }), status: 'approved' }),
    ],
    [
      'the second search',
      (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.search('a', { audit, status: 'unknown' })
        told.search('a', { audit, status: 'approved' })
      },
    ],
    [
      'a look at what a lost void acts on',
      (told) => {
        told.pay({ ...lostAfter, operation: 'void', target: 7 })
        told.lookup(7, 'voided')
      },
    ],
    [
      'a void',
      (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.pay(paid)
        told.search('a', { audit, status: 'approved' })
        told.moved(audit, 'voided')
      },
    ],
  ])('by %s', (_what, play) => {
    const told = new ToldChapter({ storiesKept: 1 })
    play(told)
    expect(last(told)).toEqual(['y'])
  })

  test.each<readonly [string, (told: ToldChapter) => unknown]>([
    ['an answer that is lost', (told) => told.pay(lostAfter)],
    ['a client that leaves', (told) => told.slow(paid).leave(100)],
    ['a request under way', (told) => told.slow(paid)],
    [
      'a refund under way',
      (told) => told.slow({ ...paid, operation: 'refund', target: told.pay(paid), amount: 100 }),
    ],
  ])('not by %s', (_what, play) => {
    const told = new ToldChapter({ storiesKept: 1 })
    play(told)
    expect(last(told)).toEqual(['A-1001', 'y'])
  })
})
