import { describe, expect, test } from 'vitest'
import { type Exchange, openingOf } from '../../../src/insight/exchange.ts'
import type { BookLimits } from '../../../src/insight/stories/open-stories.ts'
import type { Attempt } from '../../../src/insight/stories/story.ts'
import { StoryBook } from '../../../src/insight/stories/story-book.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told

/** A book of its own limits, with the references of the stories that it has closed. */
class TestBook {
  readonly told = new ToldChapter()
  readonly closed: string[] = []
  readonly book: StoryBook

  constructor(limits: Partial<BookLimits> = {}) {
    const all = { settled: 1000, unsettled: 1000, ...limits }
    this.book = new StoryBook(all, ({ reference }) => this.closed.push(reference))
  }

  pay(told: Told): Attempt {
    const attempt = this.book.add(this.told.exchangeOf(told))
    if (attempt === undefined) throw new Error('it is no payment')
    return attempt
  }

  begin(told: Told): { readonly exchange: Exchange; readonly attempt: Attempt } {
    const exchange = this.told.exchangeOf(told)
    const opening = openingOf(exchange)
    if (opening === undefined) throw new Error('it is no payment')
    return { exchange, attempt: this.book.begin(opening) }
  }

  search(id: string, audit?: number): void {
    this.told.search(id, audit === undefined ? null : { audit, status: 'approved' })
    const exchange = this.told.history.entries().at(-1)
    if (exchange !== undefined) this.book.look(exchange)
  }

  references(): readonly string[] {
    return Array.from(this.book.stories, ({ reference }) => reference)
  }
}

function auditOf({ made }: Attempt): number {
  return made?.audit ?? 0
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `P-${n + 1}`)
}

describe('settled payments', () => {
  test('are closed a few at a time, the oldest first', () => {
    const book = new TestBook({ settled: 32 })
    for (const reference of numbered(34)) book.pay({ ...paid, reference })
    expect(book.closed).toEqual([])
    book.pay({ ...paid, reference: 'P-35' })
    expect(book.closed).toEqual(['P-1', 'P-2', 'P-3'])
    expect(book.references()).toEqual(numbered(35).slice(3))
  })

  test.each<readonly [string, (book: TestBook, target: number) => void]>([
    [
      'whose refund is lost',
      (book, target) => book.pay({ ...lostAfter, operation: 'refund', target, reference: 'P-1' }),
    ],
    [
      'whose refund is under way',
      (book, target) => book.begin({ ...paid, operation: 'refund', target, reference: 'P-1' }),
    ],
  ])('that go on are not settled: one %s', (_what, goOn) => {
    const book = new TestBook({ settled: 1 })
    goOn(book, auditOf(book.pay({ ...paid, reference: 'P-1' })))
    for (const reference of ['P-2', 'P-3', 'P-4']) book.pay({ ...paid, reference })
    expect(book.closed).toEqual(['P-2', 'P-3'])
  })

  test('are settled no more if the bank returns the refund of a second charge', () => {
    const book = new TestBook({ settled: 1 })
    const first = book.pay({ ...lostAfter, id: 'a', reference: 'P-1' })
    const target = auditOf(book.pay({ ...paid, reference: 'P-1' }))
    book.search('a', auditOf(first))
    const refund = book.pay({ ...paid, operation: 'refund', target, reference: 'P-1' })
    const at = refund.at + 1000
    const move = { audit: auditOf(refund), to: 'declined', at } as const
    book.book.moved({ ...move, isAnswer: false, isExpiry: false })
    for (const reference of ['P-2', 'P-3']) book.pay({ ...paid, reference })
    expect(book.closed).toEqual(['P-2'])
  })
})

test('of payments that wait for a lookup, the oldest makes room for one too many', () => {
  const book = new TestBook({ unsettled: 2 })
  book.pay({ ...paid, reference: 'settled' })
  for (const reference of ['L-1', 'L-2']) book.pay({ ...lostAfter, reference })
  expect(book.closed).toEqual([])
  book.pay({ ...lostAfter, reference: 'L-3' })
  expect(book.closed).toEqual(['L-1'])
  expect(book.references()).toEqual(['settled', 'L-2', 'L-3'])
})

test('a client that stops waiting for one payment after another leaves only so many', () => {
  const book = new TestBook({ unsettled: 1 })
  for (const reference of ['L-1', 'L-2']) {
    const { attempt, exchange } = book.begin({ ...paid, reference })
    book.book.leave(attempt, exchange.realAt + 100)
  }
  expect(book.closed).toEqual(['L-1'])
})

test('a story is thinned out after 150 steps, and told in a new one after 200', () => {
  const book = new TestBook()
  const { story } = book.pay({ ...lostBefore, id: 'a' })
  book.search('a')
  for (let n = 3; n <= 150; n += 1) book.pay(lostAfter)
  expect(story.events).toHaveLength(150)
  expect(book.book.firstWith(1, 'a')?.story).toBe(story)
  book.pay(lostAfter)
  expect(story.events).toHaveLength(149)
  expect(book.book.firstWith(1, 'a')).toBeUndefined()
  for (let n = 150; n <= 200; n += 1) book.pay(lostAfter)
  expect(story.events).toHaveLength(200)
  expect(book.closed).toEqual([])
  book.pay(lostAfter)
  expect(book.closed).toEqual(['A-1001'])
  expect(book.references()).toEqual([])
  expect(book.pay(lostAfter).story.number).toBe(2)
})

describe('a story that is closed', () => {
  test.each([
    [199, 0],
    [200, 1],
    [399, 1],
    [400, 2],
  ])('is one of %i that are closed with %i pauses, the oldest first', (count, pauses) => {
    const book = new TestBook()
    for (const reference of numbered(count)) book.pay({ ...paid, reference, card: reference })
    expect([...book.book.close()]).toHaveLength(pauses)
    expect(book.closed).toEqual(numbered(count))
    expect(book.references()).toEqual([])
  })

  test('is found no more, and a later answer does not change it', () => {
    const book = new TestBook()
    const first = book.pay({ ...lostAfter, id: 'a' })
    const { attempt, exchange } = book.begin({ ...paid, id: 'b' })
    expect(attempt.story).toBe(first.story)
    expect(Array.from(book.book.close())).toEqual([])
    expect(book.book.madeBy(auditOf(first))).toBeUndefined()
    expect(book.book.firstWith(1, 'a')).toBeUndefined()
    const { changes } = attempt.story
    book.book.end(attempt, exchange)
    expect(attempt).toMatchObject({ clarity: 'open', exchange: undefined })
    book.book.leave(attempt, exchange.realAt)
    expect(attempt).toMatchObject({ clarity: 'open', lostAt: undefined })
    expect(attempt.story.changes).toBe(changes)
    expect(book.pay(paid).story).not.toBe(first.story)
  })
})
