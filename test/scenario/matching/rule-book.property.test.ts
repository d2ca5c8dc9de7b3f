import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactMembers } from '../../../src/base/redaction/redacted.ts'
import { ConsideredRules } from '../../../src/scenario/describe/considered-rules.ts'
import { drawsFor } from '../../../src/scenario/matching/counting.ts'
import { ALL_LAYERS, DELIVERY, EXTRAS } from '../../../src/scenario/matching/layers.ts'
import { type Match, matchRules } from '../../../src/scenario/matching/match.ts'
import type { RuleBook } from '../../../src/scenario/matching/rule-book.ts'
import { operations } from '../../../src/scenario/operations.ts'
import type {
  Conditions,
  Facts,
  RuleCount,
  Scenario,
  ScenarioRule,
} from '../../../src/scenario/rule.ts'
import { type OutcomeDocument, perNames } from '../../../src/scenario/scenario-document.ts'
import { fingerprint, ruleBook } from '../book-of.ts'
import { type NaiveBy, type NaiveMatch, naiveMatch } from '../naive-match.ts'

// Few values and short texts, so that rules and requests meet often.
const operation = fc.constantFrom(...operations.slice(0, 4), 'lookup' as const)
const method = fc.constantFrom('card' as const, 'direct_debit' as const)
const merchant = fc.integer({ min: 1, max: 3 })
const text = (characters: string, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength }).map((list) => list.join(''))
const globs = (characters: string, maxLength: number) =>
  fc.array(text(`${characters}*?`, maxLength), { minLength: 1, maxLength: 3 })
/** Three or more letters between wildcards: what a text has to hold somewhere. */
const holding = fc
  .array(fc.tuple(fc.constantFrom('*', '?', '*?', '*a*'), text('ab', 4)), {
    minLength: 1,
    maxLength: 2,
  })
  .map((pieces) => [`${pieces.flat().join('')}*`])
const bsb = fc.constantFrom('032-051', '032052', '062-001', '032-05?', '032*', '*1')
const panGlob = fc.constantFrom(
  '4444333322221111',
  '400000?0000000??',
  '400000??????9801',
  '4*',
  '*1111',
  '*0051',
  '400000*',
  '*',
  '?4*',
  '4444*1111',
  '444433??????1111',
  '4444333*11',
)
const pan = fc.constantFrom(
  '4444333322221111',
  '444433xxxxxx1111',
  '4000000000000051',
  '400000xxxxxx0051',
  '400000xxxxxx9801',
  'xxxxxxxxxxxx1111',
  '340000xxxxx0051',
)
const amount = fc.oneof(
  globs('123', 4),
  fc.record(
    { min: fc.integer({ min: 0, max: 400 }), max: fc.integer({ min: 0, max: 400 }) },
    { requiredKeys: [] },
  ),
)

const conditions: fc.Arbitrary<Conditions> = fc.record(
  {
    operation: fc.array(operation, { minLength: 1, maxLength: 2 }),
    merchant: fc.array(merchant, { minLength: 1, maxLength: 2 }),
    method,
    amount,
    currency: globs('AU', 2),
    pan: fc.array(panGlob, { minLength: 1, maxLength: 2 }),
    card_type: fc.constantFrom(['visa'], ['v*', 'amex'], ['*'], ['']),
    cvv: globs('19', 3),
    bsb: fc.array(bsb, { minLength: 1, maxLength: 2 }),
    account_number: fc.oneof(globs('12', 3), fc.constantFrom(['*12'], ['1*'], ['??2'])),
    reference: fc.oneof(globs('ab', 3), holding),
    kvp: fc.dictionary(fc.constantFrom('k', 'l'), fc.oneof(globs('ab', 2), holding), {
      minKeys: 1,
      maxKeys: 2,
    }),
    virtual_pan: globs('9', 3),
    token_name: globs('ab', 3),
    customer_reference: globs('ab', 3),
    user: globs('ab', 2),
    expiry: fc.constantFrom(['1227'], ['??27'], ['0128', '12*']),
    correlation_id: globs('ab', 3),
    audit: globs('12', 2),
    target_audit: globs('12', 2),
    from: fc.constantFrom('2026-03-10T01:00:00Z', '2026-03-10T13:30:00Z'),
    until: fc.constantFrom('2026-03-10T02:00:00Z', '2026-03-11T00:00:00Z'),
  },
  { requiredKeys: [] },
)

