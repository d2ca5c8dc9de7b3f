import { expect, test } from 'vitest'
import { sweepJunit } from '../../../src/cli/sweep/sweep-junit.ts'
import { sweepMarkdown, sweepText } from '../../../src/cli/sweep/sweep-text.ts'
import { sweepPage } from '../../../src/dashboard/report/sweep-page.tsx'
import {
  type CellResult,
  type CellRun,
  cellResult,
  isUnsafe,
} from '../../../src/judge/sweep/cells/result.ts'
import {
  type BaselineFinding,
  type CellOutcome,
  type Swept,
  sweptSchema,
} from '../../../src/judge/sweep/document/sweep-schema.ts'
import { sweepDocument } from '../../../src/judge/sweep/shown/sweep-document.ts'
import { verdictLine, warningLines } from '../../../src/judge/sweep/shown/sweep-lines.ts'
import { ofTwo, sweepVerdict } from '../../../src/judge/sweep/shown/sweep-verdict.ts'
import { shownFinding, sweepOf, sweptCell } from '../support/test-sweep.ts'

const same = {
  isChargedMore: false,
  isRefundedMore: false,
  isReturned: false,
  isNotUndone: false,
  isLess: false,
  isOnlyRefundLess: false,
  isOrderLess: false,
  hasMoreCustomers: false,
  hasMoreTokens: false,
}

const passed: CellRun = {
  operation: 'purchase',
  at: 'after',
  isReached: true,
  isHung: false,
  hasPassed: true,
  findings: new Set(),
  isCrashed: false,
  money: same,
}

test.each<[string, Partial<CellRun>, string]>([
  ['nothing happened', {}, 'safe'],
  ['the test failed and the money is right', { hasPassed: false }, 'failed_safe'],
  [
    'the fault was not met',
    { isReached: false, findings: new Set(['double-charge']) },
    'not_reached',
  ],
  [
    'two payments for one',
    { findings: new Set(['blind-retry', 'double-charge']) },
    'double_charge',
  ],
  ['two refunds for one', { findings: new Set(['double-refund']) }, 'double_refund'],
  ['paid, not booked', { findings: new Set(['paid-not-booked', 'blind-retry']) }, 'unresolved'],
  ['paid, not booked', { areBooksWrong: true }, 'books_differ'],
  ['nobody looked', { findings: new Set(['unresolved']) }, 'unresolved'],
  ['it was sent again and refused', { findings: new Set(['blind-retry']) }, 'unresolved'],
  [
    'the next one, bought on purpose, came through alone',
    { at: 'before', findings: new Set(['blind-retry']), money: { ...same, isLess: true } },
    'unresolved',
  ],
  ['luck', { at: 'before', findings: new Set(['blind-retry']) }, 'blind_retry'],
  [
    'luck, and a test failed',
    { at: 'before', findings: new Set(['blind-retry']), hasPassed: false },
    'blind_retry',
  ],
  [
    'nobody tried again',
    { findings: new Set(['lost-sale']), hasPassed: false, money: { ...same, isLess: true } },
    'lost_sale',
  ],
  [
    'a refund never happened, and the tests passed',
    { money: { ...same, isLess: true } },
    'lost_sale',
  ],
  [
    'the client stopped at a pending sale, which was approved later',
    {
      findings: new Set(['ignored-pending']),
      money: { ...same, isLess: true, isOnlyRefundLess: true },
    },
    'safe',
  ],
  [
    'the client stopped at a pending hold, and never completed it',
    {
      operation: 'preauthorisation',
      findings: new Set(['ignored-pending']),
      money: { ...same, isLess: true },
    },
    'lost_sale',
  ],
  [
    'the client stopped at a pending sale, and another order was never charged',
    { findings: new Set(['ignored-pending']), money: { ...same, isLess: true } },
    'lost_sale',
  ],
  [
    'less was done, and a test failed',
    { hasPassed: false, money: { ...same, isLess: true } },
    'failed_safe',
  ],
  [
    'less was done because it was killed',
    { isCrashed: true, money: { ...same, isLess: true } },
    'safe',
  ],
  [
    'a hold is as it was, because it was killed before it could be completed in part',
    { operation: 'preauthorisation', isCrashed: true, money: { ...same, isNotUndone: true } },
    'safe',
  ],
  ...(['void', 'completion'] as const).map((operation): [string, Partial<CellRun>, string] => [
    `killed at the ${operation}, which was not made up for`,
    { operation, isCrashed: true, money: { ...same, isNotUndone: true } },
    'unresolved',
  ]),
  ['it was tried again under another reference', { findings: new Set(['lost-sale']) }, 'safe'],
  ['more was taken, under any name', { money: { ...same, isChargedMore: true } }, 'double_charge'],
  ['more was refunded', { money: { ...same, isRefundedMore: true } }, 'double_refund'],
  [
    'more was taken, and the client does not know it',
    { findings: new Set(['unresolved']), money: { ...same, isChargedMore: true } },
    'double_charge',
  ],
  ['a customer too many', { money: { ...same, hasMoreCustomers: true } }, 'duplicate_customer'],
  ['a token too many', { money: { ...same, hasMoreTokens: true } }, 'duplicate_token'],
  ['it did not end', { isHung: true, findings: new Set(['unresolved']) }, 'hung'],
  [
    'it charged twice and did not end',
    { isHung: true, findings: new Set(['double-charge']) },
    'double_charge',
  ],
])('%s', (_what, run, result) => {
  expect(cellResult({ ...passed, ...run })).toBe(result)
})

