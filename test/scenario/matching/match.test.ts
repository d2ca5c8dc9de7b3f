import { expect, test } from 'vitest'
import { DELIVERY, EXTRAS, VERDICT } from '../../../src/scenario/matching/layers.ts'
import { noMatch, takeTurn, verdictOf } from '../../../src/scenario/matching/match.ts'
import type { Facts, RuleCount, RuleOutcome } from '../../../src/scenario/rule.ts'
import type { RuleDocument } from '../../../src/scenario/scenario-document.ts'
import { Asker, bookOf, debit, purchase } from '../book-of.ts'

const outcome = { status: 'declined' } as const
const ALL = VERDICT | EXTRAS | DELIVERY

interface State {
  readonly facts?: Facts
  readonly open?: number
  readonly counts?: Readonly<Record<string, RuleCount>>
}

function turnOf(rule: RuleDocument, { facts = purchase, open = ALL, counts = {} }: State = {}) {
  const book = bookOf([{ name: 'r', ...rule }])
  const [entry] = book.entries
  if (entry === undefined) throw new Error('there is no rule')
  const context = { countOf: (key: string) => counts[key], seed: 1 }
  return takeTurn(entry, facts, { book, context, open })
}

const noted = { seen: 3, hits: 2, from: 1000 }

test.each<[string, RuleDocument, State, string]>([
  ['shapes a request', { outcome }, {}, 'hit'],
  ['cannot affect it', { outcome: { expires: 'at-once' } }, {}, 'unmet'],
  ['could affect what is decided', { outcome }, { open: DELIVERY }, 'decided'],
  ['counts by what it lacks', { per: 'customer_reference', outcome }, {}, 'uncounted'],
  ['is used up', { times: 2, outcome }, { counts: { 'own/r': noted } }, 'used up'],
  [
    'is used up for its reference',
    { times: 2, per: 'reference', outcome },
    { counts: { 'own/r\tORDER-7': noted } },
    'used up',
  ],
  [
    'is used up for another reference',
    { times: 2, per: 'reference', outcome },
    { counts: { 'own/r': noted, 'own/r\tORDER-8': noted } },
    'hit',
  ],
  [
    'is over',
    { for: '1s', outcome },
    { counts: { 'own/r': noted }, facts: { ...purchase, now: 2000 } },
    'over',
  ],
  [
    'is not over yet',
    { for: '1s', outcome },
    { counts: { 'own/r': noted }, facts: { ...purchase, now: 1999 } },
    'hit',
  ],
  ['has a window, but no time', { for: '1s', outcome }, { counts: { 'own/r': noted } }, 'hit'],
  [
    'has a window since the load, counted for all references',
    { for: '1s', per: 'reference', outcome },
    { counts: { 'own/r': noted }, facts: { ...purchase, now: 2000 } },
    'over',
  ],
  ['has no window', { outcome }, { facts: { ...purchase, now: 2000 } }, 'hit'],
])('the turn of a rule that %s', (_name, rule, state, turn) => {
  expect(turnOf(rule, state).turn).toBe(turn)
})

test('a rule that shapes a request counts it, and begins its window', () => {
  const facts = { ...purchase, now: 500 }
  const window = { for: '1s', since: 'first-match' } as const
  expect(turnOf({ ...window, outcome }, { facts }).counts).toEqual([
    { key: 'own/r', count: { seen: 1, hits: 1, from: 500 } },
  ])
  expect(turnOf({ ...window, skip: 1, outcome }, { facts }).counts).toEqual([
    { key: 'own/r', count: { seen: 1, hits: 0 } },
  ])
  const counts = { 'own/r': noted, 'own/r\tORDER-7': { seen: 1, hits: 0 } }
  expect(turnOf({ per: 'reference', outcome }, { facts, counts }).counts).toEqual([
    { key: 'own/r\tORDER-7', count: { seen: 2, hits: 1 } },
    { key: 'own/r', count: { seen: 4, hits: 3, from: 1000 } },
  ])
})

test('one of several outcomes is chosen, and another rule has its own', () => {
  const oneOf = { one_of: [{ status: 'declined' }, { status: 'error' }] } as const
  const asker = new Asker(bookOf([{ outcome: oneOf }]))
  const drawn = Array.from({ length: 40 }, () => asker.ask(purchase).verdict?.outcome.status)
  expect(new Set(drawn)).toEqual(new Set(['declined', 'error']))
  expect(turnOf({ outcome }).outcome).toEqual(outcome)
})