/** Daily windows of all kinds, since both edges of one must be of one kind. */
const daily = fc.record(
  {
    from: fc.constantFrom('00:00', '09:30', '12:00', '22:00'),
    until: fc.constantFrom('06:00', '12:01', '23:59'),
  },
  { requiredKeys: [] },
)

const facts: fc.Arbitrary<Facts> = fc.record(
  {
    operation,
    merchant,
    method,
    amount: text('123', 3),
    currency: text('AU', 2),
    pan,
    card_type: fc.constantFrom('visa' as const, 'amex' as const, '' as const),
    cvv: text('19', 3),
    bsb: fc.constantFrom('032-051', '032-052', '062-001'),
    account_number: text('12x', 3),
    reference: text('ab', 8),
    kvp: fc.dictionary(fc.constantFrom('k', 'l'), text('ab', 6)),
    virtual_pan: text('9', 3),
    token_name: text('ab', 3),
    customer_reference: text('ab', 3),
    user: text('ab', 2),
    expiry: fc.constantFrom('1227', '0128'),
    correlation_id: text('ab', 3),
    audit: text('12', 2),
    target_audit: text('12', 2),
    now: fc.integer({ min: Date.UTC(2026, 2, 10), max: Date.UTC(2026, 2, 11, 12) }),
    card: text('pq', 1),
  },
  { requiredKeys: ['operation', 'merchant'] },
)

// Mostly one or two conditions each, or nothing would ever match.
const some = fc
  .tuple(conditions, fc.shuffledSubarray(['a', 'b'], { minLength: 0 }), fc.nat())
  .map(([all, kept, start]) => {
    const entries = Object.entries(all)
    const chosen = kept.map((_, i) => entries[(start + i) % Math.max(entries.length, 1)])
    return Object.fromEntries(chosen.filter((entry) => entry !== undefined)) as Conditions
  })

const when: fc.Arbitrary<Conditions> = fc.oneof(
  { weight: 6, arbitrary: some },
  { weight: 1, arbitrary: daily },
  {
    weight: 2,
    arbitrary: fc
      .tuple(some, some)
      .map(([own, not]) => (Object.keys(not).length === 0 ? own : { ...own, not })),
  },
)

const outcome: fc.Arbitrary<OutcomeDocument> = fc.constantFrom<OutcomeDocument[]>(
  {},
  { status: 'declined' },
  { delay: '5ms' },
  { delay: { min: '5ms', max: '50ms' }, status: 'approved' },
  { drift: true },
  { kvps: redactMembers({ a: 'b' }) },
  { headers: { 'X-A': 'b' } },
  { expires: 'at-once' },
  { expires: 'at-once', kvps: redactMembers({ a: 'b' }) },
  { response_code: '51' },
  { response_code: 'from-amount' },
  { response_code: 'from-pan' },
  { resolves: [] },
  { response_code: 'from-pan', fault: { at: 'after', reset: true } },
  { fault: { at: 'before', http: 503 } },
)

const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

const ruleOf = (scenario: string): fc.Arbitrary<ScenarioRule> =>
  fc
    .record({
      id: fc.constantFrom(...Array.from({ length: 30 }, (_, i) => `${scenario}/${i}`)),
      when,
      times: option(fc.integer({ min: 1, max: 2 })),
      skip: option(fc.integer({ min: 0, max: 2 })),
      every: option(fc.integer({ min: 1, max: 3 })),
      chance: option(fc.constantFrom('20%', '50%', '90%')),
      per: option(fc.constantFrom(...perNames)),
      outcome: fc.oneof(
        { weight: 2, arbitrary: outcome },
        {
          weight: 1,
          arbitrary: fc.record({
            one_of: fc.array(
              fc.tuple(fc.constantFrom(1, 3), outcome).map(([weight, one]) => ({ weight, ...one })),
              { minLength: 1, maxLength: 3 },
            ),
          }),
        },
      ),
    })
    .map(({ id, when, outcome, ...counting }) => {
      const given = Object.entries(counting).filter(([, value]) => value !== undefined)
      return { id, rule: { name: id, when, outcome, ...Object.fromEntries(given) } }
    })

