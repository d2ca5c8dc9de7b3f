import { expect, test } from 'vitest'
import type { CallUnderWay, Exchange } from '../../../src/insight/exchange.ts'
import type { Chapter } from '../../../src/insight/run/chapter.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const allOf = (generator: Generator<undefined>) => {
  for (const _ of generator);
}

/** A call that a rule delays; its client may leave. */
class Delayed implements CallUnderWay {
  readonly exchange: Exchange
  isGone = false
  waited = 0

  constructor(told: ToldChapter, call: Told = {}, sender?: Exchange['sender']) {
    this.exchange = { ...told.exchange({ status: undefined, ...call }, undefined), sender }
    told.history.begun(this)
  }

  hasLeft = () => this.isGone
  waitedMs = () => this.waited
}

test('results that were read before are not those of what happened since', () => {
  const told = new ToldChapter()
  told.pay({ made: 'approved' })
  const first = told.chapter.soFar()
  expect(first.tally.requests).toBe(1)
  told.pay(lostAfter)
  const { tally, findings } = told.chapter.soFar()
  expect([tally.requests, findings.map(({ code }) => code)]).toEqual([2, ['unresolved']])
  expect(tally.cut).toBeUndefined()
  told.chapter.cut('dropped')
  expect(told.chapter.soFar().tally.cut).toBe('dropped')
})

test('a client that leaves or waits for long is told of, although nothing else happened', () => {
  const told = new ToldChapter()
  const call = new Delayed(told)
  expect(told.chapter.soFar().tally).toMatchObject({ waiting: 1, requests: 0 })
  call.waited = 120_000
  expect(told.chapter.soFar().findings).toMatchObject([{ code: 'no-time-out', times: 1 }])
  call.isGone = true
  expect(told.chapter.soFar().tally).toMatchObject({ waiting: 0, requests: 1 })
})

test('a delayed call is one request when it is answered, and under way no longer', () => {
  const told = new ToldChapter()
  const end = told.begin({ made: 'approved' })
  expect(told.chapter.underWay).toHaveLength(1)
  end()
  expect(told.chapter.underWay).toEqual([])
  const { tally } = told.chapter.soFar()
  expect([tally.requests, tally.waiting, tally.stories.payments]).toEqual([1, 0, 1])
  // Once answered, it cannot end again.
  end()
  expect(told.chapter.soFar().tally.requests).toBe(1)
})

test('calls of the dashboard are neither waiting nor judged', () => {
  const told = new ToldChapter()
  const call = new Delayed(told, {}, 'dashboard')
  call.waited = 500_000
  expect(told.chapter.underWay).toEqual([])
  expect(told.chapter.soFar()).toMatchObject({ tally: { waiting: 0 }, findings: [] })
  told.history.ended(call.exchange, call)
  told.history.ended({ ...told.exchange(lostAfter, undefined), sender: 'dashboard' })
  const { tally, findings } = told.chapter.soFar()
  expect([tally.own, tally.requests, findings]).toEqual([2, 0, []])
  expect(told.chapter.hasRequests).toBe(false)
})

test.each<[string, (chapter: Chapter, audit: number) => unknown, unknown]>([
  ['its results', (chapter) => chapter.soFar().tally.requests, 1],
  ['its payments', (chapter) => chapter.stories().map(({ id }) => id), ['default-1-1']],
  ['the payment of a transaction', (chapter, audit) => chapter.storyOf(audit), 'default-1-1'],
  ['the payment of an id', (chapter) => chapter.storyWith(1, 'corr-a'), 'default-1-1'],
  ['the calls under way', (chapter) => chapter.underWay.length, 1],
])('whatever is read first knows what has happened so far: %s', (_what, read, expected) => {
  const told = new ToldChapter()
  const audit = told.pay({ made: 'approved', id: 'corr-a' })
  if (expected === 1) new Delayed(told, {}, _what === 'its results' ? 'dashboard' : undefined)
  expect(read(told.chapter, audit)).toEqual(expected)
})

test('what no payment belongs to has none', () => {
  const told = new ToldChapter()
  const audit = told.pay({ made: 'approved', id: 'corr-a' })
  const { chapter } = told
  expect([chapter.storyOf(undefined), chapter.storyOf(audit + 1)]).toEqual([undefined, undefined])
  expect(chapter.storyWith(1, 'corr-b')).toBeUndefined()
  expect(chapter.storyWith(2, 'corr-a')).toBeUndefined()
})

test('the payments of a saved run are found by their transactions and ids', () => {
  const before = new ToldChapter()
  const audit = before.pay({ ...lostAfter, id: 'corr-a' })
  const [view] = before.stories()
  if (view === undefined) throw new Error('there is no payment')
  const { chapter } = new ToldChapter()
  chapter.remember(view)
  expect(chapter.storyOf(audit)).toBe(view.id)
  expect(chapter.storyWith(1, 'corr-a')).toBe(view.id)
  expect(chapter.storyWith(1, 'corr-b')).toBeUndefined()
})

