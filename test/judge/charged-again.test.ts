import { describe, expect, test } from 'vitest'
import { formattedReport, markdownReport, textReport } from '../../src/cli/report/report-format.ts'
import { reportOf } from '../../src/judge/report/make-report.ts'
import { lostAfter, lostBefore, SimulatedTest, type TestCall } from './support/test-chapter.ts'
import { reportFrom } from './support/test-report.ts'

const paid = { made: 'approved' } as const satisfies TestCall
const DAY = 24 * 3_600_000

/** The answer of A-1001 is lost, another payment follows, and only then the client searches. */
function searchedLate(next: TestCall, first: TestCall = lostAfter): SimulatedTest {
  const told = new SimulatedTest()
  const audit = told.pay({ ...first, id: 'a' })
  told.pay({ ...paid, ...next })
  told.search('a', { audit, status: 'approved' })
  return told
}

function rows(all: readonly (readonly [string, next: TestCall, first?: TestCall])[]) {
  return all.map(([what, next, first = lostAfter]) => [what, { next, first }] as const)
}

const suffixed = { reference: 'A-1001-2' } as const satisfies TestCall

describe('an order that was paid again before the client searched for the first', () => {
  test.each(
    rows([
      ['a suffix', suffixed],
      ['a suffix in words', { reference: 'A-1001/retry' }],
      ['a suffix and a fee', { ...suffixed, amount: 5494 }],
      ['a fee', { amount: 5045 }],
      ['less, under its reference', { amount: 4000 }],
      ['much more, under its reference', { amount: 9990 }],
      ['another card, under its reference', { card: 'card-2' }],
      ['another card and amount, under its reference', { card: 'card-2', amount: 100 }],
      ['another card, amount and currency', { card: 'card-2', amount: 100, currency: 'NZD' }],
      ['another card, as a hold', { card: 'card-2', operation: 'preauthorisation' }],
      ['a suffix, as a hold', { ...suffixed, operation: 'preauthorisation' }],
      ['a suffix after a 403 that had charged', suffixed, { ...paid, status: 403 }],
      [
        'a suffix, of a standalone refund',
        { ...suffixed, operation: 'standalone_refund' },
        { ...lostAfter, operation: 'standalone_refund' },
      ],
    ]),
  )('wrong: with %s', (_what, { next, first }) => {
    expect(searchedLate(next, first).codes()).toEqual(['charged-again'])
  })

  test.each(
    rows([
      ['another card', { ...suffixed, card: 'card-2' }],
      ['another merchant', { ...suffixed, merchant: 2 }],
      ['an unrelated reference and the same amount', { reference: 'B-7' }],
      ['another number that begins alike', { reference: 'A-10012' }],
      ['more than a tenth more', { ...suffixed, amount: 5495 }],
      ['less', { ...suffixed, amount: 4000 }],
      ['a decline', { ...suffixed, made: 'declined' }],
      ['the next number of a series', suffixed, { ...lostAfter, reference: 'A-1001-1' }],
      [
        'the next day in its reference',
        { reference: 'D-2026-03-11' },
        { ...lostAfter, reference: 'D-2026-03-10' },
      ],
    ]),
  )('near: with %s', (_what, { next, first }) => {
    expect(searchedLate(next, first).codes()).toEqual([])
  })

  test('wrong: with a suffix, a moment before the sandbox noticed that the response was lost', () => {
    const first = { ...lostAfter, facts: { waited_ms: 12 } }
    expect(searchedLate({ ...suffixed, later: -1000 }, first).codes()).toEqual(['charged-again'])
  })

  test('near: with a suffix, well before the response was lost', () => {
    const first = { ...lostAfter, facts: { waited_ms: 1000 } }
    expect(searchedLate({ ...suffixed, later: -1000 }, first).codes()).toEqual([])
  })

  test('right: it searches first, and pays again after an empty search', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    told.pay({ ...paid, ...suffixed })
    expect(told.codes()).toEqual([])
  })

  test.each<readonly [string, (told: SimulatedTest, audit: number) => void]>([
    ['refunds', (told, target) => told.pay({ ...paid, operation: 'refund', target })],
    ['voids', (told, audit) => told.moved(audit, 'voided')],
  ])('right: it %s one of the two, also after a report was read', (_what, undo) => {
    for (const isFirst of [true, false]) {
      const told = new SimulatedTest()
      const audits = [told.pay({ ...lostAfter, id: 'a' }), told.pay({ ...paid, ...suffixed })]
      told.search('a', { audit: audits[0] ?? 0, status: 'approved' })
      expect(told.codes()).toEqual(['charged-again'])
      undo(told, audits[isFirst ? 0 : 1] ?? 0)
      expect(told.codes()).toEqual([])
    }
  })

  test('near: of a refund for another payment', () => {
    const told = new SimulatedTest()
    const [one, other] = [told.pay(paid), told.pay({ ...paid, reference: 'B-1' })]
    const refund = { operation: 'refund', amount: 1000 } as const
    const audit = told.pay({ ...lostAfter, ...refund, id: 'a', target: one })
    told.pay({ ...paid, ...refund, target: other, reference: 'A-1001-2' })
    told.search('a', { audit, status: 'approved' })
    expect(told.codes()).toEqual([])
  })

  test('wrong: another order with the same amount, a 409 and another lost response lie between', () => {
    const told = new SimulatedTest()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.pay({ id: 'a', status: 409 })
    told.pay({ ...paid, reference: 'B-7' })
    told.pay({ ...lostAfter, id: 'c', reference: 'C-7', made: 'declined' })
    told.pay({ ...paid, ...suffixed })
    told.search('a', { audit, status: 'approved' })
    told.search('c', { audit: audit + 2, status: 'declined' })
    expect(told.codes()).toEqual(['charged-again'])
  })

  test.each([
    ['the same reference', {}],
    ['a suffix', suffixed],
  ])('near: six days later with %s', (_what, next) => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, id: 'a' })
    told.moveClock(6 * DAY)
    told.pay({ ...paid, ...next })
    expect(told.codes()).toEqual(['unresolved'])
    expect(told.findings()[0]?.message).not.toContain('twice')
  })

  test('right: it voids the first much later', () => {
    const told = new SimulatedTest({ paymentsKept: 1 })
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.pay({ ...paid, ...suffixed })
    told.search('a', { audit, status: 'approved' })
    for (const n of [1, 2, 3]) told.pay({ ...paid, reference: `B-${n}` })
    told.moved(audit, 'voided')
    expect(told.codes()).toEqual([])
  })

  test('a refund is called a refund', () => {
    const refund = { operation: 'standalone_refund' } as const
    const [finding] = searchedLate(
      { ...refund, ...suffixed },
      { ...lostAfter, ...refund },
    ).findings()
    expect(finding?.message).toContain('the customer was refunded twice')
    expect(finding?.message).toMatch(/but voided neither\.$/)
    expect(finding?.advice).not.toContain('void or refund')
  })

  test('a payment that stays unresolved is not told twice', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, id: 'a' })
    told.pay({ ...paid, ...suffixed })
    expect(told.codes()).toEqual(['unresolved'])
  })

  test('the first line, the words and the steps', () => {
    const told = searchedLate(suffixed)
    expect(reportOf(told.part, new Set()).headline).toBe(
      'Warnings: 1 possible double charge or refund',
    )
    expect(told.findings()).toMatchObject([
      {
        subject: 'order A-1001, AUD 49.95',
        message:
          'The client did not know what had happened to its first request. 1.0 s later the same card was used for another purchase, order A-1001-2, AUD 49.95: if that was a retry, the customer was charged twice. The client has found out since that the first request went through, but refunded neither.',
        advice:
          'First ask GET /v1/transactions?merchant_id=1&correlation_id_lookup=a; send the request again, with the same correlation id, only if the search is empty. If it was a retry, void or refund one of the two.',
        steps: [
          {
            kind: 'purchase',
            text: 'the response was lost after the money moved (connection reset)',
          },
          { kind: 'purchase', text: 'approved' },
          { kind: 'search', text: 'found it approved' },
        ],
      },
    ])
    told.moveClock(DAY)
    told.remove()
    expect(told.codes()).toEqual(['charged-again'])
  })
})

test('a step of another order names that order, in the terminal, Markdown and HTML', async () => {
  const told = searchedLate(suffixed)
  const report = reportFrom(told)
  const [finding] = report.findings
  expect(finding?.subject).toMatch(/^order A-1001,/)
  const byOrder = finding?.steps.map(({ kind, order }) => [kind, order])
  expect(byOrder).toEqual([
    ['purchase', undefined],
    ['purchase', 'A-1001-2'],
    ['search', undefined],
  ])
  const text = textReport(report)
  expect(text).toMatch(/2\. .* purchase .* {2}order A-1001-2, audit \d+ approved, request 2 {2}\S/)
  expect(text.match(/order A-1001(?:-2)?, audit/g)).toEqual(['order A-1001-2, audit'])
  expect(markdownReport(report)).toMatch(
    /purchase corr-2, order A-1001-2\n.*approved\n.*audit \d+, paid/,
  )
  expect(await formattedReport('html', report)).toContain('<span>order A-1001-2</span>')
})
