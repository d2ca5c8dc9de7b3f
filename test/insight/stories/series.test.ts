import { describe, expect, test } from 'vitest'
import { addLook, thin } from '../../../src/insight/stories/series.ts'
import { attemptsOf, type Look, type Story } from '../../../src/insight/stories/story.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const refused = { status: 422 } as const satisfies Told

function times(count: number, work: () => void): void {
  for (let n = 0; n < count; n += 1) work()
}

function texts(told: ToldChapter): readonly string[] {
  return told.stories().flatMap(({ steps }) => steps.map(({ text }) => text))
}

function only(told: ToldChapter): Story {
  const [story, other] = told.open()
  if (story === undefined || other !== undefined) throw new Error('there is not one story')
  return story
}

describe('of equal steps in a row, twenty are kept, and the last says how many went before them', () => {
  const rows: readonly (readonly [string, Told, (told: ToldChapter) => void, string])[] = [
    ['lookups', paid, (told) => told.lookup(1_000_001, 'approved'), 'found it approved'],
    ['refusals', refused, (told) => told.pay(refused), 'refused: 422'],
    [
      'replayed answers',
      { ...paid, id: 'a' },
      (told) => told.pay({ id: 'a' }),
      'got the answer of the first request with this id again; nothing more was charged',
    ],
  ]

  test.each(rows)('%s', (what, first, again, text) => {
    const told = new ToldChapter()
    told.pay(first)
    // The first refusal is one of the row itself.
    const row = what === 'refusals' ? 19 : 20
    times(row, () => again(told))
    const whole = texts(told)
    expect(whole.slice(-20)).toEqual(Array(20).fill(text))
    again(told)
    expect(texts(told)).toEqual([...whole.slice(0, -1), `${text} (and 1 more before)`])
    again(told)
    expect(texts(told)).toEqual([...whole.slice(0, -1), `${text} (and 2 more before)`])
    const story = only(told)
    expect(story.events).toHaveLength(whole.length)
    const [attempt] = attemptsOf(story)
    expect(attempt?.intent.attempts).toHaveLength(attemptsOf(story).length)
  })
})

describe('a look that differs from the one before begins a row of its own', () => {
  const other = (change: (look: Look) => Partial<Look>) => change
  const facts = ({ exchange }: Look, about: Look['exchange']['facts']['about']) => ({
    exchange: { ...exchange, facts: { ...exchange.facts, about } },
  })

  test.each([
    ['nothing', other(() => ({})), 2],
    ['what it found', other(() => ({ found: 'pending' })), 1],
    ['an id that was forgotten', other(() => ({ isForgotten: true })), 1],
    ['the call', other(({ exchange }) => ({ exchange: { ...exchange, operation: 'search' } })), 1],
    ['the audit', other((look) => facts(look, { audit: 7 })), 1],
    [
      'the id',
      other((look) => {
        const { correlationKey } = look.exchange.request
        return facts(look, { audit: 1_000_001, ...(correlationKey && { correlationKey }) })
      }),
      1,
    ],
  ])('by %s', (_what, change, inRow) => {
    const told = new ToldChapter()
    told.pay(paid)
    told.lookup(1_000_001, 'approved')
    const story = only(told)
    const last = story.events.at(-1)
    if (last?.kind !== 'look') throw new Error('it was not looked up')
    const look = { ...last, inRow: 1, ...change(last) }
    addLook(story, look)
    expect(look.inRow).toBe(inRow)
    expect(story.events.at(-1)).toBe(look)
  })

  test('after a step between', () => {
    const told = new ToldChapter()
    told.pay(paid)
    told.lookup(1_000_001, 'approved')
    told.pay({ ...paid, operation: 'refund', target: 1_000_001, amount: 100 })
    told.lookup(1_000_001, 'approved')
    expect(only(told).events.map((event) => event.kind !== 'move' && event.inRow)).toEqual([
      1, 1, 1, 1,
    ])
  })
})

describe('requests that changed nothing are a row only', () => {
  const inRows = (told: ToldChapter) => attemptsOf(only(told)).map(({ inRow }) => inRow)

  test('of one intent', () => {
    const told = new ToldChapter()
    const target = told.pay(paid)
    for (const amount of [100, 200, 100, 200]) {
      told.pay({ ...refused, operation: 'refund', target, amount })
    }
    expect(inRows(told)).toEqual([1, 1, 1, 1, 1])
  })

  test('after one another, not after a payment that failed', () => {
    const told = new ToldChapter()
    told.pay({ made: 'declined' })
    told.pay(refused)
    told.pay(refused)
    told.pay({ made: 'declined' })
    told.pay(refused)
    expect(inRows(told)).toEqual([1, 1, 2, 1, 1])
  })

  test('with no look between', () => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, id: 'a' })
    told.pay(refused)
    told.search('a', null)
    told.pay(refused)
    expect(inRows(told)).toEqual([1, 1, 1])
  })

  test('in the order of their answers', () => {
    const told = new ToldChapter()
    const answer = told.begin(refused)
    told.pay(refused)
    answer()
    expect(inRows(told)).toEqual([1, 1])
  })
})

