import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageCases } from '../../src/insight/coverage/all-cases.ts'
import type { CoverageCase } from '../../src/insight/coverage/coverage-case.ts'
import type { Exchange } from '../../src/insight/exchange.ts'
import { callFindings } from '../../src/insight/findings/all-findings.ts'
import { isRemarkable } from '../../src/insight/findings/remarkable.ts'
import { canWait } from '../../src/insight/stories/book/set-aside.ts'
import { StoryBook } from '../../src/insight/stories/book/story-book.ts'
import { limits, ToldChapter } from './support/told-chapter.ts'

const text = fc.option(fc.constantFrom('', 'a', 'A-1'), { nil: undefined })

/** Payments that were approved at once, whatever else is true of them. */
const plain: fc.Arbitrary<Exchange> = fc
  .record({
    status: fc.constantFrom(200, 201, 299),
    at: fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
    origin: text,
    rules: fc.array(fc.constantFrom('default/x', 'rules/y')),
    card: text,
    correlationId: text,
    facts: fc.record({
      cardNumberIn: fc.option(fc.constant(['transaction.reference']), { nil: undefined }),
      foreignCard: text,
      fingerprint: text,
      isStoredCard: fc.option(fc.boolean(), { nil: undefined }),
      waitedMs: fc.constantFrom(1, 120_000, 500_000),
      hasLeft: fc.option(fc.boolean(), { nil: undefined }),
      next: text,
    }),
    made: fc.record({
      gatewayStatusCode: fc.constantFrom(0, 21),
      responseCode: fc.constantFrom('00', '08', '05', '51', '77'),
      cardType: fc.constantFrom('visa' as const, 'amex' as const, 'jcb' as const, undefined),
      rail: fc.constantFrom('card' as const, 'direct_debit' as const),
      isByToken: fc.boolean(),
      hasSurcharge: fc.boolean(),
      total: fc.integer({ min: 1 }),
    }),
  })
  .map(({ status, at, origin, rules, card, correlationId, facts, made }) => {
    const exchange = new ToldChapter().exchange({ status }, undefined)
    const approved = { audit: 7, kind: 'purchase', status: 'approved', amount: 100 } as const
    const rest = { currency: 'AUD', expiry: '2030-12', expiresAt: undefined, isDrifting: false }
    return {
      ...exchange,
      ...{ at, rules, card, rule: rules[0] },
      request: { ...exchange.request, origin, correlationId, correlationKey: correlationId },
      facts: { ...exchange.facts, ...facts, made: { ...approved, ...rest, ...made } },
    }
  })

const book = new StoryBook(
  { settled: 10, unsettled: 10 },
  { closed: () => undefined, passed: () => undefined },
)

test('a plain payment shows no coverage case but those that look at plain payments', () => {
  const others = coverageCases.filter((one: CoverageCase) => !one.inPlainPayments)
  fc.assert(
    fc.property(plain, (exchange) => {
      expect(canWait(exchange)).toBe(true)
      const sight = { exchange, attempt: undefined, about: undefined, book }
      for (const one of others as readonly CoverageCase[]) {
        if (one.on !== undefined && !one.on.includes('purchase')) continue
        expect(one.watches).toBeUndefined()
        expect([one.name, one.sees?.(sight) ?? false]).toEqual([one.name, false])
      }
    }),
  )
})

test('of plain payments, only remarkable ones show something by themselves', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(plain, (exchange) => {
      const context = { settings: limits, book, attempt: undefined, sameId: undefined }
      for (const { code, watch } of callFindings) {
        if (watch()(exchange, context) === undefined) continue
        seen.add(code)
        expect([code, isRemarkable(exchange, limits)]).toEqual([code, true])
      }
    }),
    { numRuns: 500 },
  )
  expect([...seen].sort()).toEqual([
    'browser-call',
    'card-number-in-text',
    'no-time-out',
    'not-a-test-card',
    'raw-card-after-token',
  ])
})
