import { expect, test } from 'vitest'
import type { FindingDocument } from '../../../src/insight/findings/finding.ts'
import { cautionWith, headline } from '../../../src/insight/report/headline.ts'
import { junitReport } from '../../../src/insight/report/junit-report.ts'
import { markdownReport } from '../../../src/insight/report/markdown-report.ts'
import { type ReportDocument, reportOf } from '../../../src/insight/report/report-document.ts'
import { lostAfter, ToldChapter } from '../support/told-chapter.ts'
import { habit, reportFrom } from '../support/told-report.ts'

function payTwice(label?: string): ToldChapter {
  const told = new ToldChapter({}, label)
  told.pay(lostAfter)
  told.pay({ made: 'approved', facts: { foreignCard: '456400…0001' } })
  return told
}

const known = reportFrom(payTwice('shop'))
const [double] = known.findings as readonly [FindingDocument, ...FindingDocument[]]

test('a report counts what was found, kept or not', () => {
  const { part } = payTwice()
  const report = reportOf({ ...part, findings: part.findings.slice(0, 1) }, new Set())
  expect(report).toMatchObject({
    counts: { error: 2, warning: 1, note: 0 },
    found: { 'double-charge': 1, 'blind-retry': 1, 'not-a-test-card': 1 },
    dropped_findings: 2,
    begins_at_restart: null,
  })
  expect(reportFrom(payTwice()).dropped_findings).toBe(0)
})

test('each test is told with its times', () => {
  const told = payTwice('first')
  told.history.turnTo(told.run.begin('default'))
  told.moveClock(3_600_000)
  told.pay({ made: 'approved', amount: 100 })
  expect(reportFrom(told).tests).toEqual([
    {
      ...{ id: 'default-1', name: 'first', labelled: true, world: 'default', ended: true },
      ...{ verdict: 'unsafe', counts: { error: 2, warning: 1, note: 0 }, requests: 2, payments: 1 },
      ...{ charged: { AUD: 9990 }, double_charges: 1, double_refunds: 0 },
      ...{ at: '2026-03-10T01:00:01.010Z', real_at: '2026-03-10T01:00:01.010Z', duration: 1011 },
    },
    {
      ...{ id: 'default-2', name: 'default 2', labelled: false, world: 'default', ended: false },
      ...{ verdict: 'untested', counts: { error: 0, warning: 0, note: 0 }, requests: 1 },
      ...{ payments: 1, charged: { AUD: 100 }, double_charges: 0, double_refunds: 0 },
      ...{ at: '2026-03-10T02:00:03.030Z', real_at: '2026-03-10T01:00:03.030Z', duration: 1 },
    },
  ])
})

test('a test whose only client left a call without an answer has no times', () => {
  const told = new ToldChapter()
  const exchange = told.exchange({ status: undefined }, undefined)
  told.history.begun({ exchange, hasLeft: () => true, waitedMs: () => 10 })
  expect(reportFrom(told).tests).toMatchObject([
    { requests: 1, at: null, real_at: null, duration: 0 },
  ])
})

test('a report that begins at a restart says so first', () => {
  const told = payTwice()
  told.chapter.cut('dropped')
  const { begins_at_restart, caution } = reportFrom(told)
  expect(begins_at_restart).toMatch(/^This report begins at the restart of the sandbox: more/)
  expect(caution).toBe(begins_at_restart)
})

const none = { beginsAtRestart: undefined, unmet: [] }

test.each([
  [none, undefined, undefined],
  [none, 'limits', 'limits'],
  [{ ...none, beginsAtRestart: 'restart' }, undefined, 'restart'],
  [
    { beginsAtRestart: 'restart', unmet: [{ name: 'flaky', rules: 6 }] },
    'limits',
    'restart\nflaky: none of its 6 rules was met, so it tested nothing.\nlimits',
  ],
  [
    { ...none, unmet: [{ name: 'flaky', rules: 1 }] },
    undefined,
    'flaky: its only rule was not met, so it tested nothing.',
  ],
])('cautions stand one on each line: %j and %j', (first, caution, text) => {
  expect(cautionWith(first, caution)).toBe(text)
})

