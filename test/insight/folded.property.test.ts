import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TransactionStatus } from '../../src/domain/transaction/transaction.ts'
import { Chapter } from '../../src/insight/run/chapter.ts'
import { toldView } from '../../src/insight/run/kept-story.ts'
import { limits, lostAfter, lostBefore, place, ToldChapter } from './support/told-chapter.ts'

interface Made {
  readonly audits: number[]
  /** Correlation ids of what was processed: the gateway takes none of them twice. */
  readonly ids: Set<string>
}

type Step = (told: ToldChapter, made: Made) => void

const outcomes = fc.constantFrom(
  { made: 'approved' as const },
  { made: 'approved' as const },
  { made: 'declined' as const },
  { made: 'pending' as const, rail: 'direct_debit' as const },
  { status: 422 },
  lostAfter,
  lostBefore,
)

const pays: fc.Arbitrary<Step> = fc
  .record({
    outcome: outcomes,
    operation: fc.constantFrom(
      'purchase' as const,
      'purchase' as const,
      'standalone_refund' as const,
    ),
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', undefined),
    reference: fc.constantFrom('A-1', 'A-2'),
    amount: fc.constantFrom(100, 200),
    card: fc.constantFrom('card-1', 'card-2'),
  })
  .map(({ outcome, id, ...rest }) => (told, { audits, ids }) => {
    const named = id !== undefined && { id }
    if (id !== undefined && ids.has(id)) {
      told.pay({ status: 409, ...rest, ...named })
      return
    }
    if (id !== undefined && 'made' in outcome) ids.add(id)
    audits.push(told.pay({ ...outcome, ...rest, ...named }))
  })

/** As a shop does that goes well. */
const sells: fc.Arbitrary<Step> = fc
  .record({
    // Seldom so many that the first of them make room.
    times: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 9 }) },
      { weight: 1, arbitrary: fc.integer({ min: 250, max: 600 }) },
    ),
    reference: fc.constantFrom('A-1', 'A-2'),
    card: fc.constantFrom('card-1', 'card-3'),
  })
  .map(({ times, ...rest }) => (told, { audits }) => {
    for (let n = 0; n < times; n += 1) {
      audits.push(told.pay({ made: 'approved', amount: 100, ...rest }))
    }
  })

/** One whose answer takes its time, while others are paid. */
const paysSlowly: fc.Arbitrary<Step> = fc
  .record({ outcome: outcomes, reference: fc.constantFrom('A-1', 'A-2'), meanwhile: sells })
  .map(({ outcome, reference, meanwhile }) => (told, made) => {
    const slow = { ...outcome, reference, amount: 100 }
    made.audits.push(told.paySlowly(slow, () => meanwhile(told, made)))
  })

const refunds: fc.Arbitrary<Step> = fc
  .record({ outcome: outcomes, of: fc.nat(12) })
  .map(({ outcome, of }) => (told, { audits }) => {
    const target = audits[of]
    if (target !== undefined) told.pay({ ...outcome, operation: 'refund', target })
  })

const looks: fc.Arbitrary<Step> = fc
  .record({ of: fc.nat(12), status: fc.constantFrom<TransactionStatus>('approved', 'voided') })
  .map(({ of, status }) => (told, { audits }) => {
    if (audits[of]) told.lookup(audits[of], status)
  })

const searches: fc.Arbitrary<Step> = fc
  .record({ id: fc.constantFrom('a', 'b', 'c'), isFound: fc.boolean(), of: fc.nat(12) })
  .map(({ id, isFound, of }) => (told, { audits }) => {
    const audit = audits[of]
    told.search(id, isFound && audit ? { audit, status: 'approved' } : null)
  })

const moves: fc.Arbitrary<Step> = fc
  .record({
    of: fc.nat(12),
    to: fc.constantFrom<TransactionStatus>('approved', 'voided', 'declined'),
  })
  .map(({ of, to }) => (told, { audits }) => {
    if (audits[of]) told.moved(audits[of], to)
  })

const step = fc.oneof(
  { weight: 4, arbitrary: pays },
  { weight: 2, arbitrary: sells },
  paysSlowly,
  refunds,
  looks,
  searches,
  moves,
)

test('a payment that nobody has looked at is the same as one that was looked at all along', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      fc.constantFrom(0, 1, 2, 5, 1000, 5000),
      (steps, storiesKept) => {
        expect(shown(play(steps, storiesKept, false))).toEqual(
          shown(play(steps, storiesKept, true)),
        )
        expect(left(play(steps, KEPT, false))).toEqual(left(play(steps, KEPT, true)))
      },
    ),
    { numRuns: 1000 },
  )
})

/** `isWatched`: every story is told after each step. */
function play(steps: readonly Step[], storiesKept: number, isWatched: boolean): ToldChapter {
  const told = new ToldChapter(new Chapter(place('default 1'), { ...limits, storiesKept }))
  const made: Made = { audits: [], ids: new Set() }
  for (const take of steps) {
    take(told, made)
    if (isWatched) told.chapter.stories()
  }
  return told
}

const KEPT = 1000

/** What a run keeps of it when it is over: the last so many. */
function left({ chapter }: ToldChapter): unknown {
  chapter.end()
  return chapter.remains(chapter.findings()).slice(-KEPT).map(toldView)
}

function shown({ chapter }: ToldChapter): unknown {
  const { tally } = chapter
  const sums = chapter.sums()
  return {
    stories: chapter.stories(),
    findings: chapter.findings(),
    sums: [sums.payments, sums.charged, sums.verdicts],
    tally: [tally.requests, tally.counts, [...tally.covered].sort()],
  }
}