test('a delay is drawn between its bounds, which are both possible', () => {
  const delays = (delay: RuleDocument['outcome']['delay'], count: number) => {
    const asker = new Asker(bookOf([{ outcome: { ...(delay !== undefined && { delay }) } }]))
    return new Set(Array.from({ length: count }, () => asker.ask(purchase).delayMs))
  }
  expect([...delays({ min: '100ms', max: '103ms' }, 100)].sort()).toEqual([100, 101, 102, 103])
  expect(delays({ min: '100ms', max: '100ms' }, 5)).toEqual(new Set([100]))
  expect(delays('70ms', 5)).toEqual(new Set([70]))
  expect(delays(undefined, 5)).toEqual(new Set([0]))
})

test('each layer is decided by the first rule that speaks of it', () => {
  const book = bookOf([
    { name: 'extras', outcome: { drift: true } },
    { name: 'wire', outcome: { delay: '5ms' } },
    { name: 'verdict', outcome },
    { name: 'behind', outcome: { status: 'error', delay: '9ms', drift: true } },
  ])
  const { verdict, extras, delivery, delayMs, rules } = new Asker(book).ask(purchase)
  const deciding = [verdict, extras, delivery].map((one) => one?.rule.id)
  expect(deciding).toEqual(['own/verdict', 'own/extras', 'own/wire'])
  expect(delayMs).toBe(5)
  expect(rules.map(({ id }) => id)).toEqual(['own/extras', 'own/wire', 'own/verdict'])
})

test('with a fault before processing, only its rule counts, and delivery rules that let it pass', () => {
  const stop = { fault: { at: 'before', reset: true } } as const
  const book = bookOf([
    { name: 'verdict', skip: 1, outcome },
    { name: 'wire', skip: 1, outcome: { delay: '5ms' } },
    { name: 'either', skip: 1, outcome: { one_of: [{ delay: '5ms' }, outcome] } },
    { name: 'shaping', outcome: { drift: true } },
    { name: 'stop', outcome: stop },
    { name: 'behind', skip: 1, outcome },
  ])
  const { counts, rules } = new Asker(book).ask(purchase)
  expect(counts.map(({ key }) => key)).toEqual(['own/wire', 'own/either', 'own/stop'])
  expect(rules.map(({ id }) => id)).toEqual(['own/stop'])
})

test('a verdict has all that its rules say, and nothing else', () => {
  const rule = { id: 'own/r', rule: { name: 'r', when: {}, outcome: {} } }
  const verdict = {
    ...{ status: 'unknown', responseCode: '05', responseMessage: 'No', gatewayStatusCode: -99 },
    expires: 'at-once',
    resolves: [{ after: { kind: 'clearance' }, status: 'approved' }],
  } as const satisfies RuleOutcome
  const extras = { kvps: { RISK: '7' }, drift: true } as unknown as RuleOutcome
  const match = {
    ...noMatch,
    verdict: { rule, outcome: verdict },
    extras: { rule, outcome: extras },
  }
  expect(verdictOf(match, purchase)).toStrictEqual({ ...verdict, ...extras })
  const { resolves: _later, ...now } = verdict
  const only = (outcome: RuleOutcome) =>
    verdictOf({ ...noMatch, verdict: { rule, outcome } }, purchase)
  expect(only(now)).toStrictEqual(now)
  expect(only({ status: 'declined' })).toStrictEqual({ status: 'declined' })
  expect(verdictOf({ ...noMatch, extras: { rule, outcome: extras } }, purchase)).toStrictEqual(
    extras,
  )
  expect(verdictOf(noMatch, purchase)).toStrictEqual({})
})

test.each<[string, Facts, string | undefined]>([
  ['from-amount', { ...purchase, amount: '5014' }, '14'],
  ['from-amount', { ...purchase, amount: '5' }, '05'],
  ['from-pan', purchase, '11'],
  ['from-bsb', { ...debit, bsb: '062-003' }, '3'],
])('a code %s is read from the request', (response_code, facts, code) => {
  const match = new Asker(bookOf([{ outcome: { response_code } }])).ask(facts)
  expect(verdictOf(match, facts).responseCode).toBe(code)
})
