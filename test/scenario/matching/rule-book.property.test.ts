import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchRule, ruleBook } from '../../../src/scenario/matching/rule-book.ts'
import {
  type Conditions,
  type Facts,
  operations,
  type RuleCount,
  type RuleOutcome,
  type Scenario,
  type ScenarioRule,
} from '../../../src/scenario/rule.ts'
import { explain } from '../../../src/scenario/telling/explain.ts'
import { naiveMatch } from '../naive-match.ts'

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
  fc.record({ kind: fc.constant('globs' as const), globs: globs('123', 4) }),
  fc.record(
    {
      kind: fc.constant('range' as const),
      min: fc.integer({ min: 0, max: 400 }),
      max: fc.integer({ min: 0, max: 400 }),
    },
    { requiredKeys: ['kind'] },
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
    cvv: globs('19', 3),
    bsb: fc.array(bsb, { minLength: 1, maxLength: 2 }),
    account_number: globs('12', 3),
    reference: fc.oneof(globs('ab', 3), holding),
    kvp: fc.dictionary(fc.constantFrom('k', 'l'), fc.oneof(globs('ab', 2), holding), {
      minKeys: 1,
      maxKeys: 2,
    }),
    virtual_pan: globs('9', 3),
    token_name: globs('ab', 3),
    customer_reference: globs('ab', 3),
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
    cvv: text('19', 3),
    bsb: fc.constantFrom('032-051', '032-052', '062-001'),
    account_number: text('12x', 3),
    reference: text('ab', 8),
    kvp: fc.dictionary(fc.constantFrom('k', 'l'), text('ab', 6)),
    virtual_pan: text('9', 3),
    token_name: text('ab', 3),
    customer_reference: text('ab', 3),
  },
  { requiredKeys: ['operation', 'merchant'] },
)

// Mostly one or two conditions each, or nothing would ever match.
const when = fc
  .tuple(conditions, fc.shuffledSubarray(['a', 'b'], { minLength: 0 }), fc.nat())
  .map(([all, kept, start]) => {
    const entries = Object.entries(all)
    const chosen = kept.map((_, i) => entries[(start + i) % Math.max(entries.length, 1)])
    return Object.fromEntries(chosen.filter((entry) => entry !== undefined)) as Conditions
  })

const outcome: fc.Arbitrary<RuleOutcome> = fc.constantFrom<RuleOutcome[]>(
  {},
  { status: 'declined' },
  { delayMs: 5 },
  { drift: true },
  { expires: 'at-once' },
  { expires: 'at-once', kvps: { a: 'b' } },
  { responseCode: '51' },
  { responseCode: 'from-amount' },
  { responseCode: 'from-pan' },
  { responseCode: 'from-pan', fault: { at: 'after', kind: 'reset' } },
)

const rule: fc.Arbitrary<ScenarioRule> = fc
  .record({
    id: fc.constantFrom(...Array.from({ length: 30 }, (_, i) => `s/${i}`)),
    when,
    times: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
    skip: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    outcome,
  })
  .map(({ id, when, times, skip, outcome }) => ({
    id,
    rule: {
      name: id,
      when,
      ...(times !== undefined && { times }),
      ...(skip !== undefined && { skip }),
      outcome,
    },
  }))

const rules = fc.array(rule, { maxLength: 25 })
const requests = fc.array(facts, { minLength: 1, maxLength: 12 })

test('the index finds what asking every rule in turn finds, counts included', () => {
  fc.assert(
    fc.property(rules, rules, requests, (shots, own, asked) => {
      const scenario: Scenario = { name: 's', description: '', rules: own }
      const book = ruleBook([scenario], shots)
      const counts = new Map<string, RuleCount>()
      const countOf = (id: string) => counts.get(id)
      for (const request of asked) {
        const match = matchRule(book, request, countOf)
        expect(match).toEqual(naiveMatch([...shots, ...own], request, countOf))
        for (const { id, count } of match.counts) counts.set(id, count)
      }
    }),
    { numRuns: 300 },
  )
})

test('an explanation names the rule that then matches, and every rule before it', () => {
  fc.assert(
    fc.property(rules, requests, (own, asked) => {
      const book = ruleBook([{ name: 's', description: '', rules: own }], [])
      const counts = new Map<string, RuleCount>()
      const countOf = (id: string) => counts.get(id)
      for (const request of asked) {
        const { rule: expected, tried } = explain(book, request, countOf)
        const match = matchRule(book, request, countOf)
        expect(expected).toBe(match.rule)
        const order = book.entries.findIndex((entry) => entry.rule === expected)
        expect(tried).toHaveLength(order === -1 ? book.entries.length : order)
        for (const { id, count } of match.counts) counts.set(id, count)
      }
    }),
  )
})

test('a rule never shapes more requests than it may, nor before it has let its share pass', () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 1, max: 10 }), (only, length) => {
      const always = { id: only.id, rule: { ...only.rule, when: {}, outcome: {} } }
      const book = ruleBook([], [always])
      let count: RuleCount | undefined
      let hits = 0
      for (let i = 0; i < length; i++) {
        const match = matchRule(book, { operation: 'purchase', merchant: 1 }, () => count)
        count = match.counts[0]?.count ?? count
        if (match.rule) hits++
      }
      const { skip = 0, times = Number.POSITIVE_INFINITY } = only.rule
      expect(hits).toBe(Math.max(0, Math.min(times, length - skip)))
      expect(count?.hits).toBe(hits)
    }),
  )
})
