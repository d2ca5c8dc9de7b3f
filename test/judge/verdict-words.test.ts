import { expect, test } from 'vitest'
import { headline } from '../../src/judge/report/headline.ts'
import { reportOf } from '../../src/judge/report/make-report.ts'
import { lostAfter, SimulatedTest, type TestCall } from './support/test-chapter.ts'

const paid = { made: 'approved' } as const satisfies TestCall
const DAY = 24 * 3_600_000

const encountered = {
  ...{ faults_before: 0, faults_after: 0, timeouts: 0, undecided: 0, pendings: 0 },
  ...{ declines: 0, refusals: 0, lookups: 0, searches: 0 },
}

const sums = {
  ...{ requests: 4, own: 0, waiting: 0, undecided: 0 },
  ...{ counts_by_code: {}, raised: {}, overcharged: {}, encountered, accepted: [], incomplete: [] },
  counts: { error: 0, warning: 0, note: 0 },
  operations: { purchase: { requests: 4, lost: 0 } },
}

test('warnings that cost money come first, each with its money', () => {
  const counts_by_code = {
    'search-too-late': 1,
    'charged-at-once': 1,
    'late-request': 2,
    'lost-sale': 1,
  }
  const overcharged = {
    'charged-at-once': { AUD: 4995 },
    'late-request': { NZD: 200, AUD: 5 },
    'lost-sale': { AUD: 900 },
  }
  expect(headline('warnings', { ...sums, counts_by_code, overcharged }).headline).toMatch(
    /^Warnings: 2 double charges or refunds by late requests, NZD 2\.00 and AUD 0\.05 overcharged; 1 double click or duplicate job, AUD 49\.95 maybe overcharged; 1 lost sale, AUD 9\.00 not charged/,
  )
})

test('an error does not hide the money of a warning', () => {
  const told = headline('unsafe', {
    ...sums,
    overcharged: { 'double-charge': { AUD: 100 }, 'charged-at-once': { AUD: 4995 } },
    counts_by_code: { 'double-charge': 1, unresolved: 1, 'charged-at-once': 1 },
  })
  expect(told.headline).toBe(
    'Unsafe: 1 double charge, AUD 1.00 overcharged; 1 unresolved; 1 double click or duplicate job, AUD 49.95 maybe overcharged',
  )
})

test('a warning that is an error this time is counted as one', () => {
  const counts_by_code = { 'pending-not-booked': 3 }
  const raised = { 'pending-not-booked': 1 }
  expect(headline('unsafe', { ...sums, counts_by_code, raised }).headline).toBe(
    'Unsafe: 1 pending payment not booked',
  )
  expect(headline('warnings', { ...sums, counts_by_code, raised }).headline).toBe(
    'Warnings: 2 pending payments not booked',
  )
})

test.each([
  [{ requests: 0 }, 'no request reached the sandbox'],
  [
    { requests: 0, own: 2 },
    '2 requests of the dashboard are not judged, and no other reached the sandbox',
  ],
  [{ requests: 0, waiting: 1 }, 'no request has ended yet; 1 request has no response yet'],
  [{ operations: {} }, 'no payment was made, so no recovery of one was tried'],
  [{ incomplete: ['The disk is full', 'It was cut short'] }, 'the disk is full; it was cut short'],
  [{ untested: 'no request reached /v1' }, 'no request reached /v1'],
  [
    {},
    'no response was lost, so your recovery code never ran. Next: npx sandgate sweep --quick -- npm test',
  ],
  [
    { command: 'make test', undecided: 1 },
    'no response was lost, so your recovery code never ran; 1 payment is still undecided. Next: npx sandgate sweep --quick -- make test',
  ],
])('a run that tested nothing says why: %j', (changes, reason) => {
  const told = headline('untested', { ...sums, ...changes })
  expect(told).toEqual({ headline: `Untested: ${reason}`, notTested: undefined })
})

