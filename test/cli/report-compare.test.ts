import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Comparison } from '../../src/insight/report/comparison.ts'
import type { ReportDocument } from '../../src/insight/report/report-document.ts'
import { blocksOf, page } from '../docs/pages.ts'
import { lostAfter, TestChapter } from '../insight/support/test-chapter.ts'
import { reportFrom } from '../insight/support/test-report.ts'
import { sweepOf, sweptCell } from '../insight/support/test-sweep.ts'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { sandgate } from '../support/command.ts'

/** What a client does in each test of a run; references and ids differ from run to run. */
function runOf(run: string, tests: Readonly<Record<string, string>>): ReportDocument {
  const [first = '', ...labels] = Object.keys(tests)
  const told = new TestChapter({}, first)
  const act = (label: string) => {
    const [reference, other] = [`${run}-${label}`, `${run}-${label}-again`]
    told.pay({ made: 'approved', reference: `${run}-plain`, id: `${run}-${label}-1` })
    if (tests[label] === 'careful') return
    told.pay({ ...lostAfter, reference, id: `${run}-${label}-2` })
    if (tests[label] === 'pays twice') told.pay({ made: 'approved', reference, id: other })
  }
  act(first)
  for (const label of labels) {
    told.reset(label)
    act(label)
  }
  const report = reportFrom(told)
  const findings = report.findings.map((one) => ({ ...one, steps: one.steps, evidence: [] }))
  return { ...report, findings }
}

const cells = (results: Parameters<typeof sweptCell>[1][]) =>
  sweepOf(results.map((result, i) => sweptCell(`purchase-${i + 1}/after/http`, result)))

let folder: Scratch
beforeAll(async () => {
  const old = runOf('old', { refund: 'pays twice', checkout: 'never looks', hold: 'pays twice' })
  const later = runOf('new', { checkout: 'pays twice', refund: 'careful' })
  const accepted = {
    ...{ code: 'unresolved', severity: 'error', because: 'known' },
    ...{ world: 'default', test: 'checkout', payment: null },
    ...{ subject: 'order 1', message: 'It was never looked up.' },
  }
  const files = {
    'old.json': old,
    'same.json': runOf('x', { refund: 'pays twice', checkout: 'never looks', hold: 'pays twice' }),
    'new.json': { ...later, accepted: [accepted] },
    'cut.json': { ...old, dropped_findings: 7 },
    'old-sweep.json': cells(['double_charge', 'unresolved', 'unresolved', 'lost_sale', 'safe']),
    'new-sweep.json': cells(['safe', 'double_charge', 'unresolved', 'safe', 'unresolved']),
    'better-sweep.json': cells(['unresolved', 'safe', 'not_run', 'duplicate_token', 'failed_safe']),
  }
  folder = await scratchFolder(
    Object.fromEntries(Object.entries(files).map(([name, one]) => [name, JSON.stringify(one)])),
  )
})
afterAll(() => folder[Symbol.asyncDispose]())

const compare = (...args: readonly string[]) => sandgate(['compare', ...args], { cwd: folder.path })

test('findings have the same keys in every run of the same tests', () => {
  const keys = (run: string) =>
    runOf(run, { checkout: 'pays twice', hold: 'never looks' }).findings.map(({ key }) => key)
  expect(keys('a')).toEqual([
    'double-charge/checkout/purchase-2',
    'blind-retry/checkout/purchase-2',
    'unresolved/hold/purchase-2',
  ])
  expect(keys('b')).toEqual(keys('a'))
})

test('a later report shows what is new, gone, the same, and no longer tried', async () => {
  const { code, stdout, stderr } = await compare('old.json', 'new.json')
  expect([code, stderr]).toEqual([4, 'failed: 2 new errors\n'])
  expect(stdout).toBe(blocksOf(page('docs/guides/report.md'), 'text')[1]?.code)
})

test('the same tests with the same faults have nothing new', async () => {
  const { code, stdout } = await compare('old.json', 'same.json', '--json')
  const compared: Comparison = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(compared).toMatchObject({
    kind: 'report',
    headline: 'Nothing new; 0 gone, 5 still there',
    old: { verdict: 'unsafe' },
    new: { verdict: 'unsafe' },
    items: { new: [], gone: [], not_tried: [] },
    not_compared: 0,
  })
  expect(compared.items.same[0]).toEqual({
    key: 'double-charge/refund/purchase-2',
    severity: 'error',
    what: 'Double charge',
    where: 'order x-refund, AUD 49.95, test "refund"',
  })
  const cut = await compare('old.json', 'cut.json')
  expect(cut.stdout).toContain('\nNot compared: 7 findings that the reports did not keep.\n')
})