test('a chapter that is over keeps its results, and nothing changes them', () => {
  const told = new ToldChapter()
  told.pay({ ...lostAfter, reference: 'a' })
  told.pay({ made: 'approved', reference: 'b' })
  const left = new Delayed(told, { reference: 'c' })
  const waiting = new Delayed(told, { reference: 'd' })
  left.isGone = true
  waiting.waited = 130_000
  const open = told.part
  expect(open.tally).toMatchObject({ requests: 3, waiting: 1 })
  allOf(told.chapter.end())
  const over = told.part
  expect(over.tally).toMatchObject({
    requests: 3,
    waiting: 0,
    found: open.tally.found,
    calls: open.tally.calls,
    lost: { purchase: 2 },
    stories: { payments: 4 },
  })
  expect(over.findings.map(({ code, id }) => [code, id])).toEqual([
    ['unresolved', 'unresolved-default-1-1'],
    ['no-time-out', 'no-time-out-default-1-c1'],
  ])
  told.history.ended(waiting.exchange, waiting)
  told.pay({ made: 'approved', reference: 'e' })
  waiting.isGone = true
  expect(told.part.tally).toEqual(over.tally)
  expect(told.chapter.underWay).toEqual([])
  // It ends once.
  allOf(told.chapter.end())
  expect(told.part.tally).toEqual(over.tally)
  expect(told.findings()).toHaveLength(2)
})

test('a chapter that ends has seen everything, and shows it once', () => {
  const told = new ToldChapter()
  told.pay(lostAfter)
  expect(told.codes()).toEqual(['unresolved'])
  told.pay({ made: 'approved' })
  allOf(told.chapter.end())
  expect(told.part.tally.requests).toBe(2)
  expect(told.codes()).toEqual(['double-charge', 'blind-retry'])
  const other = new ToldChapter()
  other.pay(lostAfter)
  expect(other.codes()).toEqual(['unresolved'])
  allOf(other.chapter.end())
  expect(other.codes()).toEqual(['unresolved'])
  expect(other.part.tally.found).toEqual({ unresolved: 1 })
})

test('results are made once while nothing happens', () => {
  const { chapter } = new ToldChapter()
  expect(chapter.soFar()).toBe(chapter.soFar())
})

test('what a call shows is covered', () => {
  const told = new ToldChapter()
  told.pay({ made: 'approved' })
  expect([...told.part.tally.covered]).toEqual(['approved-visa'])
})

test('findings beyond the limit are counted, before and after the chapter ended', () => {
  const told = new ToldChapter({ findingsKept: 2 })
  for (const n of [1, 2, 3, 1, 3, 4])
    told.pay({ made: 'approved', reference: `P-${n}`, facts: { foreignCard: `456400…000${n}` } })
  const found = { 'not-a-test-card': 4 }
  expect(told.part.tally.found).toEqual(found)
  expect(told.findings().map(({ times }) => times)).toEqual([2, 1])
  told.run.begin('default')
  expect(told.part.tally.found).toEqual(found)
  expect(told.findings().map(({ times }) => times)).toEqual([2, 1])
})

test.each([false, true])(
  'payments that make room in a chapter that goes on are kept if they show something; steps are kept: %s',
  (keepsSteps) => {
    const told = new ToldChapter({ storiesKept: 2, keepsSteps })
    told.pay({ ...lostBefore, reference: 'a', id: 'a' })
    told.pay({ made: 'approved', reference: 'a', id: 'b' })
    told.search('a', null)
    for (const reference of ['b', 'c', 'd', 'e']) told.pay({ made: 'approved', reference })
    const shown = () => told.stories().map(({ reference, steps }) => [reference, steps.length])
    const found = () => told.findings().map(({ code }) => code)
    const before = [shown(), found()]
    expect(before).toEqual([
      [
        ['a', 3],
        ...(keepsSteps
          ? [
              ['b', 1],
              ['c', 1],
            ]
          : []),
        ['d', 1],
        ['e', 1],
      ],
      ['blind-retry'],
    ])
    expect(told.part.tally).toMatchObject({
      found: { 'blind-retry': 1 },
      stories: { payments: 5 },
    })
    told.run.begin('default')
    expect([shown(), found()]).toEqual([
      [
        ['a', 3],
        ['d', keepsSteps ? 1 : 0],
        ['e', keepsSteps ? 1 : 0],
      ],
      ['blind-retry'],
    ])
    expect(told.part.tally).toMatchObject({
      found: { 'blind-retry': 1 },
      stories: { payments: 5 },
    })
  },
)

test('a transaction that the dashboard made covers nothing when it moves', () => {
  const covered = (sender: Exchange['sender']) => {
    const [told, other] = [new ToldChapter(), new ToldChapter()]
    const audit = other.pay({ made: 'unknown' })
    for (const call of other.history.entries()) told.history.ended({ ...call, sender })
    told.moved(audit, 'approved')
    told.moved(audit + 1, 'approved')
    return [...told.part.tally.covered]
  }
  expect(covered(undefined)).toContain('undecided-then-resolved')
  expect(covered('dashboard')).toEqual([])
})

test('an id that is used for something else is told of, but not by the delayed call itself', () => {
  const told = new ToldChapter()
  told.begin({ made: 'approved', id: 'x', amount: 1 })()
  told.pay({ made: 'approved', id: 'y', amount: 2, reference: 'B' })
  expect(told.codes()).toEqual([])
  told.begin({ made: 'approved', id: 'x', amount: 3, reference: 'C' })()
  expect(told.findings()).toMatchObject([{ code: 'reused-correlation-id', requests: [1, 3] }])
})