test.each<readonly [string, TestCall, boolean, string, string]>([
  [
    'wrong: a 403 that had charged',
    { ...paid, status: 403 },
    false,
    'Warnings: 1 payment charged or refunded despite an error',
    'warnings',
  ],
  [
    'right: a 403 that had charged and was searched for',
    { ...paid, status: 403 },
    true,
    'Safe: 1 response was lost, and your client recovered from it (2 requests)',
    'safe',
  ],
  [
    'near: a 403 of the gateway',
    { status: 403 },
    false,
    'Untested: no response was lost, so your recovery code never ran. Next: npx sandgate sweep --quick -- npm test',
    'untested',
  ],
])('%s', (_what, first, isSearched, line, verdict) => {
  const told = new SimulatedTest()
  const audit = told.pay({ ...first, id: 'a' })
  if (isSearched) told.search('a', { audit, status: 'approved' })
  expect(reportOf(told.part, new Set())).toMatchObject({ headline: line, verdict })
})

const counted = (requests: number, lost: number) => ({ requests, lost })

test.each([
  [{ purchase: counted(3, 1) }, undefined],
  [{}, 'No payment was made in this run'],
  [{ purchase: counted(3, 1), refund: counted(1, 0) }, 'no response to a refund was lost'],
  [
    { purchase: counted(3, 1), completion: counted(1, 0), standalone_refund: counted(2, 0) },
    'no response to a completion or standalone refund was lost',
  ],
  [
    { purchase: counted(1, 0), refund: counted(1, 0), void: counted(1, 0) },
    'no response to a purchase, refund or void was lost',
  ],
])('a pass names the kinds of requests that lost no response: %j', (operations, notTested) => {
  const lost = { ...sums, encountered: { ...encountered, timeouts: 1 }, operations }
  const told = headline('safe', lost)
  if (notTested === undefined) expect(told.notTested).toBeUndefined()
  else expect(told.notTested).toContain(notTested)
  expect(headline('unsafe', lost).notTested).toBeUndefined()
})

test('warnings of a run that lost nothing come with what was not tested', () => {
  const told = headline('warnings', { ...sums, counts_by_code: { hammering: 1 } })
  expect(told).toEqual({
    headline: 'Warnings: 1 hammered lookup',
    notTested:
      'No response was lost, so your recovery code never ran. Next: npx sandgate sweep --quick -- npm test',
  })
})

test('a run with lost purchases and one refund counts both kinds', () => {
  const told = new SimulatedTest()
  const target = told.pay({ ...paid, id: 'a' })
  told.pay({ ...lostAfter, id: 'b' })
  told.pay({ ...paid, operation: 'refund', target, amount: 100 })
  expect(reportOf(told.part, new Set()).operations).toEqual({
    purchase: { requests: 2, lost: 1 },
    refund: { requests: 1, lost: 0 },
  })
})

test('a lost refund names another one of the same payment under another reference', () => {
  const told = new SimulatedTest()
  const target = told.pay({ ...paid, amount: 10_000 })
  const refund = { operation: 'refund', target, amount: 4000 } as const
  told.pay({ ...lostAfter, ...refund, reference: 'R-1' })
  told.pay({ ...paid, ...refund, reference: 'R-2' })
  const [finding] = told.findings()
  expect(finding?.code).toBe('unresolved')
  expect(finding?.message).toContain('order R-2, AUD 40.00')
  expect(finding?.message).toContain('if that was a retry, the customer was refunded twice')
})

test('a refund of another amount after a lost one is not named', () => {
  const told = new SimulatedTest()
  const target = told.pay({ ...paid, amount: 10_000 })
  const refund = { operation: 'refund', target } as const
  told.pay({ ...lostAfter, ...refund, amount: 4000, reference: 'first' })
  told.pay({ ...paid, ...refund, amount: 3000, reference: 'second' })
  expect(told.findings()[0]?.message).not.toContain('retry')
})

test.each([
  ['the same id', (told: SimulatedTest) => void told.pay({ ...paid, id: 'a' })],
  [
    'a new id after an empty search',
    (told: SimulatedTest) => {
      told.search('a', null)
      told.pay(paid)
    },
  ],
])('%s after the cache time gets advice that a lost response allows', (_what, again) => {
  const told = new SimulatedTest()
  told.pay({ ...lostAfter, id: 'a' })
  told.moveClock(DAY + 1)
  again(told)
  const { advice } =
    told.findings().find(({ code }) => /^(?:double|reused)/.test(code)) ?? told.findings()[0] ?? {}
  expect(advice).toContain('reconcile with the settlement report')
  expect(advice).not.toContain('audit')
})

