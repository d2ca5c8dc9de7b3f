import { describe, expect, test } from 'vitest'
import { attemptsOf } from '../../../src/insight/stories/story.ts'
import { TUESDAY_NOON } from '../../support/start.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const debit = { made: 'pending', rail: 'direct_debit' } as const satisfies Told
/** When the first request of a chapter arrives. */
const FIRST = TUESDAY_NOON + 1010

function attempts(told: ToldChapter) {
  return told.open().flatMap(attemptsOf)
}

describe('what the client knows for certain', () => {
  test.each<readonly [string, string | undefined, (told: ToldChapter) => void]>([
    ['approved', 'taken', (told) => told.pay(paid)],
    ['pending', 'taken', (told) => told.pay(debit)],
    ['declined', 'failed', (told) => told.pay({ made: 'declined' })],
    ['failed', 'failed', (told) => told.pay({ made: 'error' })],
    ['unknown', undefined, (told) => told.pay({ made: 'unknown' })],
    ['refused', 'failed', (told) => told.pay({ status: 422 })],
    ['lost', undefined, (told) => told.pay(lostAfter)],
    ['replayed, of a request that is not known', 'taken', (told) => told.pay({ id: 'a' })],
    [
      'found approved',
      'taken',
      (told) => told.lookup(told.pay({ ...lostAfter, id: 'a' }), 'approved'),
    ],
    ['found declined', 'failed', (told) => told.lookup(told.pay(lostAfter), 'declined')],
    ['found failed', 'failed', (told) => told.lookup(told.pay(lostAfter), 'error')],
    ['found unknown', undefined, (told) => told.lookup(told.pay(lostAfter), 'unknown')],
    [
      'not found',
      'failed',
      (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
      },
    ],
    [
      'not found, though it was charged',
      undefined,
      (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.search('a', null)
      },
    ],
    [
      'not found, though it was declined',
      undefined,
      (told) => {
        told.pay({ ...lostAfter, made: 'declined', id: 'a' })
        told.search('a', null)
      },
    ],
    [
      'found approved, and unknown later',
      'taken',
      (told) => {
        const audit = told.pay(lostAfter)
        told.lookup(audit, 'approved')
        told.lookup(audit, 'unknown')
      },
    ],
  ])('%s: %s', (_what, settled, play) => {
    const told = new ToldChapter()
    play(told)
    expect(attempts(told)[0]?.settled).toBe(settled)
  })

  test('of a replayed answer is what the first one said', () => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, made: 'declined', id: 'a' })
    told.pay({ id: 'a' })
    expect(attempts(told).map(({ settled }) => settled)).toEqual([undefined, 'failed'])
  })

  test('a word that no client knows settles nothing', () => {
    const told = new ToldChapter()
    const audit = told.pay(lostAfter)
    const shown = { audit, status: 'approved', isDrifting: true } as const
    const facts = { waitedMs: 1, about: { audit }, shown }
    told.history.ended({ ...told.exchangeOf({}), operation: 'lookup', facts })
    expect(attempts(told)[0]?.settled).toBeUndefined()
  })
})

describe('a look', () => {
  test('is about all requests with its id, and no others', () => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, id: 'a' })
    told.pay({ ...lostBefore, id: 'b' })
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    expect(attempts(told).map(({ known }) => known)).toEqual(['nothing', undefined, 'nothing'])
  })

  test('by audit is about one of those that have no id', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: undefined })
    told.pay({ ...lostAfter, id: undefined })
    told.lookup(audit, 'approved')
    expect(attempts(told).map(({ known }) => known)).toEqual(['approved', undefined])
  })

  test('that cannot be read has found nothing out, whatever it would have shown', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    const shown = { audit, status: 'approved', isDrifting: false } as const
    const facts = { waitedMs: 1, about: { audit }, shown }
    const garbage = told.exchangeOf({ fault: { at: 'after', kind: 'garbage' } })
    told.history.ended({ ...garbage, operation: 'lookup', facts })
    told.failSearch('a', 422)
    expect(attempts(told)[0]?.known).toBeUndefined()
    expect(
      told
        .stories()[0]
        ?.steps.slice(1)
        .map(({ text }) => text),
    ).toEqual(['had no usable answer itself (200)', 'the search was refused (422)'])
  })

  test.each<readonly [string, Told, string]>([
    ['was processed', lostAfter, 'found nothing: the id was forgotten'],
    ['was not processed', lostBefore, 'found nothing: not processed'],
  ])('that finds nothing says why, if it %s', (_what, first, text) => {
    const told = new ToldChapter()
    told.pay({ ...first, id: 'a' })
    told.search('a', null)
    expect(told.stories()[0]?.steps[1]?.text).toBe(text)
  })
})