test('a cell of a sweep is new if it was safe, or has a worse result', async () => {
  const { code, stdout } = await compare('old-sweep.json', 'new-sweep.json', '--json')
  const { items }: Comparison = JSON.parse(stdout)
  const told = (name: keyof typeof items) => items[name].map(({ key, note }) => [key, note])
  expect([code, told('new'), told('gone'), told('same')]).toEqual([
    4,
    [
      ['purchase-2/after/http', 'was unresolved'],
      ['purchase-5/after/http', 'was safe'],
    ],
    [
      ['purchase-1/after/http', 'now safe'],
      ['purchase-4/after/http', 'now safe'],
    ],
    [['purchase-3/after/http', undefined]],
  ])
  const better = await compare('old-sweep.json', 'better-sweep.json')
  expect(better.code).toBe(0)
  expect(better.stdout).toContain('Nothing new; 1 gone, 2 still there, 1 not tried again\n')
  expect(better.stdout).toContain('Unresolved       purchase-1/after/http  (was double charge)\n')
})

test('a comparison names both commits, commands and dates, and what was proved', async () => {
  const [date, later] = ['2026-11-16T10:11:45.000Z', '2026-11-17T10:11:45.000Z']
  const [before, now] = ['1a2b3c4d5e6f70819', '4d5e6f70819a2b3c4']
  const old = { ...cells(['double_charge', 'unresolved', 'safe']), date, commit: before }
  const fixed = { ...cells(['safe', 'failed_safe', 'safe']), date: later, commit: now }
  await writeFile(folder.at('before.json'), JSON.stringify(old))
  await writeFile(folder.at('after.json'), JSON.stringify(fixed))
  const proved = '2 cells were unsafe at 1a2b3c4d5e and are safe at 4d5e6f7081; nothing new'
  const text = await compare('before.json', 'after.json')
  expect(text.stdout).toContain(`\n${proved}.\n`)
  expect(text.stdout).toContain(
    '\nBefore: (1a2b3c4d5e, 2026-11-16 21:11:45 in Sydney, npm test) Unsafe: 2 of 3 cells.',
  )
  const json = await compare('before.json', 'after.json', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({
    proved,
    old: { commit: before, date, command: 'npm test' },
    new: { commit: now, date: later },
  })
  const markdown = await compare('before.json', 'after.json', '--format', 'markdown')
  expect(markdown.stdout).toContain(`> ${proved}.`)
  const { stdout: html } = await compare('before.json', 'after.json', '--format', 'html')
  expect(html).toContain(proved)
  expect(html.match(/<table class="heat">/g)).toHaveLength(2)
  expect(html).toContain('<span title="now safe">Double charge</span>')
  expect(html).toContain('<span title="was double charge">Safe</span>')
  expect(html.match(/ changed"/g)).toHaveLength(4)
})

test('a comparison is written as Markdown for a pull request', async () => {
  const { stdout } = await compare('old.json', 'new.json', '--format', 'markdown')
  expect(stdout).toContain('### ❌ Compared with the earlier report: 2 new errors; 3 gone, ')
  expect(stdout).toContain(
    '<details open><summary><b>New: 2</b></summary>\n\n| severity | what | where',
  )
  expect(stdout).toContain('| error | Double charge | order new-checkout, AUD 49.95, test "checko')
  const written = await compare('old.json', 'same.json', '--output', 'compared.md')
  expect(written.stdout).toBe('Nothing new; 0 gone, 5 still there\nWritten: compared.md\n')
})

test.each([
  [[], "missing required argument 'old'; --help shows the arguments and options"],
  [['old.json'], "missing required argument 'new'; --help shows the arguments and options"],
  [
    ['old.json', 'new.json', 'cut.json'],
    "'cut.json' is an unexpected argument; see 'npx sandgate compare --help'",
  ],
  [['old.json', 'new-sweep.json'], 'new-sweep.json is a sweep and old.json a run: compare two '],
  [['old.json', 'nowhere.json'], 'There is no report or run file nowhere.json; check its path'],
  [
    ['old.json', 'new.json', '--format', 'junit'],
    'A comparison cannot be junit, only text, json, ',
  ],
  [['old.json', 'new.json', '--world', 'a'], "unknown option '--world'; --help shows the "],
])('compare %j is refused in one line', async (args, reason) => {
  const { code, stdout, stderr } = await compare(...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`error: ${reason}`)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test.each([
  [['old.json', 'new.json', '--fail-on', 'never'], 0],
  [['better-sweep.json', 'old-sweep.json', '--fail-on', 'error'], 4],
  [['new-sweep.json', 'better-sweep.json', '--fail-on', 'warning'], 4],
])('compare %j ends with %i', async (args, code) => {
  expect((await compare(...args)).code).toBe(code)
})