test('a cell that ends differently when it is run again is flaky, and counts as the worse', () => {
  const of = (result: CellResult) => sweptCell('purchase-1/after/hang', result)
  expect(ofTwo(of('failed_safe'), of('safe'))).toEqual({
    ...of('failed_safe'),
    flaky: ['failed_safe', 'safe'],
  })
  expect(ofTwo(of('hung'), of('unresolved'))).toEqual({
    ...of('unresolved'),
    flaky: ['hung', 'unresolved'],
  })
  expect(ofTwo(of('hung'), of('hung'))).toEqual(of('hung'))
  const swept = sweepOf([ofTwo(of('failed_safe'), of('safe'))])
  const layout = { width: undefined, style: (_tone: string, text: string) => text }
  const line =
    'flaky: 1 cell ended differently when run again: purchase-1/after/hang (failed safe, then safe)'
  for (const text of [sweepText(swept, layout), sweepMarkdown(swept), sweepPage(swept)]) {
    expect(text).toContain(line)
  }
  expect(sweptSchema.parse(sweepDocument(swept))).toEqual(swept)
})

test('warnings that only cells have are listed by name, with their cells', () => {
  const warning = (code: string) => shownFinding(code, 'warning')
  const findings = [warning('lost-sale'), warning('hammering')]
  const cells = ['pending', 'slow'].map((fault) =>
    sweptCell(`purchase-1/after/${fault}`, 'lost_sale', { findings }),
  )
  expect(warningLines({ cells })).toEqual([
    'Hammered lookup (2 cells): purchase-1/after/pending, purchase-1/after/slow',
  ])
  const layout = { width: undefined, style: (_tone: string, text: string) => text }
  const swept = sweepOf(cells)
  for (const text of [sweepText(swept, layout), sweepMarkdown(swept), sweepPage(swept)]) {
    expect(text).toContain('Hammered lookup (2 cells): purchase-1/after/pending')
  }
})

test('what is unsafe, and what is so only for the strict', () => {
  const results = [
    ...(['double_charge', 'double_refund', 'books_differ', 'unresolved', 'blind_retry'] as const),
    ...(['lost_sale', 'duplicate_customer', 'duplicate_token', 'hung'] as const),
  ]
  const wrong = results.filter((one) => isUnsafe(one, false))
  expect(wrong).toEqual(results.slice(0, 5))
  expect(results.every((one) => isUnsafe(one, true))).toBe(true)
  expect([isUnsafe('safe', true), isUnsafe('not_reached', true)]).toEqual([false, true])
})