test.each([
  [1, '1 request has no answer yet'],
  [2, '2 requests have no answer yet'],
])('%i requests that wait have reached the sandbox', (waiting, line) => {
  const nothing = { requests: 0, own: 0, undecided: 0, found: {}, operations: {} }
  const told = headline('untested', { ...nothing, waiting })
  expect(told.headline).toBe(line)
  expect(told.caution).toMatch(/^No answer was lost in this run/)
  const more = headline('untested', { ...nothing, requests: waiting, waiting })
  expect(more.caution).toMatch(/^No answer was lost in this run/)
  expect(headline('untested', { ...nothing, waiting: 0 }).caution).toBe(
    'No request reached the sandbox, so nothing was tested.',
  )
})

test.each([
  [1, '1 request of the dashboard is not judged'],
  [2, '2 requests of the dashboard are not judged'],
])('%i requests of the dashboard alone prove nothing', (own, text) => {
  const nothing = { requests: 0, waiting: 0, undecided: 0, found: {}, operations: {} }
  expect(headline('untested', { ...nothing, own })).toEqual({
    headline: 'Nothing was judged',
    caution: `${text}, and no other reached the sandbox, so nothing was tested.`,
  })
  const others = [{ requests: 1 }, { found: { 'rule-never-met': 1 } }]
  for (const one of others)
    expect(headline('untested', { ...nothing, own, ...one }).headline).toMatch(/^No fault found/)
})

test('a JUnit failure says how many other errors its test has', () => {
  const message = (...findings: readonly FindingDocument[]) =>
    junitReport({ ...known, findings }).match(
      /failures="\d+" skipped="0">|failure message="[^"]*"/g,
    )
  const bad = { ...double, message: 'Bad.', steps: [] }
  const warned = habit(double, { message: 'Slow.', steps: [] })
  expect(message(bad, warned)).toEqual(['failures="1" skipped="0">', 'failure message="Bad."'])
  expect(message(warned, bad, bad)?.[1]).toBe('failure message="Bad. (and 1 more)"')
  expect(message(warned)).toEqual(['failures="0" skipped="0">'])
})

