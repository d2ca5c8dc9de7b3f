import { expect, test } from 'vitest'
import { recoveryText } from '../../src/judge/run/recovery.ts'
import { blocksOf, page } from '../docs/pages.ts'
import { lostAfter, lostBefore, SimulatedTest } from './support/test-chapter.ts'
import { reportFrom } from './support/test-report.ts'

const approved = { made: 'approved' } as const
const never = 'After a lost response your client never knew the outcome.'

/** What clients do after a lost response. Their calls are 1.01 s apart. */
const clients: Readonly<Record<string, readonly [(told: SimulatedTest) => void, string?]>> = {
  'loses no response': [(told) => void told.pay(approved)],
  'looks the payment up': [
    (told) => {
      const audit = told.pay({ ...lostAfter, id: 'a' })
      told.lookup(audit, 'approved')
    },
    'After a lost response your client knew after 1.0 s, with 1 lookup.',
  ],
  'searches until a search works': [
    (told) => {
      const audit = told.pay({ ...lostAfter, id: 'a' })
      told.failSearch('a')
      told.search('a', { audit, status: 'unknown' })
      told.search('a', { audit, status: 'approved' })
    },
    'After a lost response your client knew after 3.0 s, with 3 lookups.',
  ],
  'finds nothing, since nothing was processed': [
    (told) => {
      told.pay({ ...lostBefore, id: 'a' })
      told.search('a', null)
    },
    'After a lost response your client knew after 1.0 s, with 1 lookup.',
  ],
  'finds nothing, although it has paid': [
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.search('a', null)
    },
    never,
  ],
  'waits for a card that is pending': [
    (told) => {
      const audit = told.pay({ ...lostAfter, made: 'pending', id: 'a' })
      told.search('a', { audit, status: 'pending' })
      told.moved(audit, 'approved')
      told.search('a', { audit, status: 'approved' })
    },
    'After a lost response your client knew after 2.0 s, with 2 lookups.',
  ],
  'knows of a debit that it is pending': [
    (told) => {
      const audit = told.pay({ ...lostAfter, made: 'pending', method: 'direct_debit', id: 'a' })
      told.search('a', { audit, status: 'pending' })
    },
    'After a lost response your client knew after 1.0 s, with 1 lookup.',
  ],
  'sends it again with the same id': [
    (told) => {
      told.pay({ ...lostBefore, id: 'a' })
      told.pay({ ...lostBefore, id: 'a' })
      told.pay({ ...approved, id: 'a' })
    },
    'After a lost response your client knew after 2.0 s, with 0 lookups.',
  ],
  'sends it again with another id': [
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.pay({ ...approved, id: 'b' })
    },
    never,
  ],
  'is refused because it has sent the id': [
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.pay({ id: 'a', status: 409 })
    },
    never,
  ],
  'looks at the target of a void': [
    (told) => {
      const target = told.pay({ ...approved, id: 'a' })
      told.pay({ ...lostAfter, operation: 'void', target, id: 'b' })
      told.lookup(target, 'voided')
    },
    'After a lost response your client knew after 1.0 s, with 1 lookup.',
  ],
  'stops waiting for a slow bank': [
    (told) => {
      const slow = told.slow({ ...approved, id: 'a' })
      slow.leave(500)
      told.search('a', { audit: 1_000_001, status: 'approved' })
      slow.answer()
    },
    'After a lost response your client knew after 511 ms, with 1 lookup.',
  ],
  'asks for another payment': [
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.search('b', null)
    },
    never,
  ],
  'has five payments, one of which it forgets': [
    (told) => {
      for (const [i, later] of [0, 400, 2000, 11_000].entries()) {
        const audit = told.pay({ ...lostAfter, id: `a${i}`, reference: `A-${i}` })
        told.exchange({ later }, undefined)
        told.search(`a${i}`, { audit, status: 'approved' })
      }
      told.pay({ ...lostAfter, id: 'a5', reference: 'A-5' })
    },
    'After a lost response your client knew after 2.4 s (median of 4), after 13.0 s at most, with 1 lookup each; 1 never.',
  ],
}

test('the sentence is the one of the page', () => {
  const recovery = { lost: 6, known: 5, median_ms: 400, longest_ms: 12_100, lookups: 10 }
  const { code } = blocksOf(page('docs/guides/report.md'), 'text')[1] ?? {}
  expect(`${recoveryText(recovery)}\n`).toBe(code)
})

test('tests of a run add up', () => {
  const told = new SimulatedTest()
  for (const later of [0, 3000, 6000]) {
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.exchange({ later }, undefined)
    told.search('a', { audit, status: 'approved' })
    told.reset()
  }
  const times = { median_ms: 5020, longest_ms: 8020 }
  expect(reportFrom(told).recovery).toEqual({ lost: 3, known: 3, ...times, lookups: 3 })
})

test.each(Object.entries(clients))('how long a client is unsure that %s', (_what, [play, text]) => {
  const told = new SimulatedTest()
  play(told)
  const { recovery } = reportFrom(told)
  expect(recovery && recoveryText(recovery)).toBe(text)
})