test.each<[string, readonly CellResult[]]>([
  ['Safe: 2 cells', ['safe', 'safe']],
  ['Safe: 2 cells. 1 failed safe, 1 safe', ['safe', 'failed_safe']],
  ['Unsafe: 1 of 2 cells. 1 double charge; 1 lost sale', ['lost_sale', 'double_charge']],
  [
    'Warnings: safe by giving up: 1 sale lost; 1 of 3 cells. 1 lost sale; 1 not reached, 1 safe',
    ['lost_sale', 'not_reached', 'safe'],
  ],
  ['Warnings: 1 of 2 cells. 1 duplicate token; 1 safe', ['safe', 'duplicate_token']],
  ['Untested: 1 of 2 cells. 1 not run; 1 safe; not everything is proven', ['safe', 'not_run']],
  [
    'Untested: 1 of 2 cells. 1 not reached; 1 safe; not everything is proven, which fails a sweep only with --strict',
    ['not_reached', 'safe'],
  ],
  ['Safe: 1 cell. 1 failed safe', ['failed_safe']],
])('%s', (line, results) => {
  const swept = sweepOf(results.map((result) => sweptCell('purchase-1/after/reset', result)))
  expect(verdictLine(swept)).toBe(line)
  expect(line.toLowerCase().startsWith(sweepVerdict(swept))).toBe(true)
})

test.each<[string, readonly CellResult[]]>([
  ['Safe: 1 cell; not tried: the recovery from 1 more call (add --full)', ['safe']],
  ['Unsafe: 1 cell. 1 double charge', ['double_charge']],
])(
  'calls that were left out are named in the first line, unless it is unsafe: %s',
  (line, results) => {
    const left = { what: 'the recovery from 1 more call', how: 'add --full', narrows: true }
    const not_tried = [left, { what: 'crashes', how: '--crash', narrows: false }]
    const cells = results.map((result) => sweptCell('purchase-1/after/reset', result))
    expect(verdictLine(sweepOf(cells, { not_tried }))).toBe(line)
  },
)

test.each([
  [
    1,
    'reference A-1001 was paid more than once (AUD 99.90 for the first two payments) without any fault',
  ],
  [
    3,
    'reference A-1001 was paid more than once (AUD 99.90 for the first two payments), and so were 2 more references without any fault',
  ],
])(
  'a sweep names a reference that was paid more than once without any fault, of %i',
  (paid_more, words) => {
    const paid_twice = { reference: 'A-1001', cents: 9990, currency: 'AUD' }
    const baseline = { duration_ms: 10, findings: [], paid_more, paid_twice }
    const swept = sweepOf([sweptCell('purchase-1/after/reset', 'safe')], { baseline })
    expect(verdictLine(swept)).toBe(`Safe: 1 cell; ${words}`)
  },
)

test.each([
  ['ignored-pending', '1 ignored pending payment'],
  ['other-card', '1 payment by another card'],
  ['changed-price', '1 changed price'],
])('a cell with the warning %s is not called safe', (code, words) => {
  const warned = { findings: [shownFinding(code, 'warning')] }
  const swept = sweepOf([
    sweptCell('purchase-1/after/pending', 'safe', warned),
    sweptCell('purchase-1/after/reset', 'safe', { findings: [] }),
  ])
  expect(sweepVerdict(swept)).toBe('warnings')
  expect(verdictLine(swept)).toBe(`Warnings: 1 of 2 cells. ${words}; 1 safe`)
})

test.each([
  [[2], 'Untested: 1 cell. 1 safe; only shard 2 of 8: 35 cells are in shards 1, 3 to 8'],
  [[1, 2], 'Untested: 1 cell. 1 safe; shards 3 to 8 of 8 are missing: 30 cells are untested'],
  [[1, 2, 3, 4, 5, 6, 7, 8], 'Safe: 1 cell'],
])('the shards %j of 8: %s', (given, line) => {
  const shards = { of: 8, given, sizes: Array.from({ length: 8 }, () => 5) }
  expect(verdictLine(sweepOf([sweptCell('purchase-1/after/reset', 'safe')], { shards }))).toBe(line)
})

test('the verdict has the largest sum that was too much, and counts are grouped', () => {
  const sums = [1995, 499_500]
  const cells = Array.from({ length: 1200 }, (_, i) => {
    const cents = sums[i]
    const overcharged = cents === undefined ? null : { cents, currency: 'AUD' }
    const result = cents === undefined ? 'safe' : 'double_charge'
    return sweptCell(`purchase-${i}/after/http`, result, { overcharged })
  })
  expect(verdictLine(sweepOf(cells))).toBe(
    'Unsafe: 2 of 1,200 cells. 2 double charges, up to AUD 4,995.00 overcharged in one cell; 1,198 safe',
  )
})

