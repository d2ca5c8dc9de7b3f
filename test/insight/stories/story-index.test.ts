import { describe, expect, test } from 'vitest'
import { type Attempt, attemptsOf } from '../../../src/insight/stories/story.ts'
import { StoryIndex } from '../../../src/insight/stories/story-index.ts'
import { lostAfter, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told

/** The attempts of a chapter, in order. */
function attempts(...calls: readonly Told[]): readonly Attempt[] {
  const told = new ToldChapter()
  for (const call of calls) told.pay(call)
  return told
    .open()
    .flatMap(attemptsOf)
    .sort((one, other) => one.order - other.order)
}

/** An index that knows these attempts, with their intents and answers. */
function indexOf(all: readonly Attempt[]): StoryIndex {
  const index = new StoryIndex()
  for (const attempt of all) {
    if (attempt.intent.attempts[0] === attempt) index.putIntent(attempt.intent, attempt)
    index.put(attempt)
    index.putAnswer(attempt)
  }
  return index
}

describe('equal payments', () => {
  const intents = (all: readonly Attempt[]) => all.map(({ intent }) => intent)

  test('are known by the last four that succeeded', () => {
    const all = attempts(...Array<Told>(6).fill(paid))
    expect(indexOf(all).alike(all[0]?.intent.key ?? '')).toEqual(intents(all.slice(2)))
  })

  test('whose results are not known are not forgotten for others', () => {
    const others = Array<Told>(6).fill({ ...paid, card: 'card-2' })
    const all = attempts(lostAfter, ...others)
    const known = indexOf(all).alike(all[0]?.intent.key ?? '')
    expect(known).toEqual(intents([...all.slice(0, 1), ...all.slice(3)]))
  })

  test('are known by the last fifty, whatever became of them', () => {
    const all = attempts(
      ...Array.from({ length: 60 }, (_, n) => ({ ...lostAfter, card: `c-${n}` })),
    )
    expect(indexOf(all).alike(all[0]?.intent.key ?? '')).toEqual(intents(all.slice(-50)))
  })
})

describe('answers that did not tell the client what became of it', () => {
  test.each<readonly [string, Told, boolean]>([
    ['lost', lostAfter, true],
    ['undecided', { made: 'unknown' }, true],
    ['a refusal of what was charged', { ...paid, status: 403 }, true],
    ['a refusal', { status: 422 }, false],
    ['approved', paid, false],
  ])('are kept by card: %s', (_what, call, isKept) => {
    const all = attempts(call)
    expect(indexOf(all).lostBy('card-1')).toEqual(isKept ? all : [])
    expect(indexOf(all).lostBy('card-2')).toEqual([])
    const unknown = attempts({ ...call, card: undefined })
    expect(indexOf(unknown).lostBy(undefined)).toEqual([])
  })

  test('are the last twenty of a card, each once', () => {
    const all = attempts(...Array.from({ length: 25 }, (_, n) => ({ ...lostAfter, id: `${n}` })))
    const index = indexOf(all)
    expect(index.lostBy('card-1')).toEqual(all.slice(5))
    const [, , , , , sixth] = all
    if (sixth === undefined) throw new Error('there are too few')
    index.putAnswer(sixth)
    expect(index.lostBy('card-1')).toEqual([...all.slice(6), sixth])
  })

  test.each<readonly [string, Told, number]>([
    ['lost', lostAfter, 2],
    ['undecided', { made: 'unknown' }, 2],
    ['approved', paid, 1],
    ['refused, though it was charged', { ...paid, status: 403 }, 1],
  ])(
    'the last of them may be what a stray look asks for, not one that is %s',
    (_what, call, last) => {
      const all = attempts({ ...lostAfter, reference: 'first' }, call)
      expect(indexOf(all).lastLost).toBe(all[last - 1])
    },
  )

  test.each<readonly [string, Told, boolean]>([
    ['a void', { ...lostAfter, operation: 'void' }, true],
    ['an undecided void', { made: 'unknown', operation: 'void' }, false],
    ['a refund', { ...lostAfter, operation: 'refund' }, false],
    ['a completion', { ...lostAfter, operation: 'completion' }, false],
  ])('are shown by their target: %s: %#', (_what, call, isShown) => {
    const all = attempts({ ...call, target: 7 })
    expect(indexOf(all).lostOn(7)).toEqual(isShown ? all : [])
    expect(indexOf(all).lostOn(8)).toEqual([])
  })
})

describe('what is forgotten', () => {
  test('leaves others of its card, its target and its kind', () => {
    const lost = { ...lostAfter, operation: 'void', target: 7 } as const
    const [one, other] = attempts({ ...lost, reference: 'a' }, { ...lost, reference: 'b' })
    if (one === undefined || other === undefined) throw new Error('there are too few')
    const index = indexOf([one, other])
    index.letGo(one)
    expect(index.lostBy('card-1')).toEqual([other])
    expect(index.lostOn(7)).toEqual([other])
    index.letGo(other)
    expect(index.lostBy('card-1')).toEqual([])
    expect(index.lostOn(7)).toEqual([])
  })

  test('is found by nothing', () => {
    const [one, other] = attempts({ ...lostAfter, id: 'a' }, { ...paid, id: 'b', card: 'card-2' })
    if (one?.made === undefined || other?.made === undefined) throw new Error('there are too few')
    const index = indexOf([one, other])
    const { key } = one.intent
    expect(index.alike(key)).toEqual([one.intent, other.intent])
    index.forget(one)
    expect(index.alike(key)).toEqual([other.intent])
    expect(index.madeBy(one.made.audit)).toBeUndefined()
    expect(index.firstWith(1, 'a')).toBeUndefined()
    expect(index.lostBy('card-1')).toEqual([])
    expect(index.madeBy(other.made.audit)).toBe(other)
    expect(index.firstWith(1, 'b')).toBe(other)
    index.forget(other)
    expect(index.alike(key)).toEqual([])
    expect(index.firstWith(1, 'b')).toBeUndefined()
  })
})

describe('a correlation id', () => {
  test('is that of the first request with it, at its merchant', () => {
    const all = attempts(
      { ...lostAfter, id: 'a' },
      { id: 'a' },
      { ...lostAfter, id: 'a', merchant: 2 },
    )
    const index = indexOf(all)
    expect([index.firstWith(1, 'a'), index.firstWith(2, 'a'), index.firstWith(3, 'a')]).toEqual([
      all[0],
      all[2],
      undefined,
    ])
    for (const attempt of all.slice(1)) index.letGo(attempt)
    expect(index.firstWith(1, 'a')).toBe(all[0])
  })

  test('is none where there is none', () => {
    const all = attempts({ ...lostAfter, id: undefined })
    expect(indexOf(all).firstWith(1, undefined)).toBeUndefined()
  })

  test.each<readonly [string, Told, boolean]>([
    ['refused', { status: 422 }, false],
    ['refused although it was charged', { ...paid, status: 403 }, true],
    ['approved', paid, true],
  ])('of a slow request that is %s is used: %#', (_what, call, isUsed) => {
    const told = new ToldChapter()
    told.begin({ ...call, id: 'a' })()
    expect(told.open()).toHaveLength(1)
    expect(told.chapter.book.firstWith(1, 'a') !== undefined).toBe(isUsed)
  })
})
