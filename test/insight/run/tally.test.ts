import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { addTally, lossesIn, savedTally, Tally } from '../../../src/insight/run/tally.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

/** What is counted of calls, without what is 0. */
function counted({ part }: ToldChapter) {
  const { counts, calls, lost, faults, requests } = part.tally
  const some = Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
  return { counts: some, calls, lost, faults, requests }
}

const after = { at: 'after', kind: 'reset' } as const
const before = { at: 'before', kind: 'reset' } as const

test.each<[string, Told, Partial<ReturnType<typeof counted>>]>([
  ['an approval', { made: 'approved' }, { calls: { 'purchase approved': 1 } }],
  [
    'an approved refund',
    { made: 'approved', operation: 'refund' },
    { calls: { 'refund approved': 1 } },
  ],
  [
    'a decline',
    { made: 'declined' },
    { counts: { declines: 1 }, calls: { 'purchase declined': 1 } },
  ],
  [
    'a pending debit',
    { made: 'pending' },
    { counts: { pendings: 1 }, calls: { 'purchase pending': 1 } },
  ],
  [
    'an undecided payment',
    { made: 'unknown' },
    { counts: { undecided: 1 }, calls: { 'purchase unknown': 1 }, lost: { purchase: 1 } },
  ],
  [
    'the lowest status of a refusal',
    { status: 400 },
    { counts: { refusals: 1 }, calls: { 'purchase refused': 1 } },
  ],
  [
    'a refusal after the money moved',
    { made: 'approved', status: 422, fault: after },
    {
      counts: { faults_after: 1 },
      calls: { 'purchase refused': 1 },
      lost: { purchase: 1 },
      faults: { after: 1 },
    },
  ],
  [
    'the lowest status of a failure',
    { status: 500 },
    { counts: { faults_before: 1 }, calls: { 'purchase failed': 1 }, lost: { purchase: 1 } },
  ],
  [
    'a failure before processing',
    lostBefore,
    {
      counts: { faults_before: 1 },
      calls: { 'purchase failed': 1 },
      lost: { purchase: 1 },
      faults: { before: 1 },
    },
  ],
  [
    'an answer lost after processing',
    lostAfter,
    {
      counts: { faults_after: 1 },
      calls: { 'purchase lost': 1 },
      lost: { purchase: 1 },
      faults: { after: 1 },
    },
  ],
  [
    'a declined payment whose answer was lost',
    { ...lostAfter, made: 'declined' },
    {
      counts: { faults_after: 1, declines: 1 },
      calls: { 'purchase lost': 1 },
      lost: { purchase: 1 },
      faults: { after: 1 },
    },
  ],
  [
    'a client that left',
    { made: 'approved', status: undefined, facts: { hasLeft: true } },
    { counts: { timeouts: 1 }, calls: { 'purchase lost': 1 }, lost: { purchase: 1 } },
  ],
])('%s is counted as what it was for the client', (_what, call, expected) => {
  const told = new ToldChapter()
  told.pay(call)
  const nothing = { counts: {}, lost: {}, faults: {}, requests: 1 }
  expect(counted(told)).toEqual({ ...nothing, ...expected })
})

/** Calls that are no transaction requests. */
test.each<[string, Partial<Exchange>, Partial<ReturnType<typeof counted>>]>([
  [
    'a lookup',
    { operation: 'lookup' },
    { counts: { lookups: 1 }, calls: { 'lookup answered': 1 } },
  ],
  [
    'a search',
    { operation: 'search' },
    { counts: { searches: 1 }, calls: { 'search answered': 1 } },
  ],
  ['a call of the vault', { operation: 'token_create' }, { calls: { 'token_create answered': 1 } }],
  [
    'a lookup that failed',
    { operation: 'lookup', answer: { status: 503, body: undefined } },
    { counts: { lookups: 1, faults_before: 1 }, calls: { 'lookup failed': 1 } },
  ],
  [
    'a search whose answer was lost',
    { operation: 'search', answer: { status: undefined, body: undefined }, fault: after },
    {
      counts: { searches: 1, faults_after: 1 },
      calls: { 'search lost': 1 },
      faults: { after: 1 },
    },
  ],
  [
    'a call of the vault that was lost before processing',
    { operation: 'token_create', answer: { status: undefined, body: undefined }, fault: before },
    {
      counts: { faults_before: 1 },
      calls: { 'token_create lost': 1 },
      faults: { before: 1 },
    },
  ],
  ['a path that no operation has', { operation: undefined }, { calls: { 'none answered': 1 } }],
  [
    'a failure at such a path, which puts no client through anything',
    { operation: undefined, answer: { status: 503, body: undefined } },
    { calls: { 'none failed': 1 } },
  ],
])('%s is counted, too', (_what, changes, expected) => {
  const told = new ToldChapter()
  const call = told.exchange({}, undefined)
  told.history.ended({ ...call, facts: { waitedMs: 1 }, ...changes })
  const nothing = { counts: {}, lost: {}, faults: {}, requests: 1 }
  expect(counted(told)).toEqual({ ...nothing, ...expected })
})

