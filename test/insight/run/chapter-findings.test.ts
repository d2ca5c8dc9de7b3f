import { expect, test } from 'vitest'
import type { FindingKind, Sighting } from '../../../src/insight/findings/finding.ts'
import { noTimeOut } from '../../../src/insight/findings/habit/no-time-out.ts'
import { CallFindings } from '../../../src/insight/run/chapter-findings.ts'
import { lostAfter, ToldChapter } from '../support/told-chapter.ts'

const kind: FindingKind = {
  ...{ code: 'unknown-field', severity: 'warning', one: 'one', many: 'many', seen: 'seen' },
}

const place = { world: 'blue', chapter: 'a test', chapterNumber: 3, hasLabel: true }

const told = new ToldChapter()
const calls = Array.from({ length: 9 }, () => told.exchange({}, undefined))

function sighting(key: string, changes: Partial<Sighting> = {}): Sighting {
  return { key, subject: `about ${key}`, message: `saw ${key}`, advice: `no ${key}`, ...changes }
}

test('a finding says where it was seen, and what shows it', () => {
  const all = new CallFindings(10)
  all.add(kind, sighting('x', { exchanges: calls.slice(0, 2) }))
  all.add(kind, sighting('y'))
  const [first, second] = all.findings(place)
  expect(first).toMatchObject({
    ...{ id: 'unknown-field-blue-3-c1', code: 'unknown-field', severity: 'warning', times: 1 },
    ...{ world: 'blue', chapter: 'a test', chapterNumber: 3, labelled: true, story: null },
    ...{ subject: 'about x', message: 'saw x', advice: 'no x', requests: [1, 2] },
    at: '2026-03-10T01:00:01.010Z',
  })
  expect(first?.steps.map(({ request }) => request)).toEqual([1, 2])
  expect(second).toMatchObject({
    ...{ id: 'unknown-field-blue-3-c2', at: null, requests: [], evidence: [], steps: [] },
  })
})

test('what is seen again is one finding, with the first six calls that show it', () => {
  const all = new CallFindings(10)
  const seen = () => all.findings(place).map(({ times, requests }) => [times, requests])
  all.add(kind, sighting('x', { exchanges: calls.slice(0, 2) }))
  expect(seen()).toEqual([[1, [1, 2]]])
  // Of further sightings, the last call is new.
  all.add(kind, sighting('x', { exchanges: calls.slice(1, 3) }))
  expect(seen()).toEqual([[2, [1, 2, 3]]])
  all.add(kind, sighting('x'))
  expect(seen()).toEqual([[3, [1, 2, 3]]])
  for (const call of calls.slice(3)) all.add(kind, sighting('x', { exchanges: [call] }))
  expect(seen()).toEqual([[9, [1, 2, 3, 4, 5, 6]]])
})

test('what counts for itself replaces what was seen before', () => {
  const all = new CallFindings(10)
  all.add(kind, sighting('x', { exchanges: calls.slice(0, 2), times: 4 }))
  expect(all.findings(place)).toMatchObject([{ times: 4, message: 'saw x', requests: [1, 2] }])
  const next = { exchanges: calls.slice(4, 6), times: 5, message: 'saw more' }
  all.add(kind, sighting('x', next))
  expect(all.findings(place)).toMatchObject([{ times: 5, message: 'saw more', requests: [5, 6] }])
})

test('findings beyond the limit are counted by their kind, each once', () => {
  const all = new CallFindings(2)
  const keys = ['a', 'b', 'c', 'a', 'c', 'd']
  for (const key of keys) all.add(kind, sighting(key))
  all.add(noTimeOut, sighting('c'))
  expect(all.findings(place).map(({ subject, times }) => [subject, times])).toEqual([
    ['about a', 2],
    ['about b', 1],
  ])
  expect([...all.dropped]).toEqual([
    ['unknown-field', 2],
    ['no-time-out', 1],
  ])
})

test('clients that still wait are told of once for each operation, unless that is known already', () => {
  const all = new CallFindings(10)
  const waiting = ['purchase', 'refund', 'purchase'].map((key) => sighting(key))
  const ids = () => all.unfinished(place, noTimeOut, waiting).map(({ id }) => id)
  expect(ids()).toEqual(['no-time-out-blue-3-purchase', 'no-time-out-blue-3-refund'])
  all.add(noTimeOut, sighting('purchase'))
  expect(ids()).toEqual(['no-time-out-blue-3-refund'])
})

test('findings of one kind in one payment have ids of their own', () => {
  const chapter = new ToldChapter()
  const target = chapter.pay({ made: 'approved', amount: 10_000 })
  for (const amount of [1000, 2000, 3000]) {
    const refund = { operation: 'refund', target, amount } as const
    chapter.pay({ ...refund, ...lostAfter })
    chapter.pay({ ...refund, made: 'approved' })
  }
  const ids = chapter
    .findings()
    .filter(({ code }) => code === 'double-refund')
    .map(({ id }) => id)
  expect(ids).toEqual([
    'double-refund-default-1-1',
    'double-refund-default-1-1-2',
    'double-refund-default-1-1-3',
  ])
})