const rule = ruleOf('s')
const rules = fc.array(rule, { maxLength: 25 })
const temporaryRules = fc.uniqueArray(ruleOf('rules'), { maxLength: 25, selector: ({ id }) => id })
const requests = fc.array(facts, { minLength: 1, maxLength: 12 })

const SEED = 7

/** Asks both, with the counts that the requests before have left. */
function holdAgainstTwin(book: RuleBook, all: readonly ScenarioRule[], asked: readonly Facts[]) {
  const counts = new Map<string, RuleCount>()
  const countOf = (key: string) => counts.get(key)
  const draw: NaiveBy['draw'] = (key, turn, what) => drawsFor(SEED, key)(turn, what)
  for (const request of asked) {
    const match = matchRules(book, request, { countOf, seed: SEED, fingerprint })
    const expected = naiveMatch(all, request, { countOf, draw })
    expect(plain(match)).toEqual(expected)
    for (const { key, count } of match.counts) counts.set(key, count)
  }
}

function plain({ bank, extras, delivery, rules, counts }: Match): NaiveMatch {
  const decided = Object.entries({ bank, extras, delivery }).flatMap(([layer, decision]) =>
    decision === undefined ? [] : [[layer, { id: decision.rule.id, outcome: decision.outcome }]],
  )
  return {
    decided: Object.fromEntries(decided),
    rules: rules.map(({ id }) => id),
    counts: new Map(counts.map(({ key, count }) => [key, count])),
  }
}

test('the index finds for each layer what asking every rule in turn finds, counts included', () => {
  fc.assert(
    fc.property(temporaryRules, rules, requests, (shots, own, asked) => {
      const scenario: Scenario = { name: 's', description: '', rules: own }
      holdAgainstTwin(ruleBook([scenario], shots), [...shots, ...own], asked)
    }),
    { numRuns: 400 },
  )
})

test('layers that are closed are decided by nobody, and their rules are not counted', () => {
  const masks = [
    [DELIVERY, ['delivery']],
    [EXTRAS | DELIVERY, ['extras', 'delivery']],
    [ALL_LAYERS, ['bank', 'extras', 'delivery']],
  ] as const
  fc.assert(
    fc.property(rules, facts, fc.constantFrom(...masks), (own, request, [open, names]) => {
      const book = ruleBook([{ name: 's', description: '', rules: own }], [])
      const countOf = () => undefined
      const draw: NaiveBy['draw'] = (key, turn, what) => drawsFor(SEED, key)(turn, what)
      const match = matchRules(book, request, { countOf, seed: SEED, fingerprint, open })
      expect(plain(match)).toEqual(naiveMatch(own, request, { countOf, draw, open: names }))
    }),
  )
})

test('an explanation names the rules that then decide, and every other rule that is asked', async () => {
  await fc.assert(
    fc.asyncProperty(rules, requests, async (own, asked) => {
      const book = ruleBook([{ name: 's', description: '', rules: own }], [])
      const counts = new Map<string, RuleCount>()
      const by = { countOf: (key: string) => counts.get(key), seed: SEED, fingerprint }
      for (const request of asked) {
        const match = matchRules(book, request, by)
        const { decided, tried } = new ConsideredRules(match.considered, request)
        expect(decided.map(({ id }) => id)).toEqual(match.rules.map(({ id }) => id))
        const told = new Set([...decided, ...tried].map(({ id }) => id))
        for (const { id } of match.rules) expect(told).toContain(id)
        for (const { key, count } of match.counts) counts.set(key, count)
      }
    }),
  )
})

test('a rule never shapes more requests than it may, nor before it has let its share pass', () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 1, max: 20 }), (only, length) => {
      const { chance: _chance, per: _per, ...counting } = only.rule
      const always = { id: only.id, rule: { ...counting, when: {}, outcome: {} } }
      const book = ruleBook([], [always])
      let count: RuleCount | undefined
      let hits = 0
      for (let i = 0; i < length; i++) {
        const facts = { operation: 'purchase', merchant: 1 } as const
        const match = matchRules(book, facts, { countOf: () => count, seed: SEED, fingerprint })
        count = match.counts[0]?.count ?? count
        hits += match.rules.length
      }
      const { skip = 0, every = 1, times = Number.POSITIVE_INFINITY } = counting
      expect(hits).toBe(Math.min(times, Math.max(0, Math.floor((length - skip) / every))))
      expect(count?.hits).toBe(hits)
    }),
  )
})
