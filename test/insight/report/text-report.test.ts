import { expect, test } from 'vitest'
import type { FindingDocument } from '../../../src/insight/findings/finding.ts'
import { findingText, type Paint, textReport } from '../../../src/insight/report/text-report.ts'
import type { StepDocument } from '../../../src/insight/stories/story-view.ts'
import { lostAfter, ToldChapter } from '../support/told-chapter.ts'
import { firstFinding, habit, reportFrom } from '../support/told-report.ts'

const marked: Paint = (how, text) => `<${how}:${text}>`

function unsafeRun(losses: number): ToldChapter {
  const told = new ToldChapter({ findingsKept: 2 + losses }, 'shop')
  told.pay({ ...lostAfter, reference: 'A', id: 'a' })
  told.pay({ made: 'approved', reference: 'A', id: 'b' })
  for (let n = 1; n <= losses; n += 1)
    told.pay({ ...lostAfter, reference: `L-${n}`, id: `l${n}`, card: `c${n}` })
  return told
}

test('a report tells the verdict, one payment of each kind of finding, and the coverage', () => {
  expect(textReport(reportFrom(unsafeRun(1)), marked, 'http://sandbox')).toBe(
    `<error:UNSAFE: 1 double charge, 1 blind retry, 1 unresolved>

<error:ERROR  > <strong:double-charge       >  order A, AUD 49.95    <faint:test "shop">
<error:ERROR  > <strong:blind-retry         >  order A, AUD 49.95    <faint:test "shop">
  12:00:01.010  purchase  a  the answer was lost after the money moved (connection reset)  <faint:#1 audit 1000001 approved>
  12:00:02.020  purchase  b  approved, with no lookup in between                           <faint:#2 audit 1000002 approved>
  Charged twice: AUD 99.90 for an order of AUD 49.95.
  Sent again 1.0 s later, without asking whether the purchase with correlation id a had gone through.
  Instead: search by correlation id a first; only an empty search means that it may be sent again.
  See http://sandbox/_sandbox/stories/default-1-1

<error:ERROR  > <strong:unresolved          >  order L-1, AUD 49.95    <faint:test "shop">
  12:00:03.030  purchase  l1  the answer was lost after the money moved (connection reset)  <faint:#3 audit 1000003 approved>
  The client never asked what became of it. AUD 49.95 was charged, and the client does not know it.
  Instead: search by correlation id l1 until it says what became of it; an empty answer means that nothing was processed.
  See http://sandbox/_sandbox/stories/default-1-2

Coverage: 1.8 % (1 of 57 cases).`,
  )
})

test.each([
  [1, []],
  [2, ['  And 1 more like it: order L-2, AUD 49.95.']],
  [4, ['  And 3 more like it: order L-2, AUD 49.95; order L-3, AUD 49.95; order L-4, AUD 49.95.']],
  [
    5,
    ['  And 4 more like it: order L-2, AUD 49.95; order L-3, AUD 49.95; order L-4, AUD 49.95; …'],
  ],
])(
  'of %i payments with the same finding, the first is told and some are named',
  (losses, others) => {
    const lines = textReport(reportFrom(unsafeRun(losses))).split('\n')
    expect(lines.filter((line) => line.startsWith('  And '))).toEqual(others)
  },
)

test('a pass begins with what it does not prove', () => {
  const told = new ToldChapter()
  told.pay({ made: 'approved' })
  expect(textReport(reportFrom(told), marked)).toBe(
    `No answer was lost in this run, so recovery was never exercised: \`npx sandgate sweep -- npm test\` does that.
<strong:No fault found in 1 request>

Coverage: 1.8 % (1 of 57 cases).`,
  )
})

test('findings that were not kept are counted', () => {
  const report = reportFrom(unsafeRun(1))
  const end = (dropped_findings: number) =>
    textReport({ ...report, dropped_findings })
      .split('\n')
      .slice(-2)
  expect(end(0)[0]).toBe('')
  expect(end(1)).toEqual(['Not kept: 1 further finding.', 'Coverage: 1.8 % (1 of 57 cases).'])
  expect(end(2)[0]).toBe('Not kept: 2 further findings.')
})

