import { expect, test } from 'vitest'
import { sweepText } from '../../../src/cli/sweep/sweep-text.ts'
import { sweepPage } from '../../../src/dashboard/report/sweep-page.tsx'
import { sweepJunit } from '../../../src/insight/sweep/formats/junit.ts'
import { sweepMarkdown } from '../../../src/insight/sweep/formats/markdown.ts'
import {
  type CellResult,
  type CellRun,
  cellResult,
  isUnsafe,
} from '../../../src/insight/sweep/result.ts'
import { sweepDocument, sweepSchema, sweptIn } from '../../../src/insight/sweep/sweep-document.ts'
import {
  type CellOutcome,
  isControlFailed,
  ofTwo,
  type Swept,
  sweepVerdict,
  verdictLine,
  warningLines,
} from '../../../src/insight/sweep/swept.ts'

const same = {
  isChargedMore: false,
  isRefundedMore: false,
  isNotUndone: false,
  isLess: false,
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
  ['the test failed and the money is right', { hasPassed: false }, 'failed safe'],
  [
    'the fault was not met',
    { isReached: false, findings: new Set(['double-charge']) },
    'not reached',
  ],
  [
    'two payments for one',
    { findings: new Set(['blind-retry', 'double-charge']) },
    'DOUBLE CHARGE',
  ],
  ['two refunds for one', { findings: new Set(['double-refund']) }, 'DOUBLE REFUND'],
  ['paid, not booked', { findings: new Set(['paid-not-booked', 'unresolved']) }, 'BOOKS DIFFER'],
  ['booked too early', { findings: new Set(['booked-too-early']) }, 'safe'],
  ['nobody looked', { findings: new Set(['unresolved']) }, 'UNRESOLVED'],
  ['it was sent again and refused', { findings: new Set(['blind-retry']) }, 'UNRESOLVED'],
  [
    'the next one, bought on purpose, came through alone',
    { at: 'before', findings: new Set(['blind-retry']), money: { ...same, isLess: true } },
    'UNRESOLVED',
  ],
  ['luck', { at: 'before', findings: new Set(['blind-retry']) }, 'BLIND RETRY'],
  [
    'luck, and a test failed',
    { at: 'before', findings: new Set(['blind-retry']), hasPassed: false },
    'BLIND RETRY',
  ],
  [
    'nobody tried again',
    { findings: new Set(['lost-sale']), hasPassed: false, money: { ...same, isLess: true } },
    'LOST SALE',
  ],
  [
    'a refund never happened, and the tests passed',
    { money: { ...same, isLess: true } },
    'LOST SALE',
  ],
  [
    'less was done, and a test failed',
    { hasPassed: false, money: { ...same, isLess: true } },
    'failed safe',
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
    'UNRESOLVED',
  ]),
  ['it was tried again under another reference', { findings: new Set(['lost-sale']) }, 'safe'],
  ['more was taken, under any name', { money: { ...same, isChargedMore: true } }, 'DOUBLE CHARGE'],
  ['more was given back', { money: { ...same, isRefundedMore: true } }, 'DOUBLE REFUND'],
  [
    'more was taken, and the client does not know it',
    { findings: new Set(['unresolved']), money: { ...same, isChargedMore: true } },
    'DOUBLE CHARGE',
  ],
  ['a customer too many', { money: { ...same, hasMoreCustomers: true } }, 'DUPLICATE CUSTOMER'],
  ['a token too many', { money: { ...same, hasMoreTokens: true } }, 'DUPLICATE TOKEN'],
  ['it did not end', { isHung: true, findings: new Set(['unresolved']) }, 'hung'],
  [
    'it charged twice and did not end',
    { isHung: true, findings: new Set(['double-charge']) },
    'DOUBLE CHARGE',
  ],
])('%s', (_what, run, result) => {
  expect(cellResult({ ...passed, ...run })).toBe(result)
})