test('a JUnit report counts the cases and failures of both suites', () => {
  const { cases } = known.coverage
  const some = cases.slice(0, 3).map((one, i) => {
    return { ...one, covered: i === 0, not_counted: i === 2 ? 'needs "x"' : null }
  })
  const warned = habit(double, { message: 'Slow', advice: 'Wait', steps: [], chapter: 'slow' })
  const report: ReportDocument = {
    ...known,
    findings: [...known.findings, warned],
    chapter_names: ['shop', 'slow', 'fine'],
    coverage: { percent: 50, cases: some },
  }
  const lines = junitReport(report).split('\n')
  expect(lines[1]).toBe('<testsuites name="sandgate" tests="6" failures="1">')
  expect(lines[2]).toBe('  <testsuite name="tests" tests="3" failures="1" skipped="0">')
  const names = cases.map(({ name }) => name)
  expect(lines.slice(-8)).toEqual([
    '  </testsuite>',
    '  <testsuite name="coverage" tests="3" failures="0" skipped="2">',
    `    <testcase classname="sandgate.coverage" name="${names[0]}"/>`,
    `    <testcase classname="sandgate.coverage" name="${names[1]}"><skipped message="never tried: ${some[1]?.provoke}"/></testcase>`,
    `    <testcase classname="sandgate.coverage" name="${names[2]}"><skipped message="needs &quot;x&quot;"/></testcase>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ])
  const text = lines.join('\n')
  expect(text).toContain('name="slow"><system-out>WARNING hammering')
  expect(text).toContain('<testcase classname="sandgate" name="fine"/>')
})

/** A report with nothing but these findings. */
const bare = (findings: readonly FindingDocument[]): ReportDocument => ({
  ...known,
  findings,
  coverage: { percent: 100, cases: [] },
})

test('a Markdown report opens errors alone, behind a fence that nothing in them closes', () => {
  const finding = { message: 'Look: ```` and ```', advice: 'Do.', steps: [], subject: 'a <b>' }
  const text = markdownReport(
    bare([{ ...double, ...finding }, habit(double, { ...finding, message: 'x', chapter: '' })]),
  )
  expect(text.slice(text.indexOf('<details'))).toBe(
    `<details open><summary><b>error</b> <code>double-charge</code> a &lt;b&gt;</summary>

\`\`\`\`\`text
ERROR   double-charge         a <b>    test "shop"
  Look: \`\`\`\` and \`\`\`
  Instead: do.
\`\`\`\`\`
</details>

<details><summary><b>warning</b> <code>hammering</code> a &lt;b&gt;</summary>

\`\`\`text
WARNING hammering             a <b>
  x
  Instead: do.
\`\`\`
</details>`,
  )
})

test('a Markdown report lists the cases that could be tried and were not', () => {
  const [one] = known.coverage.cases
  if (one === undefined) throw new Error('there is no case')
  const example = {
    ...one,
    covered: false,
    not_counted: null,
    description: 'A | B',
    provoke: 'do\nit',
  }
  const cases = [
    { ...example, name: 'open' },
    { ...example, name: 'done', covered: true },
    { ...example, name: 'impossible', not_counted: 'needs x' },
    { ...example, name: 'more' },
  ]
  const told = (some: typeof cases) => {
    const text = markdownReport({ ...bare([]), coverage: { percent: 50, cases: some } })
    const from = text.indexOf('<details>')
    return from === -1 ? '' : text.slice(from)
  }
  const row = (name: string) => `| ${name} | A \\| B | do it |`
  const table = (count: string, ...rows: readonly string[]) =>
    [
      `<details><summary>Never tried: ${count}</summary>`,
      ...['', '| case | what | how |', '|---|---|---|', ...rows, '', '</details>'],
    ].join('\n')
  expect(told(cases)).toBe(table('2 cases', row('open'), row('more')))
  expect(told(cases.slice(0, 3))).toBe(table('1 case', row('open')))
  expect(told(cases.slice(1, 3))).toBe('')
})

test('a Markdown report has as many findings as fit in a comment, to the last character', () => {
  const of = (id: string, length: number): FindingDocument => ({
    ...double,
    ...{ id, story: id, subject: id, advice: '', steps: [], message: 'x'.repeat(length) },
  })
  const head = markdownReport(bare([])).length
  const frame = markdownReport(bare([of('a', 0)])).length - head - 2
  // Of 60 000 characters, 200 are for what stands between the parts.
  const room = 60_000 - head - 200
  const fitting = (first: number, second: number) => {
    const text = markdownReport(bare([of('a', first - frame), of('b', second - frame), of('c', 0)]))
    return [text.includes('</code> a'), text.includes('</code> b'), /… and.*/.exec(text)?.[0]]
  }
  const rest = '… and 1 more finding.'
  expect(fitting(20_000, room - 20_000 - 4)).toEqual([true, true, rest])
  expect(fitting(20_000, room - 20_000 - 3)).toEqual([true, false, '… and 2 more findings.'])
  // What was never tried takes room as well.
  const { cases } = known.coverage
  const long = [{ ...double, id: 'a', steps: [], message: 'x'.repeat(58_000) }]
  expect(markdownReport(bare(long))).not.toContain('… and')
  const both = markdownReport({ ...bare(long), coverage: { percent: 0, cases } })
  expect(both).toContain('… and 1 more finding.')
  expect(fitting(room - 1, 500)).toEqual([false, false, '… and 3 more findings.'])
})