const step = (changes: Partial<StepDocument> = {}): StepDocument => ({
  ...{ at: '2026-03-10T01:00:00.000Z', kind: 'purchase', result: 'lost', text: 'lost' },
  ...changes,
})

function shown(changes: Partial<FindingDocument>): readonly string[] {
  const finding = firstFinding(unsafeRun(0))
  const whole = { message: 'It happened.', advice: 'Do not.', subject: 'it' }
  return findingText(habit(finding, { ...whole, ...changes })).split('\n')
}

test('a habit says how often it was seen', () => {
  const lines = ['  It happened.', '  Instead: do not.']
  expect(shown({ steps: [], times: 1 }).slice(1)).toEqual(lines)
  expect(shown({ steps: [], times: 3 }).slice(1)).toEqual([
    '  It happened.',
    '  Seen 3 times.',
    '  Instead: do not.',
  ])
})

test.each<[string, Partial<FindingDocument>, string]>([
  [
    'a test',
    { chapter: 'shop', labelled: true },
    'WARNING hammering             it    test "shop"',
  ],
  [
    'the first world',
    { chapter: 'default 1', labelled: false },
    'WARNING hammering             it',
  ],
  [
    'another one',
    { chapter: 'default 2', labelled: false },
    'WARNING hammering             it    world default 2',
  ],
  ['the whole run', { chapter: '', labelled: false }, 'WARNING hammering             it'],
])('a finding says where it was seen: %s', (_what, changes, line) => {
  expect(shown(changes)[0]).toBe(line)
})

test.each<[string, readonly StepDocument[], readonly string[]]>([
  [
    'what is not known is left out',
    [step(), step({ request: 12, audit: 7, status: 'approved', correlation_id: 'abc' })],
    [
      '  12:00:00.000  purchase       lost',
      '  12:00:00.000  purchase  abc  lost  #12 audit 7 approved',
    ],
  ],
  [
    'a transaction whose status is not known',
    [step({ audit: 7 }), step({ status: 'approved' })],
    ['  12:00:00.000  purchase  lost  audit 7', '  12:00:00.000  purchase  lost'],
  ],
  [
    'a status that changed since',
    [step({ audit: 7, status: 'approved', text: 'pending' })],
    ['  12:00:00.000  purchase  pending  audit 7 now approved'],
  ],
  [
    'numbers of requests below each other',
    [step({ request: 9, audit: 7 }), step({ request: 10, audit: 8 })],
    ['  12:00:00.000  purchase  lost  #9  audit 7', '  12:00:00.000  purchase  lost  #10 audit 8'],
  ],
  [
    'steps of two days, and of long kinds',
    [step(), step({ at: '2026-03-11T01:00:00.000Z', kind: 'standalone_refund' })],
    [
      '  2026-03-10 12:00:00.000  purchase           lost',
      '  2026-03-11 12:00:00.000  standalone refund  lost',
    ],
  ],
  [
    'a text of any length, which moves only its own facts',
    [step({ request: 1 }), step({ request: 2, text: 'x'.repeat(130) })],
    [
      `  12:00:00.000  purchase  lost${' '.repeat(116)}  #1`,
      `  12:00:00.000  purchase  ${'x'.repeat(130)}  #2`,
    ],
  ],
])('steps stand in columns: %s', (_what, steps, lines) => {
  expect(shown({ steps }).slice(1, 1 + steps.length)).toEqual(lines)
})

test.each<[string, Partial<FindingDocument>, string]>([
  [
    'a payment of the first world',
    { world: 'default', story: 'default-1-2' },
    '/_sandbox/stories/default-1-2',
  ],
  ['one of another', { world: 'blue', story: 'blue-1-2' }, '/w/blue/_sandbox/stories/blue-1-2'],
  [
    'a habit',
    { world: 'blue', story: null, id: 'hammering c/1' },
    '/_sandbox/report#hammering%20c%2F1',
  ],
])('a report of a sandbox that runs says where to see it: %s', (_what, changes, address) => {
  const report = reportFrom(unsafeRun(0))
  const [finding] = report.findings
  if (finding === undefined) throw new Error('nothing was found')
  const text = textReport(
    { ...report, findings: [{ ...finding, ...changes }] },
    undefined,
    'http://x',
  )
  expect(text).toContain(`\n  See http://x${address}\n`)
})