test('a cell that ends differently when it is run again is flaky, and counts as the worse', () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/after/hang', call, at: 'after', form: 'hang' } as const
  const of = (result: CellResult): CellOutcome => ({ cell, result, findings: [] })
  expect(ofTwo(of('failed safe'), of('safe'))).toEqual({
    ...of('failed safe'),
    flaky: ['failed safe', 'safe'],
  })
  expect(ofTwo(of('hung'), of('UNRESOLVED'))).toEqual({
    ...of('UNRESOLVED'),
    flaky: ['hung', 'UNRESOLVED'],
  })
  expect(ofTwo(of('hung'), of('hung'))).toEqual(of('hung'))
  const parts = { version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls: [call] }
  const swept = { ...parts, outcomes: [ofTwo(of('failed safe'), of('safe'))] }
  const layout = { width: undefined, style: (_tone: string, text: string) => text }
  const line =
    'flaky: 1 cell ended differently when run again: purchase-1/after/hang (failed safe, then safe)'
  for (const text of [sweepText(swept, layout), sweepMarkdown(swept), sweepPage(swept)]) {
    expect(text).toContain(line)
  }
  expect(sweptIn(sweepSchema.parse(sweepDocument(swept))).outcomes[0]?.flaky).toEqual([
    'failed safe',
    'safe',
  ])
})

test('warnings that only cells have are listed by code, with their cells', () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const warning = (code: string) => ({ code, severity: 'warning', text: 'THE STORY' }) as const
  const outcomes = ['pending', 'slow'].map((form): CellOutcome => {
    const cell = { name: `purchase-1/after/${form}`, call, at: 'after', form: 'http' } as const
    return { cell, result: 'LOST SALE', findings: [warning('lost-sale'), warning('hammering')] }
  })
  expect(warningLines({ outcomes })).toEqual([
    'hammering (2 cells): purchase-1/after/pending, purchase-1/after/slow',
  ])
  const parts = { version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls: [call] }
  const layout = { width: undefined, style: (_tone: string, text: string) => text }
  const swept = { ...parts, outcomes }
  for (const text of [sweepText(swept, layout), sweepMarkdown(swept), sweepPage(swept)]) {
    expect(text).toContain('hammering (2 cells): purchase-1/after/pending')
  }
})

test('what is unsafe, and what is so only for the strict', () => {
  const results = [
    ...(['DOUBLE CHARGE', 'DOUBLE REFUND', 'BOOKS DIFFER', 'UNRESOLVED', 'BLIND RETRY'] as const),
    ...(['LOST SALE', 'DUPLICATE CUSTOMER', 'DUPLICATE TOKEN', 'hung'] as const),
  ]
  const wrong = results.filter((one) => isUnsafe(one, false))
  expect(wrong).toEqual(results.slice(0, 5))
  expect(results.every((one) => isUnsafe(one, true))).toBe(true)
  expect([isUnsafe('safe', true), isUnsafe('not reached', true)]).toEqual([false, true])
})

test.each<[string, readonly (CellResult | undefined)[]]>([
  ['Unsafe: 2 cells: 1 DOUBLE CHARGE, 1 LOST SALE', ['LOST SALE', 'DOUBLE CHARGE']],
  ['Sales lost: 3 cells: 1 LOST SALE, 1 not reached, 1 safe', ['LOST SALE', 'not reached', 'safe']],
  ['Duplicates: 2 cells: 1 DUPLICATE TOKEN, 1 safe', ['safe', 'DUPLICATE TOKEN']],
  ['Untested: 2 cells: 1 safe, 1 not run; not everything is proven', ['safe', undefined]],
  [
    'Untested: 2 cells: 1 not reached, 1 safe; not everything is proven, which fails a sweep only with --strict',
    ['not reached', 'safe'],
  ],
  ['Safe: 1 cell: 1 failed safe', ['failed safe']],
  [
    'Unsafe: 3 cells, up to AUD 49.95 too much in one: 2 DOUBLE REFUND, 1 safe',
    ['DOUBLE REFUND', 'safe', 'DOUBLE REFUND'],
  ],
])('%s', (line, results) => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/after/reset', call, at: 'after', form: 'reset' } as const
  const costly = [1000, 3995].map((cents) => {
    const excess = { cents, currency: 'AUD' }
    return { code: 'double-refund', severity: 'error', text: '', excess } as const
  })
  const outcomes = results.map((result, i): CellOutcome => {
    return { cell, result, findings: result === 'DOUBLE REFUND' ? costly.slice(i > 0 ? 1 : 0) : [] }
  })
  const swept = { version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls: [call] }
  expect(verdictLine({ ...swept, outcomes })).toBe(line)
  const isNamed = line.startsWith('Duplicates')
  expect(sweepVerdict({ ...swept, outcomes }) === 'duplicates').toBe(isNamed)
})