test.each([
  [false, { waiting: 1, requests: 0, timeouts: 0, calls: {}, lost: {} }],
  [
    true,
    { waiting: 0, requests: 1, timeouts: 1, calls: { 'purchase lost': 1 }, lost: { purchase: 1 } },
  ],
])(
  'a call without an answer is waiting, or a request that timed out; client left: %s',
  (hasLeft, expected) => {
    const told = new ToldChapter()
    const exchange = {
      ...told.exchange({ status: undefined }, undefined),
      rules: ['slow', 'rules/1'],
    }
    told.history.begun({ exchange, hasLeft: () => hasLeft, waitedMs: () => 10 })
    const { waiting, requests, counts, calls, lost, rules } = told.part.tally
    expect({ waiting, requests, timeouts: counts.timeouts, calls, lost }).toEqual(expected)
    expect([...rules]).toEqual(['slow'])
  },
)

test('a call that waits at a path that no operation has counts as a request alone once its client left', () => {
  const told = new ToldChapter()
  const base = told.exchange({ status: undefined }, undefined)
  const exchange: Exchange = { ...base, operation: undefined, facts: { waitedMs: 1 } }
  told.history.begun({ exchange, hasLeft: () => true, waitedMs: () => 10 })
  expect(counted(told)).toEqual({ counts: {}, calls: {}, lost: {}, faults: {}, requests: 1 })
})

test('the rules that calls met are noted, but not one-shot ones', () => {
  const told = new ToldChapter()
  const call = told.exchange({}, undefined)
  told.history.ended({ ...call, rules: ['default/decline', 'rules/7'] })
  told.history.ended({ ...told.exchange({}, undefined), rules: ['default/decline', 'mine/x'] })
  expect([...told.part.tally.rules]).toEqual(['default/decline', 'mine/x'])
})

test('payments are counted with what they came to', () => {
  const told = new ToldChapter()
  told.pay({ made: 'approved', reference: 'a', amount: 1000 })
  told.pay({ made: 'approved', reference: 'b', amount: 250 })
  told.pay({ made: 'approved', reference: 'c', amount: 7, currency: 'NZD' })
  told.pay({ made: 'declined', reference: 'd', currency: 'USD' })
  const debit = told.pay({ made: 'pending', reference: 'e', rail: 'direct_debit' })
  told.moved(debit, 'declined')
  const { payments, returned, charged, verdicts } = told.part.tally.stories
  expect({ payments, returned, charged }).toEqual({
    payments: 5,
    returned: 1,
    charged: { AUD: 1250, NZD: 7 },
  })
  expect(verdicts).toMatchObject({ paid: 3, declined: 2, 'double-charge': 0 })
})

test.each<[string, (told: ToldChapter) => void, number]>([
  ['an undecided payment', (told) => told.pay({ made: 'unknown' }), 1],
  ['one without an answer yet', (told) => told.begin({ made: 'unknown' }), 0],
  [
    'one of the dashboard',
    (told) => {
      const other = new ToldChapter()
      other.pay({ made: 'unknown' })
      for (const call of other.history.entries())
        told.history.ended({ ...call, sender: 'dashboard' })
    },
    0,
  ],
  [
    'one that was paid again',
    (told) => {
      told.pay({ made: 'unknown', id: 'a' })
      told.pay({ made: 'approved', id: 'b' })
    },
    1,
  ],
  ['one that was decided', (told) => told.moved(told.pay({ made: 'unknown' }), 'approved'), 0],
  ['an approved one', (told) => told.pay({ made: 'approved' }), 0],
])('how many payments are still undecided: %s', (_what, play, undecided) => {
  const told = new ToldChapter()
  play(told)
  expect(told.part.tally.undecided).toBe(undecided)
})

