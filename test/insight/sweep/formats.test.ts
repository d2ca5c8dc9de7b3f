import { expect, test } from 'vitest'
import { sweepJunit } from '../../../src/insight/sweep/formats/junit.ts'
import { sweepMarkdown } from '../../../src/insight/sweep/formats/markdown.ts'
import { gridsOf, toneOfResult } from '../../../src/insight/sweep/grid.ts'
import { cellResults } from '../../../src/insight/sweep/result.ts'
import { sweepDocument, sweptIn } from '../../../src/insight/sweep/sweep-document.ts'
import {
  storyOf,
  sweepVerdict,
  toldOutcomes,
  verdictLine,
  worstOfEachKind,
} from '../../../src/insight/sweep/swept.ts'
import { finding, outcome, sweptOf } from './support/outcomes.ts'

const [charged, lost] = [finding('double-charge', 'PAID TWICE'), finding('lost-sale', 'NOT SOLD')]

const whole = sweptOf([
  outcome('purchase-10/before/http'),
  outcome('purchase-2/after/reset', 'DOUBLE CHARGE', { findings: [charged] }),
  outcome('purchase-2/after/late', 'not run'),
  outcome('purchase-10/after/http', 'not reached'),
  outcome('purchase-2/after/reset+search-1/hang', 'hung'),
  outcome('purchase-2/after/reset+retry-1/before/http', 'LOST SALE', { findings: [lost] }),
])

test('a sweep is shown as one table for each kind of fault, with the forms that it has', () => {
  const shown = gridsOf(whole).map(({ title, forms, rows }) => [
    title,
    forms.join(),
    ...rows.map(({ call, cells }) => [call, ...cells.map((cell) => cell?.result)]),
  ])
  expect(shown).toEqual([
    [
      'The answer is lost after the money moved',
      'http,reset,late',
      ['purchase-2', undefined, 'DOUBLE CHARGE', 'not run'],
      ['purchase-10', 'not reached', undefined, undefined],
    ],
    ['The request fails before anything is processed', 'http', ['purchase-10', 'safe']],
    [
      'A call of the recovery fails too',
      'http,hang',
      ['purchase-2/after/reset+retry-1/before', 'LOST SALE', undefined],
      ['purchase-2/after/reset+search-1', undefined, 'hung'],
    ],
  ])
})

test('results are coloured by whether money is right, wrong, or not proven', () => {
  const tones = [...cellResults, 'not run' as const].map((result) => toneOfResult(result))
  expect(tones).toEqual([
    ...['bad', 'bad', 'bad', 'bad', 'bad', 'bad'],
    ...['odd', 'odd', 'good', 'good', 'quiet'],
  ])
})

test('as Markdown, a sweep has its tables, with what is wrong in bold, and the worst stories', () => {
  const text = sweepMarkdown({ ...whole, notTried: [{ what: 'crashes', how: '--crash' }] })
  expect(text.split('\n\n')).toEqual([
    '## Sweep: UNSAFE: 6 cells: 1 DOUBLE CHARGE, 1 LOST SALE, 1 hung, 1 not reached, 1 safe, 1 not run',
    '`npm test`',
    'The answer is lost after the money moved:',
    [
      '| call | http | reset | late |',
      '|---|---|---|---|',
      '| `purchase-2` |  | **DOUBLE CHARGE** | not run |',
      '| `purchase-10` | not reached |  |  |',
    ].join('\n'),
    'The request fails before anything is processed:',
    '| call | http |\n|---|---|\n| `purchase-10` | safe |',
    'A call of the recovery fails too:',
    [
      '| call | http | hang |',
      '|---|---|---|',
      '| `purchase-2/after/reset+retry-1/before` | **LOST SALE** |  |',
      '| `purchase-2/after/reset+search-1` |  | hung |',
    ].join('\n'),
    'hung: your client waited longer than 10 s for an answer that never comes; give it a time-out',
    'Not tried: crashes (--crash)',
    '### purchase-2/after/reset: DOUBLE CHARGE',
    '```\nPAID TWICE\n```',
    'Repeat it: `npx sandgate sweep --only purchase-2/after/reset -- npm test`',
    '### purchase-2/after/reset+retry-1/before/http: LOST SALE',
    '```\nNOT SOLD\n```',
    'Repeat it: `npx sandgate sweep --only purchase-2/after/reset+retry-1/before/http -- npm test`\n',
  ])
})

test('a Markdown comment stays below its limit: the last stories are left out', () => {
  const sized = (length: number) => {
    const [first, second] = [finding('double-charge', 'x'), finding('double-charge', '')]
    const long = { ...second, text: '0'.repeat(length) }
    return sweepMarkdown(
      sweptOf([
        outcome('purchase-1/after/http', 'DOUBLE CHARGE', { findings: [first] }),
        outcome('purchase-1/after/reset', 'DOUBLE CHARGE', { findings: [long] }),
      ]),
    )
  }
  const repeat = 'Repeat it: `npx sandgate sweep --only purchase-1/after/reset -- npm test`'
  // Each part counts with the empty line that follows it.
  const rest = `${sized(1).slice(0, -1)}\n\n`.length - 1
  const longest = 60_000 - 1 - rest
  expect(sized(longest)).toHaveLength(60_000 - 2)
  expect(sized(longest)).toContain(repeat)
  expect(sized(longest + 1)).not.toContain(repeat)
  expect(sized(longest + 1)).toContain('00000')
  const far = sized(60_000)
  expect(far).not.toContain('00000')
  expect(far).toContain('### purchase-1/after/reset: DOUBLE CHARGE')
  expect(far).not.toContain(repeat)
})