test('the verdict tells money refunded too much from money overcharged', () => {
  const cell = (result: 'double_charge' | 'double_refund', cents: number) =>
    sweptCell('refund-1/after/http', result, { overcharged: { cents, currency: 'AUD' } })
  expect(verdictLine(sweepOf([cell('double_refund', 500), cell('double_refund', 2000)]))).toBe(
    'Unsafe: 2 cells. 2 double refunds, up to AUD 20.00 refunded too much in one cell',
  )
  expect(verdictLine(sweepOf([cell('double_charge', 1995), cell('double_refund', 2000)]))).toBe(
    'Unsafe: 2 cells. 1 double charge, 1 double refund, up to AUD 19.95 overcharged, up to AUD 20.00 refunded too much in one cell',
  )
})

/** A finding of the baseline run. */
function baselineFinding(code: string, part: Partial<BaselineFinding> = {}): BaselineFinding {
  return {
    ...shownFinding(code, 'error'),
    test: { world: 'default', number: 1, label: null },
    accepted: null,
    ...part,
  }
}

test('what is wrong without any fault is the first line of every format', () => {
  const findings = [baselineFinding('paid-not-booked'), baselineFinding('double-charge')]
  const baseline = { duration_ms: 10, findings: [...findings, baselineFinding('paid-not-booked')] }
  const swept = sweepOf([sweptCell('purchase-1/after/http', 'safe')], { baseline })
  const layout = { width: undefined, style: (_tone: string, text: string) => text }
  const line =
    'Unsafe without any fault: 1 double charge, 2 payments not booked in the baseline run'
  expect(verdictLine(swept)).toBe(
    'Unsafe, without any fault (1 double charge, 2 payments not booked): 1 cell. 1 safe',
  )
  expect(sweepVerdict(swept)).toBe('unsafe')
  expect(sweepJunit(swept)).toContain('<testsuite name="baseline run" tests="3" failures="3"')
  expect(sweepText(swept, layout).startsWith(line)).toBe(true)
  for (const text of [sweepMarkdown(swept), sweepPage(swept)]) {
    expect(text.indexOf(line)).toBeGreaterThan(0)
    expect(text.indexOf(line)).toBeLessThan(text.search(/after the money moved/i))
  }
})

test('what is accepted or only a warning in the baseline run does not fail the sweep', () => {
  const findings = [
    baselineFinding('double-charge', { accepted: 'tested on purpose' }),
    baselineFinding('charged-at-once', { severity: 'warning' }),
  ]
  const part = { baseline: { duration_ms: 10, findings } }
  const swept = sweepOf([sweptCell('purchase-1/after/http', 'safe')], part)
  expect([sweepVerdict(swept), verdictLine(swept)]).toEqual([
    'warnings',
    'Warnings, without any fault (1 double click or duplicate job): 1 cell. 1 safe; 1 accepted',
  ])
  expect(verdictLine({ ...swept, strict: true })).toBe(
    'Unsafe, without any fault (1 double click or duplicate job): 1 cell. 1 safe; 1 accepted',
  )
  expect(sweepJunit(swept)).toContain('<skipped message="accepted (tested on purpose)"/>')
})

test('the JUnit report of one shard names the shards that are missing', () => {
  const shards = { of: 3, given: [2], sizes: [4, 5, 6] }
  const swept = sweepOf([sweptCell('purchase-1/after/http', 'safe')], { shards })
  expect(sweepJunit(swept)).toContain(
    '<skipped message="only shard 2 of 3: 10 cells are in shards 1, 3"/>',
  )
})

test('in JUnit, what proves nothing is skipped, and fails the strict', () => {
  const results = ['safe', 'not_reached', 'hung', 'not_run'] as const
  const swept = sweepOf(results.map((result) => sweptCell('purchase-1/after/reset', result)))
  expect(sweepJunit(swept)).toContain('tests="4" failures="0" skipped="3"')
  expect(sweepJunit(swept)).toContain(
    '<skipped message="hung: your command was still running 10 s after it began',
  )
  expect(sweepJunit({ ...swept, strict: true })).toContain('tests="4" failures="2" skipped="1"')
})