test('after a search at the wrong merchant, the advice names the right one', () => {
  const told = new SimulatedTest()
  told.pay({ ...lostAfter, id: 'a' })
  told.search('a', null, 2)
  told.pay(paid)
  expect(told.findings()[0]?.advice).toContain('?merchant_id=1&correlation_id_lookup=a;')
})

test('an undecided payment that was given up shows the search for it', () => {
  const told = new SimulatedTest()
  const audit = told.pay({ made: 'unknown', id: 'a' })
  told.search('a', { audit, status: 'unknown' })
  told.moved(audit, 'approved')
  const [finding] = told.findings()
  expect(finding?.code).toBe('unresolved')
  expect(finding?.steps.map(({ kind }) => kind)).toEqual(['purchase', 'search'])
})

test('of two undecided attempts, the finding says which one was never looked up', () => {
  const told = new SimulatedTest()
  const audit = told.pay({ made: 'unknown', id: 'a' })
  told.search('a', { audit, status: 'unknown' })
  told.pay({ made: 'unknown', id: 'b' })
  const unresolved = told.findings().find(({ code }) => code === 'unresolved')
  expect(unresolved?.message).toMatch(/^The purchase with correlation id b was left open\. /)
})

const messageOf = (told: SimulatedTest) => told.findings()[0]?.message

test.each<readonly [string, boolean, string]>([
  ['was completed is charged', true, 'Charged twice: AUD 99.90 for an order of AUD 49.95.'],
  ['is open is held', false, 'Charged and held: AUD 99.90 for an order of AUD 49.95.'],
])('a hold beside a lost charge that %s', (_what, isCompleted, message) => {
  const told = new SimulatedTest()
  told.pay(lostAfter)
  const target = told.pay({ ...paid, operation: 'preauthorisation' })
  if (isCompleted) told.pay({ ...paid, operation: 'completion', target })
  expect(messageOf(told)).toBe(message)
})

test('a hold that was completed in part counts with that part', () => {
  const told = new SimulatedTest()
  told.pay(lostAfter)
  const target = told.pay({ ...paid, operation: 'preauthorisation' })
  told.pay({ ...paid, operation: 'completion', target, amount: 1000 })
  expect(messageOf(told)).toBe('Charged twice: AUD 59.95 for an order of AUD 49.95.')
})

test.each<readonly [string, number | undefined, string]>([
  ['nothing', undefined, ''],
  ['a part', 1000, ' AUD 10.00 of it was refunded later.'],
  ['all that the client knows of', 4995, ' AUD 49.95 of it was refunded later.'],
])('a double charge of which %s was refunded', (_what, amount, undone) => {
  const told = new SimulatedTest()
  told.pay(lostAfter)
  const target = told.pay(paid)
  if (amount !== undefined) told.pay({ ...paid, operation: 'refund', target, amount })
  expect(messageOf(told)).toBe(`Charged twice: AUD 99.90 for an order of AUD 49.95.${undone}`)
})

test('a double charge of which the client voided what it knew of', () => {
  const told = new SimulatedTest()
  told.pay(lostAfter)
  const target = told.pay(paid)
  told.pay({ ...paid, operation: 'void', target })
  told.moved(target, 'voided')
  expect(messageOf(told)).toBe(
    'Charged twice: AUD 99.90 for an order of AUD 49.95. AUD 49.95 of it was voided later.',
  )
})

test.each<readonly [string, (told: SimulatedTest, audit: number) => void, string]>([
  [
    'is open',
    () => undefined,
    'Safe so far: 1 response was lost or undecided (2 requests); 1 payment is still undecided',
  ],
  [
    'is open at the end of its test',
    (told) => told.remove(),
    'Safe so far: 1 response was lost or undecided (2 requests); 1 payment is still undecided',
  ],
  [
    'was decided and looked up',
    (told, audit) => {
      told.moved(audit, 'approved')
      told.search('a', { audit, status: 'approved' })
    },
    'Safe: 1 response was lost or undecided, and your client recovered from it (3 requests)',
  ],
])('an undecided payment that %s', (_what, act, line) => {
  const told = new SimulatedTest()
  const audit = told.pay({ made: 'unknown', id: 'a' })
  told.search('a', { audit, status: 'unknown' })
  act(told, audit)
  expect(reportOf(told.part, new Set()).headline).toBe(line)
})