test('a test begins with the call that arrived first, even if it is answered last', () => {
  const told = new ToldChapter()
  const answer = told.prepare({ made: 'approved' })
  const { at, realAt } = told.exchange({}, undefined)
  told.moveClock(60_000)
  told.pay({ made: 'approved', later: 5000 })
  answer()
  expect(told.part.tally.span).toEqual({
    at: at - 1010,
    from: realAt - 1010,
    to: realAt + 5000 + 1010 + 1,
  })
})

test('of calls that arrived at the same moment, the first says when a test began', () => {
  const told = new ToldChapter()
  const first = told.exchange({}, undefined)
  told.moveClock(60_000)
  const { at } = told.exchange({}, undefined)
  told.history.ended({ ...first, durationMs: 7 })
  told.history.ended({ ...first, at, durationMs: 5 })
  expect(told.part.tally.span).toEqual({
    at: first.at,
    from: first.realAt,
    to: first.realAt + 7,
  })
  told.history.ended({ ...first, durationMs: 9 })
  expect(told.part.tally.span?.to).toBe(first.realAt + 9)
})

test('a payment that was recovered is covered as it stands', () => {
  const told = new ToldChapter()
  const audit = told.pay({ ...lostAfter, id: 'a' })
  told.search('a', { audit, status: 'approved' })
  expect([...told.part.tally.covered]).toContain('recovered-without-duplicate')
})

test('calls of the dashboard alone make a test as long as theirs took', () => {
  const told = new ToldChapter()
  const first = told.exchange({}, undefined)
  told.history.ended({ ...first, sender: 'dashboard' })
  const { tally } = told.part
  expect([tally.own, tally.requests]).toEqual([1, 0])
  expect(tally.span).toEqual({ at: first.at, from: first.realAt, to: first.realAt + 1 })
})

function exampleTally(n: number, from: number): Tally {
  const tally = new Tally()
  tally.requests = n
  tally.own = 2 * n
  tally.waiting = 3 * n
  tally.undecided = 4 * n
  tally.span = { at: 100 * n, from, to: from + 10 * n }
  tally.counts.declines = 5 * n
  tally.calls['purchase approved'] = 6 * n
  tally.faults.after = 7 * n
  tally.lost.purchase = 8 * n
  tally.found['double-charge'] = 9 * n
  tally.covered.add(n === 1 ? 'void' : 'surcharge')
  tally.rules.add(`rule ${n}`)
  tally.stories.payments = 10 * n
  tally.stories.returned = 11 * n
  tally.stories.charged.AUD = 12 * n
  tally.stories.verdicts.paid = 13 * n
  return tally
}

test('tallies add up, before and after they were saved', () => {
  const sum = new Tally()
  addTally(sum, exampleTally(1, 5000))
  expect(sum).toEqual(exampleTally(1, 5000))
  addTally(sum, JSON.parse(JSON.stringify(savedTally(exampleTally(2, 4000)))))
  const expected = exampleTally(3, 4000)
  expect({ ...sum, covered: 0, rules: 0, span: 0 }).toEqual({
    ...expected,
    ...{ covered: 0, rules: 0, span: 0 },
  })
  expect([...sum.covered, ...sum.rules]).toEqual(['void', 'surcharge', 'rule 1', 'rule 2'])
  // From the beginning of the second to the end of the first.
  expect(sum.span).toEqual({ at: 200, from: 4000, to: 5010 })
})

test('a sum does not change with what was added to it', () => {
  const [sum, one] = [new Tally(), exampleTally(1, 0)]
  addTally(sum, one)
  addTally(one, exampleTally(2, 10))
  expect(sum).toEqual(exampleTally(1, 0))
})

test('of two that began at the same moment, the first says when', () => {
  const sum = exampleTally(1, 5000)
  addTally(sum, exampleTally(2, 5000))
  expect(sum.span).toEqual({ at: 100, from: 5000, to: 5020 })
  addTally(sum, new Tally())
  expect(sum.span).toEqual({ at: 100, from: 5000, to: 5020 })
})

test('why answers may be missing stays said, the first reason first', () => {
  const reasons = (['dropped', undefined, 'unkept'] as const).map((cut) => {
    const tally = new Tally()
    tally.cut = cut
    return tally
  })
  const sum = new Tally()
  for (const one of reasons) addTally(sum, one)
  expect(sum.cut).toBe('dropped')
})

test('every kind of loss counts as one', () => {
  const losses = { faults_before: 1, faults_after: 2, timeouts: 4, undecided: 8 }
  const others = { pendings: 16, declines: 32, refusals: 64, lookups: 128, searches: 256 }
  expect(lossesIn({ ...losses, ...others })).toBe(15)
})