test.each([
  ['HTML', sweepPage],
  ['Markdown', sweepMarkdown],
  ['text', (swept: Swept) => sweepText(swept, { width: undefined, style: (_tone, text) => text })],
])('%s says what hung and failed safe mean, once', (_name, format) => {
  const told = (result: CellResult) => {
    const cell = sweptCell('purchase-1/after/hang', result, { fault: 'hang', findings: [] })
    return format(sweepOf([cell, cell]))
  }
  expect(told('hung').split('your client waited longer than 10 s').length).toBe(2)
  expect(told('failed_safe').split('your command failed, but its payments are right').length).toBe(
    2,
  )
  expect(told('safe')).not.toMatch(/hung|failed safe/)
})

test('the page of a sweep begins with when and how it was made in one line, then its grid', () => {
  const html = sweepPage(sweepOf([sweptCell('purchase-1/after/hang', 'safe')]), [
    ['Date', '2026-11-16T10:11:45.000Z'],
  ])
  expect(html.indexOf('21:11:45 in Sydney')).toBeLessThan(html.indexOf('<code>npm test</code>'))
  expect(html.indexOf('<code>npm test</code>')).toBeLessThan(html.indexOf('<table'))
  expect(html.indexOf('<table')).toBeLessThan(html.indexOf('id="guide"'))
})

test('on the page of a sweep, cells that behave alike share a row and an article', () => {
  const cells = [1, 2, 3, 4, 5].flatMap((nth) =>
    (['after', 'before'] as const).map((at): CellOutcome => {
      const name = `purchase-${nth}/${at}/http`
      const findings = [shownFinding('double-charge', 'error', { message: `STORY of ${name}` })]
      return sweptCell(name, at === 'after' ? 'double_charge' : 'failed_safe', { at, findings })
    }),
  )
  const html = sweepPage(sweepOf(cells))
  const [, grid = ''] = /<table class="heat">(.*?)<\/table>/.exec(html) ?? []
  const words = grid.replaceAll(/<wbr *\/?>|<\/?span[^>]*>/g, '')
  expect(words.match(/purchase-1, purchase-2, purchase-3 and 2 more/g)).toHaveLength(1)
  expect([...grid.matchAll(/tile-of-heat (heat-[\w ]+)"/g)].map(([, tone]) => tone)).toEqual([
    'heat-bad filled',
    'heat-quiet',
  ])
  const told = [...html.matchAll(/<article class="panel story told".*?<\/article>/g)]
  expect(told.map(([article]) => article.replaceAll(/<[^>]+>/g, ' '))).toEqual([
    expect.stringMatching(/Double charge .* STORY of purchase-1.* in 4 more cells: +purchase-2/),
  ])
  expect(html).toContain('<dt>http</dt><dd>status 503</dd>')
})

test('a payment that the baseline runs undo, and this one does not, is unresolved', () => {
  expect(cellResult({ ...passed, money: { ...same, isNotUndone: true } })).toBe('unresolved')
})

test('a client that is safe only because it gives up has warnings in every format', () => {
  const cells = [
    sweptCell('purchase-1/before/hang', 'lost_sale'),
    sweptCell('purchase-1/before/busy', 'failed_safe', { sale_lost: true, findings: [] }),
    sweptCell('purchase-2/before/busy', 'failed_safe', { findings: [] }),
  ]
  const swept = sweepOf(cells)
  const line =
    'Warnings: safe by giving up: 2 sales lost; 2 of 3 cells. 1 lost sale, 1 failed safe; 1 failed safe'
  const layout = { width: undefined, style: (_tone: string, text: string) => text }
  for (const text of [sweepText(swept, layout), sweepMarkdown(swept), sweepPage(swept)]) {
    expect(text).toContain(line)
    expect(text).toContain('Sale lost in 1 cell: purchase-1/before/busy')
  }
  expect(sweepDocument(swept)).toMatchObject({ verdict: 'warnings', sales_lost: 2 })
  const junit = sweepJunit(swept)
  expect(junit).toContain(
    '<testcase classname="sandgate.sales" name="no sale is lost" time="0.000"><skipped message="safe by giving up: 2 sales lost"/></testcase>',
  )
  expect(junit).toContain('your client gave up and never charged the order')
  const strict = sweepOf(cells, { strict: true })
  expect(verdictLine(strict)).toBe('Unsafe: 1 of 3 cells. 1 lost sale; 2 failed safe')
})