test('as JUnit, each call is a suite: what is wrong fails, what is lost is told, what is unproven is skipped', () => {
  const swept = sweptOf(
    [
      outcome('purchase-1/after/reset', 'DOUBLE CHARGE', { findings: [charged], durationMs: 1234 }),
      outcome('purchase-1/after/http', 'LOST SALE', { findings: [lost] }),
      outcome('purchase-1/before/http', 'safe', { findings: [lost] }),
      outcome('purchase-1/after/late', 'not run'),
      outcome('refund-1/after/http', 'not reached'),
    ],
    {
      calls: ['purchase-1', 'void-1', 'refund-1'].map((name) => ({ name, operation: 'purchase' })),
    },
  )
  const again = (cell: string) => `npx sandgate sweep --only ${cell} -- npm test`
  const start = (call: string, name: string, time = '0.000') =>
    `    <testcase classname="${call}" name="${name}" time="${time}">`
  expect(sweepJunit(swept).split('</testcase>\n')).toEqual([
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="sandgate sweep">',
      '  <testsuite name="purchase-1" tests="4" failures="1" skipped="1">',
      `${start('purchase-1', 'after/reset', '1.234')}<failure message="DOUBLE CHARGE">PAID TWICE`,
      '',
      `${again('purchase-1/after/reset')}</failure>`,
    ].join('\n'),
    [
      `${start('purchase-1', 'after/http')}<system-out>LOST SALE`,
      '',
      'NOT SOLD',
      '',
      `${again('purchase-1/after/http')}</system-out>`,
    ].join('\n'),
    `${start('purchase-1', 'before/http')}<system-out>safe</system-out>`,
    [`${start('purchase-1', 'after/late')}<skipped message="not run"/>`].join('\n'),
    [
      '  </testsuite>',
      '  <testsuite name="refund-1" tests="1" failures="0" skipped="1">',
      `${start('refund-1', 'after/http')}<skipped message="not reached"/>`,
    ].join('\n'),
    '  </testsuite>\n</testsuites>\n',
  ])
})

test('a sweep is the same after it was written as JSON and read again', () => {
  const requests = [{ operation: 'purchase', about: 'A-1', answer: '503', took_ms: 3 }]
  const swept = sweptOf(
    [
      outcome('purchase-1/after/reset', 'DOUBLE CHARGE', {
        ...{ findings: [charged], requests, exitCode: 1, durationMs: 20 },
      }),
      outcome('refund-1/after/reset+search-1/http', 'not run', { requests: [] }),
    ],
    {
      ...{ options: '--port 1', isStrict: true, cleanMs: 1200 },
      control: { naive: { cells: 2, found: 2 }, careful: { cells: 2, blamed: 0 } },
      notTried: [{ what: 'crashes', how: '--crash' }],
    },
  )
  const document = sweepDocument(swept)
  expect(sweptIn(JSON.parse(JSON.stringify(document)))).toEqual(swept)
  expect(document.cells.map((cell) => [cell.result, cell.duration_ms, cell.recovery])).toEqual([
    ['DOUBLE CHARGE', 20, null],
    ['not run', null, { call: 'search-1', at: 'before', form: 'http' }],
  ])
})

test('a cell whose call its document does not list keeps the name of it', () => {
  const document = { ...sweepDocument(whole), calls: [] }
  expect(sweptIn(document).outcomes[0]?.cell.call.name).toBe('purchase-10')
})

test('a sweep of no cells proves nothing, and says so', () => {
  const none = sweptOf([])
  expect([sweepVerdict(none), verdictLine(none)]).toEqual([
    'untested',
    'Untested: 0 cells; not everything is proven',
  ])
})

test('the story of a cell is the finding of its result, else its first one', () => {
  const both = { findings: [lost, charged] }
  expect(storyOf(outcome('purchase-1/after/http', 'DOUBLE CHARGE', both))).toBe(charged)
  expect(storyOf(outcome('purchase-1/after/http', 'UNRESOLVED', both))).toBe(lost)
})

test('the worst outcomes are told first, those that fail the sweep before the others', () => {
  const results = ['DUPLICATE TOKEN', 'UNRESOLVED', 'safe', 'LOST SALE', 'DOUBLE CHARGE'] as const
  const swept = sweptOf(
    [...results, ...results].map((result, i) =>
      outcome(`purchase-${i + 1}/after/http`, result, i % 2 === 0 ? { findings: [lost] } : {}),
    ),
  )
  expect(toldOutcomes(swept).map(({ cell, result }) => [cell.call.name, result])).toEqual([
    ['purchase-5', 'DOUBLE CHARGE'],
    ['purchase-10', 'DOUBLE CHARGE'],
    ['purchase-2', 'UNRESOLVED'],
    ['purchase-7', 'UNRESOLVED'],
    ['purchase-4', 'LOST SALE'],
    ['purchase-9', 'LOST SALE'],
    ['purchase-1', 'DUPLICATE TOKEN'],
    ['purchase-6', 'DUPLICATE TOKEN'],
  ])
  expect(worstOfEachKind(swept).map(({ cell }) => cell.call.name)).toEqual([
    ...['purchase-5', 'purchase-7', 'purchase-9', 'purchase-1'],
  ])
})