describe('a story that is thinned out', () => {
  const lost = (told: ToldChapter, id: string) => {
    told.pay({ ...lostBefore, id })
    told.search(id, null)
  }
  const kinds = (story: Story) =>
    story.events.map((event) =>
      event.kind === 'attempt' ? event.correlationId : event.kind === 'look' ? 'look' : 'move',
    )

  test('drops what the client knows was not processed, with the searches that said so', () => {
    const told = new ToldChapter()
    lost(told, 'a')
    lost(told, 'b')
    told.pay({ ...paid, id: 'c' })
    const story = only(told)
    const [a, b, c] = attemptsOf(story)
    expect(b?.repeats).toEqual([a])
    expect(thin(story)).toEqual([a, b])
    expect(story.events).toEqual([c])
    expect(c?.intent.attempts).toEqual([c])
    expect([a?.repeats, b?.repeats]).toEqual([[], []])
    expect(c?.repeats).toEqual([a, b])
  })

  test('keeps the last try, with the search for it', () => {
    const told = new ToldChapter()
    lost(told, 'a')
    lost(told, 'b')
    const story = only(told)
    expect(thin(story).map(({ correlationId }) => correlationId)).toEqual(['a'])
    expect(kinds(story)).toEqual(['b', 'look'])
  })

  test.each<readonly [string, (told: ToldChapter) => void]>([
    ['nobody asked for', (told) => told.pay({ ...lostBefore, id: 'a' })],
    ['was refused', (told) => told.pay({ ...refused, id: 'a' })],
    ['was processed', (told) => told.pay({ ...lostAfter, id: 'a' })],
    ['was declined', (told) => told.pay({ made: 'declined', id: 'a' })],
    [
      'was declined when its id was forgotten',
      (told) => {
        told.pay({ ...lostAfter, made: 'declined', id: 'a' })
        told.search('a', null)
      },
    ],
    [
      'was searched for under another id',
      (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('x', null)
      },
    ],
  ])('keeps a request that %s', (_what, play) => {
    const told = new ToldChapter()
    play(told)
    told.pay({ ...paid, id: 'b' })
    const story = only(told)
    const before = [...story.events]
    expect(thin(story)).toEqual([])
    expect(story.events).toEqual(before)
  })

  test('keeps what was found, and searches for what it keeps', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.search('a', { audit, status: 'unknown' })
    lost(told, 'b')
    told.search('a', null)
    lost(told, 'c')
    told.pay({ ...paid, id: 'd' })
    const story = only(told)
    expect(thin(story)).toHaveLength(2)
    expect(kinds(story)).toEqual(['a', 'look', 'look', 'd'])
  })

  test('keeps searches that said nothing of what it drops', () => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, id: 'a' })
    told.failSearch('a')
    told.search('a', null)
    told.pay({ ...paid, id: 'b' })
    const story = only(told)
    expect(thin(story)).toHaveLength(1)
    expect(kinds(story)).toEqual(['look', 'b'])
  })

  test('keeps the search for an id that was forgotten and sent once more', () => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, id: 'a' })
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    told.pay({ ...paid, id: 'b' })
    const story = only(told)
    expect(thin(story)).toHaveLength(1)
    expect(kinds(story)).toEqual(['a', 'look', 'b'])
  })

  test.each([
    [20, 20, 20],
    [21, 20, 21],
    [40, 20, 40],
  ])(
    'of %i looks of two kinds in turns keeps %i: the first and the last ten',
    (count, kept, last) => {
      const told = new ToldChapter()
      const audit = told.pay({ ...paid, id: 'a' })
      for (let n = 1; n <= count; n += 1) {
        if (n % 2 === 0) told.lookup(audit, 'approved')
        else told.search('a', { audit, status: 'approved' })
      }
      const story = only(told)
      const all = story.events.slice(1)
      expect(thin(story)).toEqual([])
      expect(story.events.slice(1)).toEqual([...all.slice(0, 10), ...all.slice(last - 10)])
      expect(story.events).toHaveLength(1 + kept)
    },
  )

  test('counts the looks on both sides of a step by themselves', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...paid, rail: 'direct_debit', id: 'a' })
    const look = () => {
      told.lookup(audit, 'approved')
      told.search('a', { audit, status: 'approved' })
    }
    times(8, look)
    told.moved(audit, 'declined')
    times(8, look)
    const story = only(told)
    const before = [...story.events]
    thin(story)
    expect(story.events).toEqual(before)
    expect(before).toHaveLength(34)
  })
})