describe('a decline that comes later', () => {
  test.each<readonly [string, Told, boolean]>([
    ['the return of a debit', debit, true],
    ['the return of a debit that was approved', { ...debit, made: 'approved' }, true],
    ['the decision on an undecided debit', { ...debit, made: 'unknown' }, false],
    ['the decision on a card', { made: 'pending' }, false],
  ])('is %s: %#', (_what, first, isReturn) => {
    const told = new ToldChapter()
    const audit = told.pay(first)
    told.moved(audit, 'declined')
    told.lookup(audit, 'declined')
    const [attempt] = attempts(told)
    expect(attempt?.returnedOrder !== undefined).toBe(isReturn)
    expect(told.stories()[0]).toMatchObject({ verdict: 'declined', returned: isReturn })
  })

  test('is no return if the debit is approved', () => {
    const told = new ToldChapter()
    told.moved(told.pay(debit), 'approved')
    expect(attempts(told)[0]?.returnedOrder).toBeUndefined()
  })
})

describe('the expiry of a hold', () => {
  const hold = { ...paid, operation: 'preauthorisation' } as const satisfies Told
  const kinds = (told: ToldChapter) => told.stories()[0]?.steps.map(({ kind }) => kind)

  test.each<readonly [string, Told, boolean]>([
    ['in the moment in which it is made', { with: { expiresAt: FIRST } }, true],
    ['before', { with: { expiresAt: FIRST - 1 } }, true],
    ['after it', { with: { expiresAt: FIRST + 1 } }, false],
    ['never', {}, false],
    ['before, but it was declined', { made: 'declined', with: { expiresAt: FIRST - 1 } }, false],
  ])('is told at once if it expires %s: %#', (_what, changes, isTold) => {
    const told = new ToldChapter()
    told.pay({ ...hold, ...changes })
    expect(kinds(told)).toEqual(isTold ? ['preauthorisation', 'change'] : ['preauthorisation'])
  })

  test('is told once for each hold', () => {
    const told = new ToldChapter()
    const audits = [told.pay({ ...lostAfter, ...hold, status: undefined }), told.pay(hold)]
    told.lookup(audits[1] ?? 0, 'approved')
    for (const audit of [...audits, ...audits]) told.moved(audit, 'approved', { isExpiry: true })
    const changes = told.stories()[0]?.steps.filter(({ kind }) => kind === 'change')
    expect(changes?.map(({ audit }) => audit)).toEqual(audits)
  })

  test('is told also after another change of it', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...hold, made: 'unknown' })
    told.moved(audit, 'approved')
    told.moved(audit, 'approved', { isExpiry: true })
    expect(kinds(told)).toEqual(['preauthorisation', 'change', 'change'])
  })

  test.each([
    [-1, 'held'],
    [0, 'voided'],
    [1, 'voided'],
  ])('%i ms after it, at the latest step, the money is %s', (ms, verdict) => {
    const told = new ToldChapter()
    const expiresAt = FIRST + 10_000
    const audit = told.pay({ ...hold, with: { expiresAt } })
    expect(told.stories()[0]?.verdict).toBe('held')
    told.moveClock(10_000 - 1010 + ms)
    told.lookup(audit, 'approved')
    expect(told.stories()[0]?.verdict).toBe(verdict)
  })
})

test('an answer leaves a change that was not its own, and the story of a replayed one whole', () => {
  const told = new ToldChapter()
  const { answer } = told.slow({ ...debit, made: 'unknown', id: 'a' })
  told.moved(1_000_001, 'pending', { isAnswer: true })
  told.moved(1_000_001, 'approved')
  answer({ status: 'pending' })
  told.pay({ id: 'a' })
  const [story] = told.stories()
  expect(story?.steps.map(({ kind, result }) => [kind, result])).toEqual([
    ['purchase', 'pending'],
    ['change', 'approved'],
    ['purchase', 'replayed'],
  ])
  expect(attempts(told)[0]).toMatchObject({ resolvedOrder: 3, lookedOrder: 4 })
})