test('in JUnit, what proves nothing is skipped, and fails the strict', () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/after/reset', call, at: 'after', form: 'reset' } as const
  const results = ['safe', 'not reached', 'hung', undefined] as const
  const outcomes = results.map((result): CellOutcome => ({ cell, result, findings: [] }))
  const swept = { version: '0', command: 'npm test', cleanMs: 1, calls: [call], outcomes }
  expect(sweepJunit({ ...swept, isStrict: false })).toContain('tests="4" failures="0" skipped="3"')
  expect(sweepJunit({ ...swept, isStrict: false })).toContain(
    '<skipped message="hung: your command was still running 10 s after it began',
  )
  expect(sweepJunit({ ...swept, isStrict: true })).toContain('tests="4" failures="2" skipped="1"')
})

test.each([
  ['HTML', sweepPage],
  ['Markdown', sweepMarkdown],
  ['text', (swept: Swept) => sweepText(swept, { width: undefined, style: (_tone, text) => text })],
])('%s says what hung and failed safe mean, once', (_name, format) => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/after/hang', call, at: 'after', form: 'hang' } as const
  const outcomesOf = (result: CellResult): CellOutcome[] =>
    [cell, cell].map((one) => ({ cell: one, result, findings: [] }))
  const swept = { version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls: [call] }
  const told = (result: CellResult) => format({ ...swept, outcomes: outcomesOf(result) })
  expect(told('hung').split('your client waited longer than 10 s').length).toBe(2)
  expect(told('failed safe').split('your command failed, but no money moved wrongly').length).toBe(
    2,
  )
  expect(told('safe')).not.toMatch(/hung|failed safe/)
})

test('the page of a sweep begins with when and how it was made', () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/after/hang', call, at: 'after', form: 'hang' } as const
  const outcomes: CellOutcome[] = [{ cell, result: 'safe', findings: [] }]
  const swept = { version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls: [call] }
  const html = sweepPage({ ...swept, outcomes }, [['Date', '2026-11-16 21:11:45 in Sydney']])
  expect(html.indexOf('21:11:45 in Sydney')).toBeLessThan(html.indexOf('<code>npm test</code>'))
  expect(html.indexOf('<code>npm test</code>')).toBeLessThan(html.indexOf('<table'))
})

test('on the page of a sweep, cells that behave alike share a row and a story', () => {
  const calls = [1, 2, 3, 4, 5].map((nth) => {
    return { name: `purchase-${nth}`, operation: 'purchase' } as const
  })
  const outcomes = calls.flatMap((call) =>
    (['after', 'before'] as const).map((at): CellOutcome => {
      const name = `${call.name}/${at}/http`
      const result = at === 'after' ? 'DOUBLE CHARGE' : 'failed safe'
      const findings = [
        { code: 'double-charge', severity: 'error', text: `STORY of ${name}` },
      ] as const
      return { cell: { name, call, at, form: 'http' }, result, findings }
    }),
  )
  const swept = { version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls }
  const html = sweepPage({ ...swept, outcomes })
  const [, grid = ''] = /<table class="heat">(.*?)<\/table>/.exec(html) ?? []
  expect(grid.match(/<thead>/g)).toHaveLength(1)
  expect(grid.match(/purchase-1, purchase-2, purchase-3 and 2 more/g)).toHaveLength(2)
  expect([...grid.matchAll(/class="(heat-\w+)"/g)].map(([, tone]) => tone)).toEqual([
    'heat-bad',
    'heat-quiet',
  ])
  const told = [...html.matchAll(/<article class="panel cell-story told".*?<\/article>/g)]
  expect(told.map(([story]) => story.replaceAll(/<[^>]+>/g, ' '))).toEqual([
    expect.stringMatching(/Double charge .* STORY of purchase-1.* in 4 more cells: +purchase-2/),
  ])
  expect(html).toContain('<dt>http</dt><dd>status 503</dd>')
})

test('a payment that the clean runs undo, and this one does not, is unresolved', () => {
  expect(cellResult({ ...passed, money: { ...same, isNotUndone: true } })).toBe('UNRESOLVED')
})

test.each([
  [6, 0, false],
  [5, 0, true],
  [6, 1, true],
])('a control that finds %i of 6 and blames %i fails: %s', (found, blamed, isFailed) => {
  const control = { naive: { cells: 6, found }, careful: { cells: 6, blamed } }
  expect(isControlFailed({ control })).toBe(isFailed)
  expect(isControlFailed({})).toBe(false)
})
